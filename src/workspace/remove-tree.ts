import { chmod, lstat, readdir, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { systemCodeOf } from '../shared/system-code.ts';
import { isMissing } from './safe-path.ts';

/**
 * Removes a file, a link or a whole folder. Links - junctions on Windows included - are unlinked and never followed,
 * for they lead to the user's own `node_modules`. Nothing there is not an error.
 */
export async function removeTree(target: string): Promise<void> {
  let kind;
  try {
    kind = await lstat(target);
  } catch (thrown) {
    if (isMissing(thrown)) return;
    throw thrown;
  }
  if (!kind.isDirectory() || kind.isSymbolicLink()) {
    await removeEntry(target);
    return;
  }
  let entries;
  try {
    entries = await readdir(target, { withFileTypes: true });
  } catch (thrown) {
    if (!isPermission(thrown)) throw thrown;
    await chmod(target, 0o700);
    entries = await readdir(target, { withFileTypes: true });
  }
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.isSymbolicLink());
  const others = entries.filter((entry) => !folders.includes(entry));
  if (others.length > 0) await removeAll(others.map((entry) => path.join(target, entry.name)));
  for (let start = 0; start < folders.length; start += 8) {
    await Promise.all(folders.slice(start, start + 8).map((folder) => removeTree(path.join(target, folder.name))));
  }
  await retrying(() => rmdir(target), target);
}

async function removeAll(files: readonly string[]): Promise<void> {
  for (let start = 0; start < files.length; start += 32) {
    await Promise.all(files.slice(start, start + 32).map(removeEntry));
  }
}

/** Unlinks a file or link. A link to a folder on Windows asks for rmdir, which does not touch what it leads to. */
export async function removeEntry(target: string): Promise<void> {
  await retrying(async () => {
    try {
      await unlink(target);
    } catch (thrown) {
      if (isMissing(thrown)) return;
      if (process.platform === 'win32' && (await lstat(target)).isSymbolicLink()) await rmdir(target);
      else throw thrown;
    }
  }, target);
}

/** Removes a folder if nothing is in it; false where something is. */
export async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (thrown) {
    if (isMissing(thrown)) return true;
    if (isBusy(thrown) || isPermission(thrown) || systemCodeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

/** As git does: a folder whose last file is gone goes too. `folder` is relative to the root, with `/`. */
export async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let next = folder; next !== '.' && next !== ''; next = path.posix.dirname(next)) {
    if (!(await removeIfEmpty(path.join(root, next)))) return;
  }
}

function isPermission(thrown: unknown): boolean {
  return ['EACCES', 'EPERM'].includes(systemCodeOf(thrown) ?? '');
}

function isBusy(thrown: unknown): boolean {
  return ['EBUSY', 'ENOTEMPTY'].includes(systemCodeOf(thrown) ?? '');
}

/** Virus scanners and dying processes hold files for a moment; read-only folders are made writable first. */
async function retrying(action: () => Promise<void>, target: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await action();
      return;
    } catch (thrown) {
      if (isMissing(thrown)) return;
      if (attempt >= 5 || (!isPermission(thrown) && !isBusy(thrown))) throw thrown;
      if (isPermission(thrown)) await makeRemovable(target);
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt));
    }
  }
}

async function makeRemovable(target: string): Promise<void> {
  await chmod(path.dirname(target), 0o700);
  if (process.platform === 'win32' && !(await lstat(target)).isSymbolicLink()) await chmod(target, 0o600);
}
