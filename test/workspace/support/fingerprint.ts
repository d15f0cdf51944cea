import { createHash } from 'node:crypto';
import { lstat, readFile, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';

/**
 * Every entry of a folder, git's own folder included, by its relative path: kind, permissions, and the hash of its
 * bytes or the target of the link. Two equal fingerprints: not a byte differs.
 */
export async function fingerprint(
  folder: string,
  leaveOut: (file: string) => boolean = () => false,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await visit(folder, '', found, leaveOut);
  return found;
}

async function visit(
  root: string,
  below: string,
  found: Map<string, string>,
  leaveOut: (file: string) => boolean,
): Promise<void> {
  for (const name of (await readdir(path.join(root, below))).sort()) {
    const relative = below + name;
    if (leaveOut(relative)) continue;
    const absolute = path.join(root, relative);
    const kind = await lstat(absolute);
    const permissions = (kind.mode & 0o777).toString(8);
    if (kind.isSymbolicLink()) found.set(relative, `link ${await readlink(absolute)}`);
    else if (kind.isDirectory()) {
      found.set(relative, `folder ${permissions}`);
      await visit(root, `${relative}/`, found, leaveOut);
    } else {
      const hash = createHash('sha256')
        .update(await readFile(absolute))
        .digest('hex');
      found.set(relative, `file ${permissions} ${hash}`);
    }
  }
}

/** What Holdfast may keep in git's folder: its journals and locks. */
export function isHoldfastOwn(file: string): boolean {
  return file === '.git/holdfast' || file.startsWith('.git/holdfast/');
}

/** The paths that differ between two fingerprints. */
export function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((file) => before.get(file) !== after.get(file))
    .sort();
}
