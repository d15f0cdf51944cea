import path from 'node:path';
import { canExecute } from '../environment/find-program.ts';
import { pathExists } from '../files/safe-path.ts';
import { isAtLeast, parseGitVersion } from '../git/git-version.ts';
import { GitError, type Git } from '../git/git.ts';

const COMMIT_HOOKS = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'];
const TIME_LIMIT_MS = 10 * 60_000;
const MAX_SHOWN_OUTPUT = 2_000;

/** The first git with `git hook run`. */
const HOOK_RUN_VERSION = { major: 2, minor: 36 };
/**
 * An earlier git starts the file through an alias: git runs aliases as it runs hooks, with its own shell, search path and
 * variables, at the top level. The output of a hook goes to standard error.
 */
const START_FILE = ['-c', 'alias.holdfast-start-hook=!f() { exec "$@" >&2; }; f', 'holdfast-start-hook'];

/** The commit hooks that a repository has. */
export interface CommitHooks {
  readonly folder: string;
  readonly names: readonly string[];
}

/** Finds the commit hooks in a folder of hooks. */
export async function findCommitHooks(folder: string): Promise<CommitHooks> {
  const names: string[] = [];
  for (const name of COMMIT_HOOKS) if (await pathExists(path.join(folder, name))) names.push(name);
  return { folder, names };
}

/** A hook rejected the commit. The message is the output of the hook or, if there is none, the reason. */
export class HookRejectedError extends Error {
  readonly hook: string;

  constructor(hook: string, output: string) {
    super(output.length > MAX_SHOWN_OUTPUT ? `…${output.slice(-MAX_SHOWN_OUTPUT)}` : output);
    this.name = 'HookRejectedError';
    this.hook = hook;
  }
}

/**
 * Runs a hook of the repository, if there is one with this name.
 *
 * @param git the user's repository, at the top level
 * @throws HookRejectedError if the hook fails
 */
export async function runHook(
  git: Git,
  hooks: CommitHooks,
  name: string,
  arguments_: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  if (!hooks.names.includes(name)) return;
  const start = await createHookCall(git, hooks.folder, name, signal);
  if (start === undefined) return;
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    await git.call([...start, ...arguments_], {
      action: `run the ${name} hook`,
      asUser: true,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
  } catch (thrown) {
    if (limit.aborted) throw new HookRejectedError(name, 'it exceeded the time limit of ten minutes');
    if (thrown instanceof GitError) throw new HookRejectedError(name, thrown.stderr.trim() || thrown.message);
    throw thrown;
  }
}

/** The arguments for git that run a hook. `undefined` if git ignores the hook. */
async function createHookCall(
  git: Git,
  folder: string,
  name: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | undefined> {
  const version = parseGitVersion(await git.text(['version'], { action: 'read the version of git', signal }));
  if (version === undefined || isAtLeast(version, HOOK_RUN_VERSION)) {
    return ['hook', 'run', '--ignore-missing', name, '--'];
  }
  const file = path.join(folder, name);
  // Git ignores a hook that is not executable.
  return (await canExecute(file)) ? [...START_FILE, file] : undefined;
}
