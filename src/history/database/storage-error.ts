import { DamagedHistoryError } from '../../foundation/damaged-history-error.ts';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** The primary SQLite result code of an error; `undefined` for other errors. */
function readSqliteCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return undefined;
  return thrown.errcode & 0xff;
}

/** Whether another connection has the lock. The statement can be repeated after it is released. */
export function isBusy(thrown: unknown): boolean {
  const code = readSqliteCode(thrown);
  return code === SQLITE_BUSY || code === SQLITE_LOCKED;
}

/** Converts a database error to a HoldfastError with a hint. */
export function toStorageError(verb: string, path: string, thrown: unknown): HoldfastError {
  if (thrown instanceof HoldfastError) return thrown;
  const createError = (cause: string, hint: string, retryable = false): HoldfastError =>
    new HoldfastError('storage', `Failed to ${verb} the history "${path}": ${cause}`, {
      hint,
      retryable,
      cause: thrown,
    });
  const code = readSqliteCode(thrown);
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) return new DamagedHistoryError(verb, path, thrown);
  if (isBusy(thrown)) {
    return createError(
      'another process has locked it',
      'Wait until other runs in this repository have ended and try again.',
      true,
    );
  }
  if (code === SQLITE_FULL) return createError('the disk is full', 'Free disk space and try again.', true);
  if (code === SQLITE_CANTOPEN) {
    return createError(
      'it cannot be opened',
      'Check that its folder exists and that you have read and write permission.',
    );
  }
  return createError(messageOf(thrown), 'Check that the file and its folder are readable and writable.');
}
