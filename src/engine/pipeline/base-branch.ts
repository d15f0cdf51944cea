import { HoldfastError } from '../../shared/errors.ts';
import { readBranch } from '../../workspace/git/branches.ts';
import { readHeadRef } from '../../workspace/git/commits.ts';
import type { Git } from '../../workspace/git/git.ts';

/** The branch that work items of the local forge start from, and where its name is from. */
export interface BaseBranch {
  readonly name: string;
  readonly source: string;
}

const HEADS = 'refs/heads/';
const ORIGIN = 'refs/remotes/origin/';

/**
 * The branch that items start from: the configured one, or the default branch of `origin`, or the branch that git is
 * configured to create first, or `main`, or `master`, or the current one. Branches that do not exist here do not count.
 *
 * @throws HoldfastError `configuration` if there is none
 */
export async function findLocalBaseBranch(
  git: Git,
  configured: string | undefined,
  signal: AbortSignal,
): Promise<BaseBranch> {
  if (configured !== undefined) return { name: configured, source: 'forge.baseBranch' };
  for (const find of [findOfOrigin, findOfConfiguration, findUsual, findCurrent]) {
    const found = await find(git, signal);
    if (found !== undefined && (await readBranch(git, found.name, signal)) !== undefined) return found;
  }
  throw new HoldfastError('configuration', 'Failed to find the branch that work items start from.', {
    hint: 'Create a first commit, or set "forge: { baseBranch: … }" in holdfast.config.yaml.',
  });
}

type Find = (git: Git, signal: AbortSignal) => Promise<BaseBranch | undefined>;

const findOfOrigin: Find = async (git, signal) => {
  const ref = await git.text(['symbolic-ref', '--quiet', `${ORIGIN}HEAD`], {
    action: 'read the default branch',
    acceptedExitCodes: [1],
    signal,
  });
  return ref.startsWith(ORIGIN)
    ? { name: ref.slice(ORIGIN.length), source: 'the default branch of origin' }
    : undefined;
};

const findOfConfiguration: Find = async (git, signal) => {
  const name = await git.text(['config', '--get', 'init.defaultBranch'], {
    action: 'read the default branch',
    acceptedExitCodes: [1],
    signal,
  });
  return name === '' ? undefined : { name, source: 'init.defaultBranch' };
};

const findUsual: Find = async (git, signal) => {
  for (const name of ['main', 'master']) {
    if ((await readBranch(git, name, signal)) !== undefined) return { name, source: 'its usual name' };
  }
  return undefined;
};

const findCurrent: Find = async (git, signal) => {
  const ref = await readHeadRef(git, signal);
  return ref.startsWith(HEADS) ? { name: ref.slice(HEADS.length), source: 'the current branch' } : undefined;
};
