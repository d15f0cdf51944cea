import { HoldfastError } from '../../foundation/errors.ts';
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

/** The branch that items start from, or that an item started from, cannot be found. */
export class BaseBranchError extends HoldfastError {
  constructor(code: 'configuration' | 'not-found', message: string, hint: string) {
    super(code, message, { hint });
    this.name = 'BaseBranchError';
  }
}

const CONFIGURE = 'set "forge: { baseBranch: … }" in holdfast.config.yaml';

/** The error for a branch that does not exist. */
export function createMissingBranchError(branch: string): BaseBranchError {
  return new BaseBranchError(
    'not-found',
    `The base branch ${branch} does not exist`,
    `Restore the branch, or ${CONFIGURE} to another one.`,
  );
}

/**
 * The branch that new rounds start from: the configured one, or the default branch of `origin`, or the branch that git is
 * configured to create first, or `main`, or `master`. Branches that do not exist here do not count. The current branch is
 * used only if no other could be meant.
 *
 * @throws BaseBranchError `configuration` if there is none
 */
export async function findLocalBaseBranch(
  git: Git,
  configured: string | undefined,
  signal: AbortSignal,
): Promise<BaseBranch> {
  if (configured !== undefined) return { name: configured, source: 'forge.baseBranch' };
  const usual = USUAL_NAMES.map(
    (name): Find =>
      () =>
        Promise.resolve({ name, source: 'its usual name' }),
  );
  for (const find of [findOfOrigin, findOfConfiguration, ...usual]) {
    const found = await find(git, signal);
    if (found !== undefined && (await readBranch(git, found.name, signal)) !== undefined) return found;
  }
  return findOnly(git, signal);
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

/** The names that a first branch usually has, the most likely first. */
const USUAL_NAMES = ['main', 'master'];

/** The name of a branch that the pipeline creates: prefix, item, round, and what it is for. */
const GENERATED_BRANCH = /^[^/]+\/\d+\/\d+\//;

/** The current branch, if it is the only one apart from those that the pipeline created. */
async function findOnly(git: Git, signal: AbortSignal): Promise<BaseBranch> {
  const head = await readHeadRef(git, signal);
  const list = await git.text(['for-each-ref', '--format=%(refname)', HEADS], { action: 'list the branches', signal });
  const branches = list
    .split('\n')
    .map((ref) => ref.slice(HEADS.length))
    .filter((name) => name !== '' && !GENERATED_BRANCH.test(name));
  const [only, ...others] = branches;
  if (only !== undefined && others.length === 0 && head === HEADS + only)
    return { name: only, source: 'the only branch' };
  const failure = 'Failed to find the branch that work items start from';
  if (only !== undefined) {
    const where = head === 'HEAD' ? 'HEAD is detached, and there' : 'there';
    const message = `${failure}: ${where} is no branch main or master, and origin has no default branch.`;
    const hint = `Branches: ${branches.join(', ')}. Name one: ${CONFIGURE}.`;
    throw new BaseBranchError('configuration', message, hint);
  }
  if (head === 'HEAD') {
    const hint = 'Create a branch, for example with "git switch -c main".';
    throw new BaseBranchError('configuration', `${failure}: HEAD is detached, and there is no branch.`, hint);
  }
  const hint = `Create a first commit, or ${CONFIGURE}.`;
  throw new BaseBranchError('configuration', `${failure}: there is no branch with a commit.`, hint);
}
