import { closeSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { removeTree } from '../files/remove-tree.ts';
import { subprocessEnvironment, type Environment } from '../environment/subprocess-environment.ts';
import { bubblewrapCommand } from './bubblewrap.ts';
import { hasNetwork, type ConfinementKind, type ConfinementRules } from './confinement-rules.ts';
import { findHiddenProgram, type CommandToConfine } from './find-hidden-program.ts';
import { findOverlay, findSandbox, type MissingSandbox, type Sandbox } from './find-sandbox.ts';
import { followPath } from './follow-links.ts';
import { readGitSettings } from './git-settings.ts';
import { readNpmSettings } from './npm-settings.ts';
import { resolvePathRules, type PathRule, type Surroundings } from './path-rules.ts';
import { privatePart } from './private-folder.ts';
import { preparePrivateFolder } from './prepare-private-folder.ts';
import { listProjectFiles } from './project-files.ts';
import { GO_PROJECTS, SECRET_LOCATIONS } from './sandbox-table.ts';
import { openSystemCallFilter } from './system-call-filter.ts';
import { privateVariables, sandboxProfile } from './sandbox-exec.ts';

/** How a command starts. Disposal removes its private folder, if it has one for itself. */
export interface ConfinedCommand extends AsyncDisposable {
  readonly kind: ConfinementKind;
  /** The program and its first arguments that the command line follows; empty without a sandbox. */
  readonly prefix: readonly string[];
  /** Variables that replace those of the command. */
  readonly variables: Environment;
  /** An open file that the sandbox reads as `FILTER_DESCRIPTOR`. */
  readonly filter?: number | undefined;
  /** What the command sees of the machine; absent without a sandbox. */
  readonly pathRules?: readonly PathRule[] | undefined;
}

const UNCONFINED: ConfinedCommand = {
  kind: 'unconfined',
  prefix: [],
  variables: {},
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

/** Prepares the sandbox of a command. `refusal` means that the command must not run, with the reason. */
export async function confineCommand(
  rules: ConfinementRules | undefined,
  command: CommandToConfine,
): Promise<ConfinedCommand | { readonly refusal: string }> {
  if (rules === undefined || rules.mode === 'off') return UNCONFINED;
  const sandbox = await findSandbox();
  if ('reason' in sandbox) {
    return rules.mode === 'strict' ? { refusal: strictRefusal(sandbox) } : UNCONFINED;
  }
  const projectFiles = listProjectFiles(rules.tree, command.cwd);
  const surroundings = { ...surroundingsOf(command.environment), projectFiles };
  const pathRules = resolvePathRules(rules, surroundings);
  const hidden = await findHiddenProgram(pathRules, command);
  if (hidden !== undefined) return { refusal: hidden };
  const owned = rules.privateFolder === undefined ? await mkdtemp(path.join(tmpdir(), 'holdfast-private-')) : undefined;
  const privateFolder = rules.privateFolder ?? owned ?? '';
  preparePrivateFolder(privateFolder, {
    rules: pathRules,
    texts: new Map([
      [path.join(surroundings.home, '.gitconfig'), await readGitSettings()],
      [path.join(surroundings.home, '.npmrc'), readNpmSettings(surroundings.home)],
    ]),
  });
  const filter = sandbox.kind === 'bubblewrap' ? openSystemCallFilter() : undefined;
  return {
    kind: sandbox.kind,
    pathRules,
    filter,
    ...(await startOf(sandbox, {
      rules,
      pathRules,
      privateFolder,
      cwd: command.cwd,
      surroundings,
      hasFilter: filter !== undefined,
    })),
    [Symbol.asyncDispose]: async () => {
      if (filter !== undefined) closeSync(filter);
      if (owned !== undefined) await removeTree(owned);
    },
  };
}

interface SandboxParts {
  readonly rules: ConfinementRules;
  readonly pathRules: readonly PathRule[];
  readonly privateFolder: string;
  readonly cwd: string;
  readonly surroundings: Surroundings;
  readonly hasFilter: boolean;
}

async function startOf(
  sandbox: Sandbox,
  { rules, pathRules, privateFolder, cwd, surroundings, hasFilter }: SandboxParts,
): Promise<Pick<ConfinedCommand, 'prefix' | 'variables'>> {
  const { kind, program } = sandbox;
  const network = hasNetwork(rules);
  if (kind === 'sandbox-exec') {
    return {
      prefix: [program, '-p', sandboxProfile(pathRules, privateFolder, network)],
      variables: privateVariables(surroundings, (seenAt) => privatePart(privateFolder, seenAt)),
    };
  }
  const isRoot = process.getuid?.() === 0;
  const stores = pathRules.filter(({ access, isFolder }) => access === 'store' && isFolder).map((rule) => rule.path);
  const overlay = stores.length === 0 ? undefined : await findOverlay(sandbox, privateFolder, stores);
  const options = { rules: pathRules, privateFolder, cwd, network, isRoot, hasFilter, overlay };
  return {
    prefix: bubblewrapCommand(program, options),
    variables:
      overlay === undefined || !GO_PROJECTS.some((name) => surroundings.projectFiles?.has(name))
        ? readOnlyStoreVariables(surroundings)
        : {},
  };
}

/** Go keeps an index of each folder of packages in its cache and fails if it cannot, unlike for everything else. */
function readOnlyStoreVariables({ environment }: Surroundings): Environment {
  const settings = environment['GODEBUG'];
  return { GODEBUG: [...(settings === undefined ? [] : [settings]), 'goindex=0'].join(',') };
}

/** What the rules of a command depend on, besides the rules of its contract. */
export function surroundingsOf(environment: Environment = subprocessEnvironment()): Surroundings {
  return {
    home: followPath(homedir())?.real ?? homedir(),
    temporaryFolder: tmpdir(),
    userId: process.getuid?.(),
    environment: { ...subprocessEnvironment(SECRET_LOCATIONS), ...environment },
  };
}

/** Why a command does not run in the mode `strict`. */
export function strictRefusal({ reason, hint }: MissingSandbox): string {
  return `Confinement is "strict", but ${reason}. ${hint}`;
}
