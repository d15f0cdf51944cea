import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { findOnPath } from '../environment/find-program.ts';
import { subprocessEnvironment, withoutPackages } from '../environment/subprocess-environment.ts';
import { bubblewrapCommand, type BubblewrapOptions } from './bubblewrap.ts';
import { findOverlayByMount, overlayPart, OVERLAY_FOLDERS, type OverlayMounter } from './overlay.ts';
import { resolveSystemRules } from './path-rules.ts';

/** A sandbox that works on this machine. */
export interface Sandbox {
  readonly kind: 'bubblewrap' | 'sandbox-exec';
  /** Absolute path of its program. */
  readonly program: string;
}

/** Why no sandbox works on this machine. */
export interface MissingSandbox {
  readonly reason: string;
  /** What the user can do. */
  readonly hint: string;
}

const TRIAL_LIMIT_MS = 10_000;

const searches = new Map<string, Promise<Sandbox | MissingSandbox>>();

/** Finds a sandbox and tries it. The answer is remembered for each PATH of this process. */
export function findSandbox(): Promise<Sandbox | MissingSandbox> {
  const searchPath = subprocessEnvironment()['PATH'] ?? '';
  let search = searches.get(searchPath);
  if (search === undefined) {
    search = searchSandbox(searchPath);
    searches.set(searchPath, search);
  }
  return search;
}

async function searchSandbox(searchPath: string): Promise<Sandbox | MissingSandbox> {
  switch (process.platform) {
    case 'linux':
      return searchBubblewrap(searchPath);
    case 'darwin':
      return tryProgram('sandbox-exec', '/usr/bin/sandbox-exec', ['-p', '(version 1)(allow default)', '/usr/bin/true']);
    default:
      return {
        reason: 'there is no sandbox for this platform',
        hint: 'On Windows, run Holdfast in WSL with bubblewrap installed to confine commands.',
      };
  }
}

async function searchBubblewrap(searchPath: string): Promise<Sandbox | MissingSandbox> {
  const program = await findOnPath('bwrap', withoutPackages(searchPath));
  if (program === undefined) {
    return {
      reason: 'bubblewrap (bwrap) is not installed',
      hint: 'Install bubblewrap, for example with "apt install bubblewrap" or "dnf install bubblewrap".',
    };
  }
  return tryBubblewrap(program);
}

/** Starts bubblewrap with the folders of the system, and with more rules and options if there are any. */
function tryBubblewrap(
  program: string,
  { rules = [], ...more }: Partial<BubblewrapOptions> = {},
): Promise<Sandbox | MissingSandbox> {
  const isRoot = process.getuid?.() === 0;
  const options = {
    privateFolder: '/',
    cwd: '/',
    network: false,
    isRoot,
    hasFilter: false,
    overlay: undefined,
    ...more,
  };
  const all = [...resolveSystemRules([path.dirname(program)]), ...rules];
  const [first = program, ...trial] = bubblewrapCommand(program, { ...options, rules: all });
  return tryProgram('bubblewrap', first, [...trial, program, '--version'], program);
}

const overlays = new Map<string, Promise<OverlayMounter | undefined>>();

/**
 * Who can mount overlays of these stores whose changes are in a private folder; undefined if some system
 * or file system does not permit it. The answer is remembered for the file systems.
 */
export function findOverlay(
  { kind, program }: Sandbox,
  privateFolder: string,
  stores: readonly string[],
): Promise<OverlayMounter | undefined> {
  if (kind !== 'bubblewrap') return Promise.resolve(undefined);
  const byDevice = new Map(stores.map((store) => [statSync(store, { throwIfNoEntry: false })?.dev, store]));
  const key = [
    program,
    statSync(privateFolder).dev,
    ...[...byDevice.keys()].sort((one, other) => (one ?? 0) - (other ?? 0)),
  ].join(' ');
  let answer = overlays.get(key);
  if (answer === undefined) {
    answer = tryOverlays(program, privateFolder, [...byDevice.values()]);
    overlays.set(key, answer);
  }
  return answer;
}

async function tryOverlays(
  program: string,
  privateFolder: string,
  stores: readonly string[],
): Promise<OverlayMounter | undefined> {
  const rules = stores.map((store) => ({ path: store, access: 'store', isFolder: true }) as const);
  for (const name of OVERLAY_FOLDERS) {
    for (const store of stores) mkdirSync(overlayPart(privateFolder, store, name), { recursive: true });
  }
  const byMount = await findOverlayByMount(withoutPackages(subprocessEnvironment()['PATH'] ?? ''));
  for (const overlay of [{ by: 'bubblewrap' } as const, byMount]) {
    if (overlay === undefined) continue;
    if ('program' in (await tryBubblewrap(program, { privateFolder, rules, overlay }))) return overlay;
  }
  return undefined;
}

async function tryProgram(
  kind: Sandbox['kind'],
  first: string,
  trial: readonly string[],
  program = first,
): Promise<Sandbox | MissingSandbox> {
  const result = await execa(first, trial, {
    env: subprocessEnvironment(),
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    timeout: TRIAL_LIMIT_MS,
  });
  if (result.exitCode === 0) return { kind, program };
  const cause = result.stderr.trim().split('\n')[0] ?? '';
  return {
    reason: `${program} cannot create a sandbox here${cause === '' ? '' : ` (${cause})`}`,
    hint: 'The system must permit user namespaces. In a container, its security profile decides; on Ubuntu 24.04 or later, an AppArmor profile for bwrap is needed.',
  };
}
