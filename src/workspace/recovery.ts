/** What becomes of a landing whose process was ended in the middle of it. */
import path from 'node:path';
import { FileWriter, renameRetrying } from './file-writes.ts';
import { below } from './folder-paths.ts';
import { Git } from './git.ts';
import { lockIndex, unlockIndex } from './index-lock.ts';
import { Journal } from './journal.ts';
import type { JournalCommit } from './journal.ts';
import { writeIndex } from './user-index.ts';
import type { LandingPlace } from './landing-place.ts';
import type { UserRepository } from './private-repository.ts';

/**
 * Completes or takes back every landing that was left in the middle. The caller holds the lock of the landings, so
 * none of them is under way. Returns what was done, in words for people.
 */
export async function recoverLandings(place: LandingPlace): Promise<string[]> {
  const said: string[] = [];
  for (const journal of await Journal.find(place.journals)) {
    said.push(await recover(place, journal));
    await journal.close();
  }
  return said;
}

async function recover(place: LandingPlace, journal: Journal): Promise<string> {
  const { user } = place;
  const commit = await journal.readCommit();
  const files = journal.record.files.map(({ path: file }) => below(place.prefix, file)).join(', ');
  if (user !== undefined && commit !== undefined && (await isCommitted(user, commit))) {
    await finishIndex(user, journal, commit);
    return `Completed a landing that was interrupted: ${files} (${commit.after.slice(0, 10)}).`;
  }
  if (user !== undefined) await unlockIndex(user.gitDirectory, journal.record.id);
  if (await journal.isLanded()) return `Completed a landing that was interrupted: ${files}.`;
  const left = await new FileWriter(journal, place.traits, place.onStep).takeBack();
  const kept = left.map((file) => below(place.prefix, file));
  return left.length === 0
    ? `Took back a landing that was interrupted: ${files}.`
    : `Took back a landing that was interrupted: ${files}. What you have written since was left: ${kept.join(', ')}.`;
}

/** Whether the branch got as far as the commit: it is there, or it was and the user has gone on from it. */
async function isCommitted(user: UserRepository, commit: JournalCommit): Promise<boolean> {
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

async function finishIndex(user: UserRepository, journal: Journal, commit: JournalCommit): Promise<void> {
  const { id } = journal.record;
  await unlockIndex(user.gitDirectory, id);
  await lockIndex(user.gitDirectory, id, journal.folder);
  try {
    await writeIndex(user, commit, journal.index);
    await renameRetrying(journal.index, path.join(user.gitDirectory, 'index'));
  } finally {
    await unlockIndex(user.gitDirectory, id);
  }
}
