import { HoldfastError } from './errors.ts';

/** The file of the history is damaged. It is neither deleted nor repaired. */
export class DamagedHistoryError extends HoldfastError {
  constructor(verb: string, path: string, cause: unknown) {
    super('storage', `Failed to ${verb} the history "${path}": the file is damaged or not a database`, {
      hint:
        'Nothing was changed or deleted. Move the file, together with its "-wal" and "-shm" files, to another folder. The ' +
        'next run creates a new history. Contracts, code and git do not depend on it. To recover data from the old ' +
        'file, run: sqlite3 history.db .recover',
      cause,
    });
    this.name = 'DamagedHistoryError';
  }
}
