import { createHash } from 'node:crypto';
import { lstat, readFile, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';

/**
 * Describes every entry of a folder by relative path, including the git directory: kind, permissions, and the hash of the
 * bytes or the target of a link. Folders with equal fingerprints are byte-for-byte identical.
 */
export async function fingerprint(
  folder: string,
  isExcluded: (file: string) => boolean = () => false,
): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  await visit(folder, '', entries, isExcluded);
  return entries;
}

async function visit(
  root: string,
  below: string,
  entries: Map<string, string>,
  isExcluded: (file: string) => boolean,
): Promise<void> {
  for (const name of (await readdir(path.join(root, below))).sort()) {
    const relative = below + name;
    if (isExcluded(relative)) continue;
    const absolute = path.join(root, relative);
    const kind = await lstat(absolute);
    const permissions = (kind.mode & 0o777).toString(8);
    if (kind.isSymbolicLink()) entries.set(relative, `link ${await readlink(absolute)}`);
    else if (kind.isDirectory()) {
      entries.set(relative, `folder ${permissions}`);
      await visit(root, `${relative}/`, entries, isExcluded);
    } else {
      const hash = createHash('sha256')
        .update(await readFile(absolute))
        .digest('hex');
      entries.set(relative, `file ${permissions} ${hash}`);
    }
  }
}

/** Whether a path belongs to Holdfast's journals and locks in the git directory. */
export function isHoldfastData(file: string): boolean {
  return file === '.git/holdfast' || file.startsWith('.git/holdfast/');
}

/** Lists the paths that differ between two fingerprints. */
export function listDifferences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((file) => before.get(file) !== after.get(file))
    .sort();
}
