import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** A symbolic link as it is written. */
export interface FoundLink {
  /** Absolute path, without links in its folder. */
  readonly path: string;
  readonly target: string;
}

/** Where a path leads. */
export interface FollowedPath {
  /** Absolute path without links. */
  readonly real: string;
  readonly isFolder: boolean;
  /** The links on the way, in the order in which the system follows them. */
  readonly links: readonly FoundLink[];
}

/** More links than a system follows. */
const MAX_LINKS = 40;

/**
 * Follows a path without waiting: a call takes some microseconds, and waiting for it more. `undefined` if it does not exist or cannot be examined: a
 * command cannot use it either.
 */
export function followPath(absolute: string): FollowedPath | undefined {
  try {
    const real = realpathSync.native(absolute);
    return { real, isFolder: lstatSync(real).isDirectory(), links: real === absolute ? [] : listLinks(absolute) };
  } catch {
    return undefined;
  }
}

function listLinks(absolute: string): readonly FoundLink[] {
  const links: FoundLink[] = [];
  let folder: string = path.parse(absolute).root;
  const pending = absolute.split(path.sep).filter((name) => name !== '');
  while (pending.length > 0 && links.length <= MAX_LINKS) {
    const name = pending.shift() ?? '';
    if (name === '.') continue;
    const current = name === '..' ? path.dirname(folder) : path.join(folder, name);
    if (name === '..' || !lstatSync(current).isSymbolicLink()) {
      folder = current;
      continue;
    }
    const target = readlinkSync(current);
    links.push({ path: current, target });
    pending.unshift(...target.split(path.sep).filter((part) => part !== ''));
    if (path.isAbsolute(target)) folder = path.parse(target).root;
  }
  return links;
}
