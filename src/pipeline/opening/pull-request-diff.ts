import type { Forge, PullRequest } from '../forge/forge.ts';
import type { Git } from '../../workspace/git/git.ts';

/** The longest diff that is shown. */
const MAX_DIFF_BYTES = 8 * 1024 * 1024;

/** The commits before and after the change of a pull request. */
export interface ComparedCommits {
  readonly from: string;
  readonly to: string;
}

/**
 * The commits of a pull request: from the last commit that its base branch has, too, or those of its merge. They are fetched.
 * Undefined if its base was deleted, or has nothing in common with it.
 */
export async function findComparedCommits(
  { headCommit, mergeCommit, base }: PullRequest,
  forge: Pick<Forge, 'fetchCommit' | 'readBranch'>,
  git: Git,
  signal: AbortSignal,
): Promise<ComparedCommits | undefined> {
  if (mergeCommit !== undefined) {
    await forge.fetchCommit(mergeCommit, signal);
    return { from: `${mergeCommit}^1`, to: mergeCommit };
  }
  const tip = await forge.readBranch(base, signal);
  if (tip === undefined) return undefined;
  for (const commit of [headCommit, tip]) await forge.fetchCommit(commit, signal);
  const options = { action: 'find where the branch starts', acceptedExitCodes: [1], signal };
  const from = await git.text(['merge-base', tip, headCommit], options);
  return from === '' ? undefined : { from, to: headCommit };
}

/** The unified diff between two commits. */
export async function readDiff({ from, to }: ComparedCommits, git: Git, signal: AbortSignal): Promise<string> {
  const { stdout, truncated } = await git.call(['diff', '--no-ext-diff', '--no-textconv', from, to], {
    action: 'compare the branches',
    limitBytes: MAX_DIFF_BYTES,
    signal,
  });
  return truncated ? `${stdout.toString('utf8')}\n… the diff is longer\n` : stdout.toString('utf8');
}
