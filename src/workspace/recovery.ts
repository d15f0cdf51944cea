/** What becomes of a landing whose process was ended in the middle of it. */
import path from 'node:path';
import { completeBranch } from './branch.ts';
import { renameRetrying } from './file-moves.ts';
import { FileWriter } from './file-writes.ts';
import { below } from './folder-paths.ts';
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
  if (await journal.isLanded()) {
    if (user === undefined || commit === undefined) return `Completed a landing that was interrupted: ${files}.`;
    if (await completeBranch(user, commit)) {
      await finishIndex(user, journal, commit);
      return `Completed a landing that was interrupted: ${files} (${commit.after.slice(0, 10)}).`;
    }
  }
  if (user !== undefined) await unlockIndex(user.gitDirectory, journal.record.id);
  const left = await new FileWriter(journal, place.traits, place.onStep).takeBack();
  const kept = left.map((file) => below(place.prefix, file));
  return left.length === 0
    ? `Took back a landing that was interrupted: ${files}.`
    : `Took back a landing that was interrupted: ${files}. What you have written since was left: ${kept.join(', ')}.`;
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
