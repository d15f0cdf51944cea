import path from 'node:path';
import { toFolderPath } from '../files/safe-path.ts';
import { readHeadRef } from '../git/commits.ts';
import { Git } from '../git/git.ts';
import type { UserRepository } from '../store/private-repository.ts';
import { lockIndex, unlockIndex, updateIndexCopy } from '../store/user-index.ts';
import { renameWithRetry } from './file-moves.ts';
import { FileWriter } from './file-writer.ts';
import { Journal, setJournalAside } from './journal.ts';
import type { JournalCommit } from './journal.ts';
import { HeadMovedError, moveBranch } from './landing-commit.ts';
import type { LandingTarget } from './landing-target.ts';

/**
 * Completes or rolls back every interrupted landing. The caller has the landing lock, so no landing is running. A damaged
 * journal is set aside, so that it does not prevent later landings. Returns messages for the user.
 */
export async function recoverLandings(target: LandingTarget): Promise<string[]> {
  const messages: string[] = [];
  const { journals, damaged } = await Journal.find(target.journalsFolder);
  for (const name of damaged) messages.push(await setAside(target, name));
  for (const journal of journals) {
    const commit = await journal.readCommit();
    if (commit === 'damaged') {
      messages.push(await setAside(target, journal.record.id));
    } else {
      messages.push(await recover(target, journal, commit === 'missing' ? undefined : commit));
      await journal.close();
    }
  }
  return messages;
}

async function setAside({ user, journalsFolder }: LandingTarget, name: string): Promise<string> {
  if (user !== undefined) await unlockIndex(user.gitDirectory, name);
  const folder = await setJournalAside(journalsFolder, name);
  return `The journal of an interrupted landing is damaged and was moved to ${folder}. Some of its files may have been written. The files that it replaced are in ${path.join(folder, 'old')}. Compare them with your files, then delete the folder.`;
}

async function recover(target: LandingTarget, journal: Journal, commit: JournalCommit | undefined): Promise<string> {
  const { user } = target;
  const files = journal.record.files.map(({ path: file }) => toFolderPath(target.prefix, file)).join(', ');
  if (await journal.isLanded()) {
    if (user === undefined || commit === undefined) return `Completed an interrupted landing: ${files}.`;
    if (await completeBranch(user, commit)) {
      await completeIndex(user, journal, commit);
      return `Completed an interrupted landing: ${files} (${commit.after.slice(0, 10)}).`;
    }
  }
  if (user !== undefined) await unlockIndex(user.gitDirectory, journal.record.id);
  const unrestored = await new FileWriter(journal, target.traits, target.onStep).rollBack();
  const message = `Rolled back an interrupted landing: ${files}.`;
  if (unrestored.length === 0) return message;
  const changedFiles = unrestored.map((file) => toFolderPath(target.prefix, file)).join(', ');
  return `${message} Not restored because you have changed them since: ${changedFiles}.`;
}

/**
 * Moves the branch of an interrupted landing to its commit, unless the earlier process or its git process already did.
 * Returns false if the branch has other commits now.
 */
async function completeBranch(user: UserRepository, commit: JournalCommit): Promise<boolean> {
  if (await hasReached(user, commit)) return true;
  if ((await readHeadRef(new Git(user.topLevel))) !== commit.ref) return false;
  try {
    await moveBranch(user, commit, 'completed');
    return true;
  } catch (thrown) {
    if (!(thrown instanceof HeadMovedError)) throw thrown;
    return hasReached(user, commit);
  }
}

/** Whether the branch contains the commit now, or did according to its reflog. */
async function hasReached(user: UserRepository, commit: JournalCommit): Promise<boolean> {
  const git = new Git(user.topLevel);
  const contained = await git.call(['merge-base', '--is-ancestor', commit.after, commit.ref], {
    action: 'check whether the branch contains the commit',
    acceptedExitCodes: [1, 128],
  });
  if (contained.exitCode === 0) return true;
  const log = await git.call(['reflog', 'show', '--format=%H', commit.ref, '--'], {
    action: 'read the reflog',
    acceptedExitCodes: [128],
  });
  return log.stdout.toString('utf8').split('\n').includes(commit.after);
}

async function completeIndex(user: UserRepository, journal: Journal, commit: JournalCommit): Promise<void> {
  const { id } = journal.record;
  await unlockIndex(user.gitDirectory, id);
  await lockIndex(user.gitDirectory, id, journal.folder);
  try {
    await updateIndexCopy(user, commit, journal.indexPath);
    await renameWithRetry(journal.indexPath, path.join(user.gitDirectory, 'index'));
  } finally {
    await unlockIndex(user.gitDirectory, id);
  }
}
