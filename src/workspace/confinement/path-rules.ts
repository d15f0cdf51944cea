import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../files/safe-path.ts';
import type { ConfinementRules } from './confinement-rules.ts';
import { hiddenPaths, writableFolders, type Surroundings } from './sandbox-paths.ts';

/** What a command may do with a path and everything below it, unless a rule for a deeper path says otherwise. */
export interface PathRule {
  /** Absolute path, without links. */
  readonly path: string;
  readonly access: 'write' | 'read' | 'hidden';
  readonly isFolder: boolean;
}

/**
 * The rules for a command, shortest path first. The most specific rule applies. For one path, the user's own list
 * outweighs the hidden paths, and the tree of the command outweighs everything. All other paths can only be read.
 */
export async function resolvePathRules(
  rules: ConfinementRules,
  surroundings: Surroundings,
): Promise<readonly PathRule[]> {
  const groups: readonly (readonly [access: PathRule['access'], paths: readonly string[]])[] = [
    ['write', writableFolders(surroundings)],
    ['read', [surroundings.home, ...rules.readOnly]],
    ['hidden', hiddenPaths(surroundings)],
    ['write', writablePaths(rules.write, surroundings.home)],
    ['write', [rules.tree]],
  ];
  const byPath = new Map<string, PathRule>();
  for (const [access, paths] of groups) {
    for (const found of await Promise.all(paths.map(resolveExisting))) {
      if (found === undefined) continue;
      // A hidden folder must not contain what the command works with.
      if (access === 'hidden' && [rules.tree, ...rules.readOnly].some((used) => isWithin(found.path, used))) continue;
      byPath.set(found.path, { ...found, access });
    }
  }
  return [...byPath.values()].sort((one, other) => one.path.length - other.path.length);
}

/** The absolute paths that the user allows commands to write. */
export function writablePaths(items: readonly string[], home: string): readonly string[] {
  return items.map((item) => expandHome(item, home)).filter((item) => path.isAbsolute(item));
}

function expandHome(item: string, home: string): string {
  return item === '~' || item.startsWith('~/') ? path.join(home, item.slice(1)) : item;
}

async function resolveExisting(item: string): Promise<Omit<PathRule, 'access'> | undefined> {
  try {
    const real = await realpath(item);
    return { path: real, isFolder: (await lstat(real)).isDirectory() };
  } catch {
    // A path that does not exist or cannot be examined needs no rule: everything else can only be read.
    return undefined;
  }
}
