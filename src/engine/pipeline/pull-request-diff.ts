import type { Forge, PullRequest } from '../../pipeline/forge/forge.ts';
import type { Git } from '../../workspace/git/git.ts';

/** The longest diff that is shown. */
const MAX_DIFF_BYTES = 8 * 1024 * 1024;

/** The unified diff of a pull request: against its base branch, or of its merge. Empty if its base was deleted. */
export async function readDiff(
  { headCommit, mergeCommit, base }: PullRequest,
  forge: Pick<Forge, 'fetchCommit' | 'readBranch'>,
  git: Git,
  signal: AbortSignal,
): Promise<string> {
  const to = mergeCommit ?? headCommit;
  const from = mergeCommit === undefined ? await forge.readBranch(base, signal) : `${mergeCommit}^1`;
  if (from === undefined) return '';
  await forge.fetchCommit(to, signal);
  if (mergeCommit === undefined) await forge.fetchCommit(from, signal);
  const range = mergeCommit === undefined ? [`${from}...${to}`] : [from, to];
  const { stdout, truncated } = await git.call(['diff', '--no-ext-diff', '--no-textconv', ...range], {
    action: 'compare the branches',
    limitBytes: MAX_DIFF_BYTES,
    signal,
  });
  return truncated ? `${stdout.toString('utf8')}\n… the diff is longer\n` : stdout.toString('utf8');
}
