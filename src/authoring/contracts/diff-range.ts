import type { Configuration } from '../../workspace/configuration/configuration.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { emptyTreeOf } from '../../workspace/git/empty-tree.ts';
import { Git } from '../../workspace/git/git.ts';
import type { Repository } from '../../workspace/repository.ts';
import { findReviewBase, resolveRevision } from '../../run/review/review-base.ts';

/** The two ends of a diff. */
export interface DiffRange {
  /** A commit, or the empty tree. */
  readonly from: string;
  readonly to: string;
  /** Whether `to` is a snapshot of the current files. */
  readonly isCurrent: boolean;
  /** For people: `the commit 1a2b3c4d5e (Add retry)`. */
  readonly label: string;
  /** The subjects of the oldest commits, at most 20, oldest first. Empty if nothing is committed. */
  readonly subjects: readonly string[];
}

const MAX_SUBJECTS = 20;

/**
 * Resolves a range: `A..B`, `A...B`, a branch, a commit, or (`undefined`) the current files from the merge base with the
 * default branch.
 *
 * @throws HoldfastError `git` without a git repository, for an unknown revision, or without a common ancestor
 */
export async function resolveDiffRange(
  repository: Repository,
  range: string | undefined,
  configuration: Pick<Configuration, 'forge'>,
  signal: AbortSignal,
): Promise<DiffRange> {
  if (repository.kind !== 'git') {
    throw new HoldfastError(
      'git',
      `Failed to write a contract from a diff: ${repository.folder} is not in a git repository`,
      {
        hint: 'A diff compares commits. Write the contract from files instead.',
      },
    );
  }
  const git = new Git(repository.folder);
  const context = { git, configuration, signal };
  if (range === undefined) return fromDefaultBranch(repository, context);
  const [, before = '', dots = '', after = ''] = /^(.*?)(\.{2,3})(.*)$/.exec(range) ?? [];
  if (dots !== '') {
    const from = await resolveRevision(git, before === '' ? 'HEAD' : before, signal);
    const to = await resolveRevision(git, after === '' ? 'HEAD' : after, signal);
    const start = dots === '...' ? (await findReviewBase(git, to, { base: from, configuration, signal })).commit : from;
    return {
      from: start,
      to,
      isCurrent: false,
      label: `the commits ${range}`,
      subjects: await readSubjects(git, start, to, signal),
    };
  }
  return fromRevision(range, context);
}

interface RangeContext {
  readonly git: Git;
  readonly configuration: Pick<Configuration, 'forge'>;
  readonly signal: AbortSignal;
}

async function fromDefaultBranch(
  repository: Repository,
  { git, configuration, signal }: RangeContext,
): Promise<DiffRange> {
  const { commit: head, branch } = await repository.readHead(signal);
  if (head === null) {
    throw new HoldfastError('git', 'Failed to write a contract from a diff: the repository has no commit', {
      hint: 'Write the contract from files instead.',
    });
  }
  const { commit: from } = await findReviewBase(git, head, { base: undefined, configuration, signal });
  const { commit: to } = await repository.createBase({ signal });
  const label = branch === null ? 'the current files' : `the branch ${branch}`;
  return { from, to, isCurrent: true, label, subjects: await readSubjects(git, from, head, signal) };
}

async function fromRevision(revision: string, { git, configuration, signal }: RangeContext): Promise<DiffRange> {
  const to = await resolveRevision(git, revision, signal);
  if (await isBranch(git, revision, signal)) {
    const { commit: from } = await findReviewBase(git, to, { base: undefined, configuration, signal });
    // The default branch does not differ from itself: its last commit is meant.
    if (from !== to) {
      const subjects = await readSubjects(git, from, to, signal);
      return { from, to, isCurrent: false, label: `the branch ${revision}`, subjects };
    }
  }
  const parent = await git.text(['rev-parse', '--verify', '--quiet', `${to}^1`], {
    action: 'read the parent of a commit',
    acceptedExitCodes: [1, 128],
    signal,
  });
  const subject = await git.text(['show', '-s', '--format=%s', to], { action: 'read a commit', signal });
  const label = `the commit ${to.slice(0, 10)} (${subject})`;
  return { from: parent === '' ? emptyTreeOf(to) : parent, to, isCurrent: false, label, subjects: [subject] };
}

async function isBranch(git: Git, name: string, signal: AbortSignal): Promise<boolean> {
  if (name === 'HEAD') return false;
  for (const prefix of ['refs/heads/', 'refs/remotes/']) {
    const found = await git.text(['show-ref', '--verify', '--hash', `${prefix}${name}`], {
      action: 'read a branch',
      acceptedExitCodes: [1, 128],
      signal,
    });
    if (found !== '') return true;
  }
  return false;
}

async function readSubjects(git: Git, from: string, to: string, signal: AbortSignal): Promise<readonly string[]> {
  const lines = await git.text(['log', '--no-merges', '--reverse', '--format=%s', `${from}..${to}`], {
    action: 'read the commits',
    signal,
  });
  return lines === '' ? [] : lines.split('\n').slice(0, MAX_SUBJECTS);
}
