/** The branch of a landing, and how it comes to the landing's commit. */
import { currentRef } from './commits.ts';
import { Git, GitError } from './git.ts';
import type { JournalCommit } from './journal.ts';
import type { UserRepository } from './private-repository.ts';

/** Someone else has committed since the commit was made. */
export class BranchMoved extends Error {}

/** Moves what is checked out to the commit, if it still is where the commit was made from. Throws BranchMoved. */
export async function moveBranch(user: UserRepository, commit: JournalCommit, message: string): Promise<void> {
  const git = new Git(user.topLevel);
  const subject = message.split('\n')[0] ?? '';
  const before = commit.before ?? '0'.repeat(commit.after.length);
  try {
    await git.call(['update-ref', '-m', `holdfast: ${subject}`, 'HEAD', commit.after, before], {
      what: 'move the branch to the new commit',
    });
  } catch (thrown) {
    if (thrown instanceof GitError && /but expected|already exists|is at/.test(thrown.stderr)) throw new BranchMoved();
    throw thrown;
  }
}

/**
 * Brings the branch of an interrupted landing to its commit. False where it has gone another way. What an earlier
 * process, or its child that lived on, has done already is done.
 */
export async function completeBranch(user: UserRepository, commit: JournalCommit): Promise<boolean> {
  if (await isReached(user, commit)) return true;
  if ((await currentRef(new Git(user.topLevel))) !== commit.ref) return false;
  try {
    await moveBranch(user, commit, 'completed');
    return true;
  } catch (thrown) {
    if (!(thrown instanceof BranchMoved)) throw thrown;
    return isReached(user, commit);
  }
}

/** Whether the branch got as far as the commit: it is there, or it was and the user has gone on from it. */
async function isReached(user: UserRepository, commit: JournalCommit): Promise<boolean> {
  const git = new Git(user.topLevel);
  const contained = await git.call(['merge-base', '--is-ancestor', commit.after, commit.ref], {
    what: 'ask whether the commit was made',
    answers: [1, 128],
  });
  if (contained.exitCode === 0) return true;
  const log = await git.call(['reflog', 'show', '--format=%H', commit.ref, '--'], {
    what: 'read the reflog',
    answers: [128],
  });
  return log.stdout.toString('utf8').split('\n').includes(commit.after);
}
