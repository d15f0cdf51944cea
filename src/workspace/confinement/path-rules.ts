import path from 'node:path';
import { expandHome } from '../files/home-path.ts';
import { isWithin } from '../files/safe-path.ts';
import type { ConfinementRules } from './confinement-rules.ts';
import { followPath, type FollowedPath } from './follow-links.ts';
import { listPrivateSettings, listSocketPaths } from './outside-paths.ts';
import { entriesOf } from './examine-path.ts';
import { environmentPaths, listProgramPaths, packagePaths } from './program-folders.ts';
import {
  HOME_ROWS,
  OWN_FOLDERS,
  OWN_LINKS,
  PROGRAM_VARIABLES,
  SECRET_LOCATIONS,
  SECRETS,
  SYSTEM_FOLDERS,
  SYSTEM_LINKS,
  XDG_FOLDERS,
  type HomeRow,
} from './sandbox-table.ts';

/**
 * What a command may do with a path and everything below it, unless a rule for a deeper path says otherwise. A path without
 * any rule does not exist for a command.
 */
export interface PathRule {
  /** Absolute path, without links on the way to it. */
  readonly path: string;
  /**
   * `own`: a part of the private folder, which the command may write. `store`: can be read, and where the sandbox has an
   * overlay also written, which changes nothing outside. `copy`: a file of the private folder with the same content. `link`:
   * a symbolic link.
   */
  readonly access: 'write' | 'read' | 'store' | 'hidden' | 'own' | 'copy' | 'link';
  readonly isFolder: boolean;
  /** The target of a link. */
  readonly target?: string | undefined;
}

/** The surroundings that the rules depend on. */
export interface Surroundings {
  /** Absolute path, without links on the way to it. */
  readonly home: string;
  readonly temporaryFolder: string;
  readonly userId: number | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Names of the files that say which tools work in the tree; without them, all tools do. */
  readonly projectFiles?: ReadonlySet<string> | undefined;
}

type Access = PathRule['access'];

/**
 * The rules for a command, shortest path first. The most specific rule applies. For one path, what the command needs
 * outweighs the table, the secrets outweigh that, the user's own lists outweigh the secrets, the hidden paths outweigh those
 * lists, and the tree of the command outweighs everything.
 */
export function resolvePathRules(rules: ConfinementRules, surroundings: Surroundings): readonly PathRule[] {
  const { home, environment } = surroundings;
  const collected = new CollectedRules();
  collected.add('read', SYSTEM_FOLDERS);
  const own = [...OWN_FOLDERS, ...ownFolders(surroundings)];
  collected.add('own', own);
  for (const link of OWN_LINKS)
    collected.set({ path: link.path, access: 'link', isFolder: false, target: link.target });
  const programs = listProgramPaths(environment['PATH'] ?? '', home);
  collected.add('read', [...SYSTEM_LINKS, ...programs, ...programVariables(environment, home)], ({ real }) =>
    isPlace(real, collected, home),
  );
  for (const row of HOME_ROWS) addRow(collected, row, surroundings);
  collected.add('read', visiblePaths(rules, home));
  collected.add('hidden', listSecrets(rules, surroundings));
  collected.add('read', userPaths(rules.read, home));
  collected.add('write', userPaths(rules.write, home));
  collected.add('hidden', rules.hidden);
  collected.add('write', [rules.tree]);
  collected.add('hidden', [...listPrivateSettings(surroundings.userId), ...listSocketPaths()], (found) =>
    isVisible(collected.sorted(), found.real, 'read'),
  );
  for (const folder of runtimeFolders(surroundings)) {
    const isInOwn = findRule(collected.sorted(), folder)?.access === 'own';
    if (isInOwn) collected.set({ path: folder, access: 'own', isFolder: true });
  }
  return withOwnFoldersBetween(withoutRedundant(collected.sorted()));
}

/** The rules for the folders of the system and a list of further folders, without anything of a user. */
export function resolveSystemRules(folders: readonly string[]): readonly PathRule[] {
  const collected = new CollectedRules();
  collected.add('read', [...SYSTEM_FOLDERS, ...folders]);
  return withoutRedundant(collected.sorted());
}

class CollectedRules {
  readonly #byPath = new Map<string, PathRule>();

  set(rule: PathRule): void {
    this.#byPath.set(rule.path, rule);
  }

  /** Adds a rule for each path that exists, and for the links that lead to it. */
  add(access: Access, paths: readonly string[], isWanted: (found: FollowedPath) => boolean = () => true): void {
    for (const found of paths.map(followPath)) {
      if (found === undefined || !isWanted(found)) continue;
      const { real, isFolder, links } = found;
      // The sandbox has its own. A tree can be in the memory that programs share.
      if (/^\/(?:proc|dev)(?:\/(?!shm\/)|$)/.test(real)) continue;
      if (access !== 'hidden') {
        for (const link of links) {
          if (!this.#byPath.has(link.path)) this.set({ ...link, access: 'link', isFolder: false });
        }
      }
      this.set({ path: real, access, isFolder });
    }
  }

  /** Whether a path is an own folder of commands. */
  isOwn(real: string): boolean {
    return this.#byPath.get(real)?.access === 'own';
  }

  sorted(): readonly PathRule[] {
    return sortRules([...this.#byPath.values()]);
  }
}

function sortRules(rules: PathRule[]): readonly PathRule[] {
  return rules.sort((one, other) => one.path.length - other.path.length);
}

/** Leaves out rules that change nothing: what a rule above permits already, and what nothing shows anyway. */
function withoutRedundant(rules: readonly PathRule[]): readonly PathRule[] {
  const kept: PathRule[] = [];
  for (const rule of rules) {
    const above = findRule(kept, path.dirname(rule.path))?.access;
    const isShown = above === 'read' || above === 'write' || above === 'store';
    if (rule.access === 'link' && isShown) continue;
    if (rule.access === 'read' && (above === 'read' || above === 'store')) continue;
    if (rule.access === 'write' && above === 'write') continue;
    if (rule.access === 'hidden' && !isShown) continue;
    kept.push(rule);
  }
  return kept;
}

/**
 * Makes each folder between an own folder and a path in it an own folder too. Otherwise another command of the verdict could
 * replace it by a link while Holdfast prepares or mounts that path. A mount cannot be renamed or removed.
 */
function withOwnFoldersBetween(rules: readonly PathRule[]): readonly PathRule[] {
  const between = new Map<string, PathRule>();
  for (const { path: item } of rules) {
    const own = findRule(rules, path.dirname(item));
    if (own?.access !== 'own') continue;
    for (let folder = path.dirname(item); folder !== own.path; folder = path.dirname(folder)) {
      between.set(folder, { path: folder, access: 'own', isFolder: true });
    }
  }
  return sortRules([...rules, ...between.values()]);
}

/** The folders of the user's session, which some programs do not create themselves. */
function runtimeFolders({ userId, environment }: Surroundings): readonly string[] {
  const named = environment['XDG_RUNTIME_DIR'];
  return [
    '/run/lock',
    ...(userId === undefined ? [] : [`/run/user/${userId}`]),
    ...(named === undefined || !path.isAbsolute(named) ? [] : [path.resolve(named)]),
  ];
}

/** The rule that applies to a path without links. */
export function findRule(rules: readonly PathRule[], absolute: string): PathRule | undefined {
  return rules.findLast(({ path: outer }) => absolute === outer || absolute.startsWith(`${outer}${path.sep}`));
}

/** Whether a command sees the same file or folder at a path as this process. The path must have no links. */
export function isVisible(rules: readonly PathRule[], real: string, atMost?: 'read'): boolean {
  const access = findRule(rules, real)?.access;
  return access === 'read' || access === 'store' || access === 'copy' || (access === 'write' && atMost === undefined);
}

/** The home folder and the folders that variables move: each verdict has its own. */
function ownFolders({ home, temporaryFolder, environment }: Surroundings): readonly string[] {
  const moved = XDG_FOLDERS.map(([name]) => environment[name]);
  // The home folder also as its variable names it, since a link on the way to it must exist for commands.
  return [temporaryFolder, ...moved, environment['HOME'], home].filter(
    (folder): folder is string => folder !== undefined && path.isAbsolute(folder) && path.dirname(folder) !== folder,
  );
}

/** The visible paths, and what the packages among them load. */
function visiblePaths({ visible, hidden, tree }: ConfinementRules, home: string): readonly string[] {
  const loaded = visible
    .filter((folder) => followPath(folder)?.real === folder && !folder.split(path.sep).includes('node_modules'))
    .flatMap((folder) => packagePaths(folder, home))
    .filter((folder) => ![...hidden, tree].some((outer) => isWithin(outer, folder)));
  return [...visible, ...loaded];
}

/** Whether a variable may show a path. One that names a folder of many things, such as the home folder, opens nothing. */
function isPlace(real: string, collected: CollectedRules, home: string): boolean {
  return !collected.isOwn(real) && !isWithin(real, home);
}

function programVariables(environment: Surroundings['environment'], home: string): readonly string[] {
  return PROGRAM_VARIABLES.flatMap((name) => environment[name]?.split(path.delimiter) ?? [])
    .filter((item) => path.isAbsolute(item) && path.dirname(item) !== item)
    .flatMap((item) => [item, ...environmentPaths(item, home)]);
}

function addRow(collected: CollectedRules, row: HomeRow, surroundings: Surroundings): void {
  const folder = placeOf(row, surroundings);
  switch (row.use) {
    case 'private': {
      // An empty home folder has it already, unless a program folder contains it.
      collected.add('own', [folder], ({ real }) => isVisible(collected.sorted(), real));
      return;
    }
    case 'entries': {
      const found = followPath(folder);
      if (found === undefined || !isPlace(found.real, collected, surroundings.home)) return;
      collected.add('own', [folder]);
      const { files, folders } = listEntries(folder, row.depth);
      collected.add('copy', files);
      collected.add('read', folders);
      return;
    }
    default:
      collected.add(accessOf(row, surroundings.projectFiles), [folder], ({ real }) =>
        isPlace(real, collected, surroundings.home),
      );
  }
}

/** A tool that does not work in the tree has no reason to write. */
function accessOf(row: HomeRow, projectFiles: ReadonlySet<string> | undefined): Access {
  if (row.use !== 'store' || projectFiles === undefined) return row.use === 'store' ? 'store' : 'read';
  return row.projects.some((name) => projectFiles.has(name)) ? 'store' : 'read';
}

function placeOf({ path: relative, variable }: HomeRow, { home, environment }: Surroundings): string {
  const moved = variable === undefined ? undefined : environment[variable[0]]?.split(path.delimiter)[0];
  if (variable !== undefined && moved !== undefined && path.isAbsolute(moved)) return path.join(moved, variable[1]);
  for (const [name, usual] of XDG_FOLDERS) {
    const base = environment[name];
    if (relative.startsWith(usual) && base !== undefined && path.isAbsolute(base)) {
      return path.join(base, relative.slice(usual.length));
    }
  }
  return path.join(home, relative);
}

/** The most entries of a folder that are shown. Each is a mount. */
const MAX_ENTRIES = 400;

/** The folders at a depth below a folder, and the files up to that depth. */
function listEntries(
  folder: string,
  depth: number,
): { readonly files: readonly string[]; readonly folders: readonly string[] } {
  const files: string[] = [];
  let folders: readonly string[] = [folder];
  for (let level = 0; level < depth; level += 1) {
    const next: string[] = [];
    for (const parent of folders) {
      for (const entry of entriesOf(parent)) {
        const item = path.join(parent, entry.name);
        if (entry.isDirectory() || (entry.isSymbolicLink() && level === depth - 1)) next.push(item);
        else if (entry.isFile()) files.push(item);
      }
    }
    folders = next.slice(0, MAX_ENTRIES);
  }
  return { files: files.slice(0, MAX_ENTRIES), folders };
}

/** The paths with secrets, except for those that contain what the command works with. */
function listSecrets({ tree, visible }: ConfinementRules, { home, environment }: Surroundings): readonly string[] {
  const atHome = SECRETS.flatMap((name) => {
    const moved = XDG_FOLDERS.flatMap(([variable, usual]) => {
      const base = environment[variable];
      return base === undefined || !name.startsWith(usual) ? [] : [path.join(base, name.slice(usual.length))];
    });
    return [path.join(home, name), ...moved];
  });
  // KUBECONFIG is a list.
  const moved = SECRET_LOCATIONS.flatMap((name) => environment[name]?.split(path.delimiter) ?? []);
  const found = [...atHome, ...moved].filter((item) => path.isAbsolute(item)).map(followPath);
  return found.flatMap((one) =>
    one === undefined || [tree, ...visible].some((used) => isWithin(one.real, used)) ? [] : [one.real],
  );
}

/** The absolute paths of a list of the user. */
export function userPaths(items: readonly string[], home: string): readonly string[] {
  return items.map((item) => expandHome(item, home)).filter((item) => path.isAbsolute(item));
}
