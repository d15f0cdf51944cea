import { readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { followPath } from '../confinement/follow-links.ts';
import { isVisible, resolvePathRules, type Surroundings } from '../confinement/path-rules.ts';
import type { ConfinementRules } from '../confinement/confinement-rules.ts';
import { programFolders } from '../confinement/program-folders.ts';
import { HOME_ROWS, SECRET_LOCATIONS, SECRETS, SYSTEM_FOLDERS } from '../confinement/sandbox-table.ts';
import type { Bait, Target, TargetKind } from './mechanism.ts';
import { identityOf } from './opening.ts';
import type { EscapeScene } from './scene.ts';
import { listServiceSockets } from './service-sockets.ts';

/** What the user has, besides the home folder, that a command must not change. */
export interface Belongings {
  /** Absolute path of the work tree. */
  readonly topLevel: string;
  /** Absolute path of the git directory. */
  readonly gitDirectory: string;
  readonly storage: string;
  /** The programs and folders of Holdfast itself. */
  readonly program: readonly string[];
  /** Packages that the tree of an attempt links to. */
  readonly packages: readonly string[];
}

/** The most entries of a folder that are tried. */
const MAX_ENTRIES = 400;

/** Files of the system with passwords and keys. */
const SYSTEM_KEYS = ['/etc/shadow', '/etc/gshadow', '/etc/sudoers', '/etc/ssh', '/etc/ssl/private', '/etc/krb5.keytab'];
const SYSTEM_KEY_NAMES = /shadow|sudoers|_key$|private|keytab/;

/** Describes for a command what is outside of its sandbox. */
export function prepareBait(
  scene: EscapeScene,
  rules: ConfinementRules,
  { surroundings, belongings }: { readonly surroundings: Surroundings; readonly belongings: Belongings },
): Bait {
  const { home, environment, userId } = surroundings;
  // What the user has opened is open.
  const byTable = resolvePathRules({ ...rules, read: [], write: [] }, surroundings);
  const mounted = resolvePathRules(rules, surroundings);
  const homeEntries = listEntries(home).filter((item) => {
    const real = followPath(item)?.real;
    return real !== undefined && !isVisible(byTable, real);
  });
  return {
    token: scene.token,
    tree: rules.tree,
    files: scene.files,
    targets: toTargets(scene, { surroundings, belongings }),
    homeEntries: identify(homeEntries),
    keyFiles: identify(listKeyFiles(home, environment)),
    mounted: identify(
      mounted.flatMap((rule) => (rule.access === 'own' || rule.access === 'link' ? [] : [rule.path])),
    ).filter((target) => target.path !== rules.tree),
    sockets: scene.sockets,
    serviceSockets: listServiceSockets(environment, userId),
    port: scene.port,
    abstractSocket: scene.abstractSocket,
    // The first process of a namespace has the same number inside and outside.
    processes: [process.pid, process.ppid].filter((number) => number > 1),
    processMark: scene.processMark,
    descriptor: identityOf(scene.openedFile),
    namespaces: listNamespaces(),
  };
}

function toTargets(
  scene: EscapeScene,
  { surroundings, belongings }: { readonly surroundings: Surroundings; readonly belongings: Belongings },
): Bait['targets'] {
  const { home, environment } = surroundings;
  const { topLevel, gitDirectory, storage, program, packages } = belongings;
  const folders = programFolders(environment['PATH'] ?? '');
  const settings = ['.ssh', '.config', '.local/bin', '.claude', '.codex', '.gemini', '.cargo', '.vscode'];
  const paths: Readonly<Record<TargetKind, readonly string[]>> = {
    home: [home, ...listEntries(home), ...settings.flatMap((name) => listEntries(path.join(home, name)))],
    programs: [...folders, ...folders.flatMap(listEntries)],
    repository: [topLevel, ...listEntries(topLevel), gitDirectory, ...repositoryFiles(gitDirectory)],
    'attempt-repository': [scene.repository, ...repositoryFiles(scene.repository)],
    packages: [...packages, ...packages.flatMap(listEntries)],
    holdfast: program,
    storage: [storage, ...listEntries(storage)].filter((item) => item !== scene.home),
    stores: HOME_ROWS.flatMap(({ path: name, variable }) => {
      const moved = variable === undefined ? undefined : environment[variable[0]];
      const folder = moved === undefined ? path.join(home, name) : path.join(moved, variable?.[1] ?? '');
      return [folder, ...listEntries(folder)];
    }),
    system: [...SYSTEM_FOLDERS, ...listEntries('/etc'), ...listEntries('/opt')],
  };
  return Object.fromEntries(Object.entries(paths).map(([kind, items]) => [kind, identify(items)])) as Record<
    TargetKind,
    readonly Target[]
  >;
}

/** What decides what git does in a repository. */
function repositoryFiles(gitDirectory: string): readonly string[] {
  const at = (name: string): string => path.join(gitDirectory, name);
  return [
    ...['config', 'HEAD', 'index', 'packed-refs', 'refs', 'objects', 'info', 'hooks'].map(at),
    ...listEntries(at('hooks')),
  ];
}

function listKeyFiles(home: string, environment: Surroundings['environment']): readonly string[] {
  const moved = SECRET_LOCATIONS.flatMap((name) => environment[name]?.split(path.delimiter) ?? []);
  const inHome = SECRETS.map((name) => path.join(home, name));
  const ofUser = [...inHome, ...moved.filter((item) => path.isAbsolute(item))];
  const ofSystem = SYSTEM_KEYS.flatMap((item) => [item, ...listEntries(item)]);
  return [...ofUser, ...ofUser.flatMap(listEntries), ...ofSystem.filter((item) => SYSTEM_KEY_NAMES.test(item))];
}

/** The paths that exist, with what they are. */
function identify(paths: readonly string[]): readonly Target[] {
  return [...new Set(paths)].flatMap((item) => {
    try {
      return [{ path: item, identity: identityOf(item) }];
    } catch {
      // It does not exist, or this user cannot reach it either.
      return [];
    }
  });
}

function listEntries(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .slice(0, MAX_ENTRIES)
      .map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

function listNamespaces(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of ['pid', 'mnt', 'ipc', 'uts']) {
    try {
      found[name] = readlinkSync(`/proc/self/ns/${name}`);
    } catch {
      // Only Linux has namespaces.
    }
  }
  return found;
}
