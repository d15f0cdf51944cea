import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../files/safe-path.ts';
import type { ConfinementRules } from './confinement-rules.ts';
import { expandHome } from '../files/home-path.ts';
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
 * outweighs the hidden paths, the concealed paths outweigh that list, and the tree of the command outweighs everything.
 * All other paths can only be read.
 */
export async function resolvePathRules(
  rules: ConfinementRules,
  surroundings: Surroundings,
): Promise<readonly PathRule[]> {
  const { hidden = [], visible = [] } = rules.concealed ?? {};
  const programs = await listConcealedPrograms(hidden, surroundings);
  const groups: readonly (readonly [access: PathRule['access'], paths: readonly string[]])[] = [
    ['write', writableFolders(surroundings)],
    ['read', [surroundings.home, ...rules.readOnly]],
    ['hidden', await listSecrets(rules, surroundings)],
    ['write', writablePaths(rules.write, surroundings.home)],
    ['hidden', hidden],
    ['read', [...programs, ...visible]],
    ['write', [rules.tree]],
  ];
  const byPath = new Map<string, PathRule>();
  for (const [access, paths] of groups) {
    for (const found of await Promise.all(paths.map(resolveExisting))) {
      if (found !== undefined) byPath.set(found.path, { ...found, access });
    }
  }
  return [...byPath.values()].sort((one, other) => one.path.length - other.path.length);
}

/** The paths with secrets, except for those that contain what the command works with. */
async function listSecrets(rules: ConfinementRules, surroundings: Surroundings): Promise<readonly string[]> {
  const found = await Promise.all(hiddenPaths(surroundings).map(resolveExisting));
  return found.flatMap((one) =>
    one === undefined || [rules.tree, ...rules.readOnly].some((used) => isWithin(one.path, used)) ? [] : [one.path],
  );
}

/**
 * The folders of programs on the PATH that concealed folders contain, such as those of a package manager. A virtual
 * environment of Python is needed as a whole.
 */
async function listConcealedPrograms(
  concealed: readonly string[],
  { environment }: Surroundings,
): Promise<readonly string[]> {
  const hidden = (await Promise.all(concealed.map(resolveExisting))).flatMap((found) => found?.path ?? []);
  const folders: string[] = [];
  for (const entry of (environment['PATH'] ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(entry)) continue;
    const found = await resolveExisting(entry);
    if (found?.isFolder !== true || !hidden.some((folder) => isWithin(folder, found.path))) continue;
    const parent = path.dirname(found.path);
    const whole = (await resolveExisting(path.join(parent, 'pyvenv.cfg'))) === undefined ? found.path : parent;
    // A folder that contains a concealed one would show everything.
    if (!hidden.some((folder) => isWithin(whole, folder))) folders.push(whole);
  }
  return folders;
}

/** The absolute paths that the user allows commands to write. */
export function writablePaths(items: readonly string[], home: string): readonly string[] {
  return items.map((item) => expandHome(item, home)).filter((item) => path.isAbsolute(item));
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
