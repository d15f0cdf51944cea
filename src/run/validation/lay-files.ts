import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { systemErrorCode, whenFound } from '../../foundation/system-error.ts';

/** The files of tests that are laid over a tree. */
export interface LaidFiles {
  /** By path; `undefined` for a file that is deleted there. */
  readonly files: ReadonlyMap<string, Buffer | undefined>;
  readonly executables: ReadonlySet<string>;
}

export const NOTHING_LAID: LaidFiles = { files: new Map(), executables: new Set() };

/**
 * Writes files over those of a worktree. What is in their place is removed first: a link would lead elsewhere.
 *
 * @throws HoldfastError `process` if a file cannot be written
 */
export async function layFiles(root: string, { files, executables }: LaidFiles): Promise<void> {
  try {
    for (const file of files.keys()) {
      await removeObstructions(root, path.posix.dirname(file));
      await rm(path.join(root, file), { recursive: true, force: true });
    }
    for (const [file, bytes] of files) {
      if (bytes === undefined) continue;
      await mkdir(path.join(root, path.posix.dirname(file)), { recursive: true });
      await writeFile(path.join(root, file), bytes, { flag: 'wx', mode: executables.has(file) ? 0o777 : 0o666 });
    }
  } catch (thrown) {
    if (systemErrorCode(thrown) === undefined) throw thrown;
    throw new HoldfastError('process', `Failed to lay the tests over the base: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }
}

/** Removes what is in the place of a folder: a file, or a link to another folder. */
async function removeObstructions(root: string, folder: string): Promise<void> {
  const names = folder === '.' ? [] : folder.split('/');
  for (const [index] of names.entries()) {
    const part = path.join(root, ...names.slice(0, index + 1));
    const stats = await whenFound(lstat(part));
    if (stats !== undefined && !stats.isDirectory()) await rm(part, { force: true });
  }
}
