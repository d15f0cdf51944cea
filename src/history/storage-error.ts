import { HoldfastError, messageOf } from '../shared/errors.ts';

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** The primary result code of an error of SQLite, if it is one. */
function sqliteCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return undefined;
  return thrown.errcode & 0xff;
}

/** Whether another connection holds the lock; the same statement succeeds once it is released. */
export function isBusy(thrown: unknown): boolean {
  const code = sqliteCode(thrown);
  return code === SQLITE_BUSY || code === SQLITE_LOCKED;
}

/** An error of the database as a HoldfastError that says what the person can do. Nothing is ever deleted or mended. */
export function storageError(verb: string, path: string, thrown: unknown): HoldfastError {
  if (thrown instanceof HoldfastError) return thrown;
  const failed = (cause: string, hint: string, retryable = false): HoldfastError =>
    new HoldfastError('storage', `Failed to ${verb} the history "${path}": ${cause}`, {
      hint,
      retryable,
      cause: thrown,
    });
  const code = sqliteCode(thrown);
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) {
    return failed(
      'the file is damaged or not a database',
      'Nothing was changed or deleted. Move the file, and the ones beside it that end in "-wal" and "-shm", to another ' +
        'folder; the next run starts a new history. Contracts, code and git do not depend on it. What can be read of ' +
        'the old one is recovered by: sqlite3 history.db .recover',
    );
  }
  if (isBusy(thrown)) {
    return failed(
      'another process keeps it locked',
      'Wait until other runs in this repository have ended, then try again.',
      true,
    );
  }
  if (code === SQLITE_FULL) return failed('the disk is full', 'Free some space on the disk, then try again.', true);
  if (code === SQLITE_CANTOPEN) {
    return failed('it cannot be opened', 'Check that its folder exists and that you may read and write there.');
  }
  return failed(messageOf(thrown), 'Check that the file and its folder can be read and written.');
}
