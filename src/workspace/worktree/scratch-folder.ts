import { randomBytes } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../../foundation/errors.ts';
import { removeTree } from '../files/remove-tree.ts';
import type { PrivateRepository } from '../store/private-repository.ts';
import { tryLock, withLock } from '../store/process-lock.ts';

/** A folder for temporary files. If its process is killed, the cleanup of attempts removes it. */
export interface ScratchFolder extends AsyncDisposable {
  /** Absolute path, without links. */
  readonly path: string;
}

const PREFIX = 'scratch-';

/** Whether an entry of the folder of attempts is a scratch folder. */
export function isScratchFolder(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Creates a scratch folder among the attempts. The caller must dispose it. */
export async function openScratchFolder(
  store: PrivateRepository,
  signal: AbortSignal | undefined,
): Promise<ScratchFolder> {
  await store.ensure(signal);
  const home = path.join(store.attemptsFolder, `${PREFIX}${randomBytes(6).toString('hex')}`);
  const action = 'create a temporary folder';
  // The lock of all attempts prevents a cleanup from removing the folder before its lock exists.
  const lock = await withLock(store.attemptsLock, { action, signal, waitMs: 30_000 }, async () => {
    await mkdir(home, { recursive: true });
    return tryLock(path.join(home, 'lock'));
  });
  if (lock === undefined) throw new HoldfastError('storage', `Failed to ${action}: ${home} is in use`);
  const content = path.join(home, 'content');
  await mkdir(content);
  return {
    path: await realpath(content),
    [Symbol.asyncDispose]: async () => {
      // The lock is an open file in the folder. Windows cannot remove a folder with an open file.
      lock.release();
      await removeTree(home);
    },
  };
}
