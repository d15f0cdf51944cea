/**
 * The folder on disk behind the temporary folders and the home folder of commands. What a command leaves there is gone with
 * it. A command may have replaced any part of it by links, so no path in it is followed.
 */
import { lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isNotFoundError } from '../../shared/system-error.ts';

/** The part of a private folder that commands see at a path. */
export function privatePart(privateFolder: string, seenAt: string): string {
  return path.join(privateFolder, seenAt === '/' ? 'root' : seenAt.split(path.sep).filter(Boolean).join('-'));
}

/**
 * Creates a path in a private folder, and its parents. An entry on the way that is no folder is removed.
 *
 * @param base a folder of the private folder that no command can replace
 */
export function createPrivateFolder(base: string, relative: string, mode?: number): void {
  mkdirSync(base, { recursive: true });
  let current = base;
  for (const name of relative.split(path.sep).filter(Boolean)) {
    current = path.join(current, name);
    const kind = kindOf(current);
    if (kind === 'folder') continue;
    if (kind !== undefined) rmSync(current);
    mkdirSync(current, mode);
  }
}

/** Creates an empty file that another one is mounted on, or a file with a text. */
export function createPrivateFile(base: string, relative: string, text?: string | Buffer): void {
  createPrivateFolder(base, path.dirname(relative));
  const file = path.join(base, relative);
  const kind = kindOf(file);
  if (kind === 'file' && text === undefined) return;
  if (kind !== undefined) rmSync(file, { recursive: true });
  writeFileSync(file, text ?? '', { flag: 'wx', mode: 0o644 });
}

/** Creates a link with an exact target. */
export function createPrivateLink(base: string, relative: string, target: string): void {
  createPrivateFolder(base, path.dirname(relative));
  const file = path.join(base, relative);
  if (kindOf(file) !== undefined) rmSync(file, { recursive: true });
  symlinkSync(target, file);
}

function kindOf(file: string): 'folder' | 'file' | 'other' | undefined {
  try {
    const stats = lstatSync(file);
    return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other';
  } catch (thrown) {
    if (isNotFoundError(thrown)) return undefined;
    throw thrown;
  }
}
