/**
 * The folder on disk behind the temporary folders and the home folder of commands. What a command leaves there is gone with
 * it. A command may have replaced any part of it by links, so no path in it is followed.
 */
import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isNotFoundError } from '../../foundation/system-error.ts';

/** The part of a private folder that commands see at a path. Its name says which one and has a length that every disk permits. */
export function privatePart(privateFolder: string, seenAt: string): string {
  const digest = createHash('sha256').update(seenAt).digest('hex').slice(0, 16);
  return path.join(privateFolder, `${path.basename(seenAt).slice(0, 64)}-${digest}`);
}

/** Creates the part for a path, or makes it usable again after a command has taken away its rights. */
export function createPart(privateFolder: string, seenAt: string): void {
  const part = privatePart(privateFolder, seenAt);
  mkdirSync(part, { recursive: true });
  const { mode } = lstatSync(part);
  if ((mode & OWNER_RIGHTS) !== OWNER_RIGHTS) chmodSync(part, (mode & 0o7777) | OWNER_RIGHTS);
}

const OWNER_RIGHTS = 0o700;

/** An entry of a part. Commands can replace the entry at any moment, but not the part. */
export interface PartEntry {
  readonly privateFolder: string;
  readonly part: string;
  readonly name: string;
}

/** Creates a folder that another one is mounted on. What a command has left instead is moved away. */
export function createPrivateFolder(entry: PartEntry): void {
  const kind = kindOf(pathOf(entry));
  if (kind === 'folder') return;
  if (kind !== undefined) moveAway(entry);
  mkdirSync(pathOf(entry));
}

/** Creates an empty file that another one is mounted on, or a file with a text. */
export function createPrivateFile(entry: PartEntry, text?: string | Buffer): void {
  const kind = kindOf(pathOf(entry));
  if (kind === 'file' && text === undefined) return;
  if (kind !== undefined) moveAway(entry);
  writeFileSync(pathOf(entry), text ?? '', { flag: 'wx', mode: 0o644 });
}

/** Creates a link with an exact target. */
export function createPrivateLink(entry: PartEntry, target: string): void {
  if (kindOf(pathOf(entry)) !== undefined) moveAway(entry);
  symlinkSync(target, pathOf(entry));
}

/** Whether a part has a file. */
export function hasPrivateFile(entry: PartEntry): boolean {
  return kindOf(pathOf(entry)) === 'file';
}

function pathOf({ part, name }: PartEntry): string {
  return path.join(part, name);
}

/** Moves an entry out of what commands see. Its folders may change meanwhile, so nothing in it is removed here. */
function moveAway(entry: PartEntry): void {
  renameSync(pathOf(entry), path.join(entry.privateFolder, `moved-${randomUUID()}`));
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
