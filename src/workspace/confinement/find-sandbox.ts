import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { findOnPath } from '../environment/find-program.ts';
import { subprocessEnvironment } from '../environment/subprocess-environment.ts';
import { bubblewrapArguments, overlayPart, type BubblewrapOptions } from './bubblewrap.ts';
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
  const program = await findOnPath('bwrap', searchPath);
  if (program === undefined) {
    return {
      reason: 'bubblewrap (bwrap) is not installed',
      hint: 'Install bubblewrap, for example with "apt install bubblewrap" or "dnf install bubblewrap".',
    };
  }
  return tryProgram('bubblewrap', program, [...trialArguments({ program }), program, '--version']);
}

function trialArguments({
  program,
  ...more
}: { readonly program: string } & Partial<BubblewrapOptions>): readonly string[] {
  const rules = resolveSystemRules([path.dirname(program)]);
  const isRoot = process.getuid?.() === 0;
  const options = { rules, privateFolder: '/', cwd: '/', network: false, isRoot, hasFilter: false, hasOverlay: false };
  return bubblewrapArguments({ ...options, ...more, rules: [...rules, ...(more.rules ?? [])] });
}

const overlays = new Map<string, Promise<boolean>>();

/**
 * Whether bubblewrap can mount an overlay whose changes are in a folder. Older versions cannot, and neither can some file
 * systems. The answer is remembered for each file system.
 */
export function hasOverlay({ kind, program }: Sandbox, privateFolder: string): Promise<boolean> {
  if (kind !== 'bubblewrap') return Promise.resolve(false);
  const key = `${program} ${statSync(privateFolder).dev}`;
  let answer = overlays.get(key);
  if (answer === undefined) {
    answer = tryOverlay(program, privateFolder);
    overlays.set(key, answer);
  }
  return answer;
}

async function tryOverlay(program: string, privateFolder: string): Promise<boolean> {
  const store = { path: '/usr/share', access: 'store', isFolder: true } as const;
  for (const name of ['upper', 'work'])
    mkdirSync(path.join(overlayPart(privateFolder, store.path), name), { recursive: true });
  const trial = trialArguments({ program, privateFolder, rules: [store], hasOverlay: true });
  return 'program' in (await tryProgram('bubblewrap', program, [...trial, program, '--version']));
}

async function tryProgram(
  kind: Sandbox['kind'],
  program: string,
  trial: readonly string[],
): Promise<Sandbox | MissingSandbox> {
  const result = await execa(program, trial, {
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
