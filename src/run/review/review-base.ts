import type { Configuration } from '../../workspace/configuration/configuration.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { readHeadRef } from '../../workspace/git/commits.ts';
import type { Git } from '../../workspace/git/git.ts';

/** The commit that a change starts from, and how it was found. */
export interface ReviewBase {
  readonly commit: string;
  readonly source: string;
}

const REMOTE = 'refs/remotes/origin/';
const LOCAL = 'refs/heads/';
const SHALLOW =
  'This clone is shallow: it lacks the history that the change is compared with. Set "fetch-depth: 0" of actions/checkout, or run "git fetch --unshallow origin" and fetch the branch.';

/**
 * The merge base of a commit with a revision; by default with the default branch, as this clone or `origin` knows it. A
 * checkout in CI often has only the branch of `origin`.
 *
 * @throws HoldfastError `git` if a revision does not exist, if there is no default branch, or if the commits have no common
 * ancestor
 */
export async function findReviewBase(
  git: Git,
  head: string,
  {
    base,
    configuration,
    signal,
  }: { base: string | undefined; configuration: Pick<Configuration, 'forge'>; signal: AbortSignal },
): Promise<ReviewBase> {
  const found =
    base === undefined
      ? await findDefaultBranch(git, configuration.forge.baseBranch, signal)
      : { name: base, commits: [await resolveRevision(git, base, signal)] };
  const isHead = found.commits.every((one) => one === head);
  const commit = isHead
    ? head
    : await git.text(['merge-base', head, ...found.commits], {
        action: 'compare commits',
        acceptedExitCodes: [1],
        signal,
      });
  if (commit !== '') return { commit, source: `merge base with ${found.name}` };
  throw new HoldfastError(
    'git',
    `Failed to find the change: ${found.name} and the checked-out commit have no common ancestor.`,
    {
      hint: (await isShallow(git, signal)) ? SHALLOW : 'Name a branch or commit that the work started from.',
    },
  );
}

/** @throws HoldfastError `git` if the revision does not exist */
export async function resolveRevision(git: Git, revision: string, signal: AbortSignal): Promise<string> {
  const commit = await findCommit(git, revision, signal);
  if (commit !== undefined) return commit;
  throw new HoldfastError('git', `Failed to find the revision "${revision}": no commit has this name.`, {
    hint: (await isShallow(git, signal))
      ? SHALLOW
      : 'Use a branch, a tag or a commit that this clone has. "git fetch" gets the branches of origin.',
  });
}

async function isShallow(git: Git, signal: AbortSignal): Promise<boolean> {
  const answer = await git.text(['rev-parse', '--is-shallow-repository'], { action: 'read the repository', signal });
  return answer === 'true';
}

async function findCommit(git: Git, revision: string, signal: AbortSignal): Promise<string | undefined> {
  const commit = await git.text(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`], {
    action: 'read a revision',
    acceptedExitCodes: [1, 128],
    signal,
  });
  return commit === '' ? undefined : commit;
}

async function findDefaultBranch(
  git: Git,
  configured: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly commits: readonly string[] }> {
  const current = await readHeadRef(git, signal);
  for (const name of configured === undefined ? await usualNames(git, signal) : [configured]) {
    const remote = await findCommit(git, `${REMOTE}${name}`, signal);
    // On the default branch itself, the change is what its remote does not have, or what is not committed.
    const isCurrent = current === `${LOCAL}${name}` && remote !== undefined;
    const local = isCurrent ? undefined : await findCommit(git, `${LOCAL}${name}`, signal);
    const commits = [local, remote].filter((commit) => commit !== undefined);
    if (commits.length > 0) return { name: local === undefined ? `origin/${name}` : name, commits };
  }
  throw new HoldfastError('git', 'Failed to find the change: the default branch is not known.', {
    hint: 'Set --base to the branch or commit to compare with, or set "forge: { baseBranch: … }" in holdfast.config.yaml.',
  });
}

/** The names that the default branch can have, the most likely first. */
async function usualNames(git: Git, signal: AbortSignal): Promise<readonly string[]> {
  const ofOrigin = await git.text(['symbolic-ref', '--quiet', `${REMOTE}HEAD`], {
    action: 'read the default branch',
    acceptedExitCodes: [1],
    signal,
  });
  const ofConfiguration = await git.text(['config', '--get', 'init.defaultBranch'], {
    action: 'read the default branch',
    acceptedExitCodes: [1],
    signal,
  });
  const names = [ofOrigin.startsWith(REMOTE) ? ofOrigin.slice(REMOTE.length) : '', ofConfiguration, 'main', 'master'];
  return [...new Set(names)].filter((name) => name !== '');
}
