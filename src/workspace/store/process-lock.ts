import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf, throwIfCancelled } from '../../foundation/errors.ts';

/** A lock that the operating system releases when the process ends, even if it crashes. */
export interface ProcessLock {
  release(): void;
}

const SQLITE_BUSY = 5;
const POLL_MS = 20;

/**
 * Acquires the lock of a file; `undefined` if a running process, including this one, already has it. Creates the file and
 * its folder.
 *
 * The lock is an exclusive transaction on an empty SQLite database. No other lock that Node offers without native code is
 * released with the process and works between containers on the same machine.
 */
export async function tryLock(file: string): Promise<ProcessLock | undefined> {
  const { DatabaseSync } = await import('node:sqlite');
  await mkdir(path.dirname(file), { recursive: true });
  let database;
  try {
    database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (thrown) {
    database?.close();
    if (isBusyError(thrown)) return undefined;
    throw new HoldfastError('storage', `Failed to lock ${file}: ${messageOf(thrown)}`, {
      hint: 'Check that the folder is writable and that its file system supports locks.',
      cause: thrown,
    });
  }
  const lockedDatabase = database;
  let released = false;
  return {
    release: () => {
      if (released) return;
      released = true;
      lockedDatabase.close();
    },
  };
}

function isBusyError(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    'errcode' in thrown &&
    typeof thrown.errcode === 'number' &&
    (thrown.errcode & 0xff) === SQLITE_BUSY
  );
}

export interface LockOptions {
  /** The action that needs the lock; completes "Failed to …" and "Cancelled: …". */
  readonly action: string;
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for another process, in milliseconds. */
  readonly waitMs: number;
}

/** Waits for the lock of a file. Throws `limit` (retryable) if another process still has the lock after `waitMs`. */
export async function acquireLock(file: string, options: LockOptions): Promise<ProcessLock> {
  const end = performance.now() + options.waitMs;
  for (;;) {
    throwIfCancelled(options.signal, options.action);
    const lock = await tryLock(file);
    if (lock !== undefined) return lock;
    if (performance.now() >= end) {
      throw new HoldfastError('limit', `Failed to ${options.action}: another Holdfast process has the lock`, {
        hint: 'Wait until the other run has finished and try again.',
        retryable: true,
      });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Runs an action while this process has the lock of a file. */
export async function withLock<T>(file: string, options: LockOptions, action: () => Promise<T>): Promise<T> {
  const lock = await acquireLock(file, options);
  try {
    return await action();
  } finally {
    lock.release();
  }
}
