import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf, throwIfCancelled } from '../shared/errors.ts';

/** A lock that the operating system takes back when the process that holds it ends, however it ends. */
export interface ProcessLock {
  release(): void;
}

const BUSY = 5;
const POLL_MS = 20;

/**
 * Takes the lock of a file, which is created with its folder, or answers undefined where a living process - this one included - holds it.
 *
 * The lock is an exclusive transaction of an empty database: the one lock that Node offers without native code which
 * ends with the process, and which processes of other containers on the same machine see too.
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
    if (isBusy(thrown)) return undefined;
    throw new HoldfastError('storage', `Failed to lock ${file}: ${messageOf(thrown)}`, {
      hint: 'See that the folder is writable and on a file system that supports locks.',
      cause: thrown,
    });
  }
  const held = database;
  let released = false;
  return {
    release: () => {
      if (released) return;
      released = true;
      held.close();
    },
  };
}

function isBusy(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    'errcode' in thrown &&
    typeof thrown.errcode === 'number' &&
    (thrown.errcode & 0xff) === BUSY
  );
}

export interface LockOptions {
  /** What waits for it, to complete "Cancelled: …". */
  readonly what: string;
  readonly signal?: AbortSignal;
  /** How long to wait for another holder. */
  readonly waitMs: number;
}

/** Waits for the lock of a file. Throws `limit` (retryable) where another process held it all the time. */
export async function acquireLock(file: string, options: LockOptions): Promise<ProcessLock> {
  const end = performance.now() + options.waitMs;
  for (;;) {
    throwIfCancelled(options.signal, options.what);
    const lock = await tryLock(file);
    if (lock !== undefined) return lock;
    if (performance.now() >= end) {
      throw new HoldfastError('limit', `Failed to ${options.what}: another Holdfast process is at it`, {
        hint: 'Wait until the other run has finished, then try again.',
        retryable: true,
      });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Does something while holding the lock of a file. */
export async function withLock<T>(file: string, options: LockOptions, action: () => Promise<T>): Promise<T> {
  const lock = await acquireLock(file, options);
  try {
    return await action();
  } finally {
    lock.release();
  }
}
