/**
 * How a result reaches the user's tree: wholly or not at all. The merge is made on git's objects first; files are
 * written only where they still are what the merge was made of, under a journal that a later process completes or
 * takes back; a commit takes up exactly the landed files.
 */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfCancelled } from '../shared/errors.ts';
import type { FileSystemTraits } from './disk-entries.ts';
import { isOnDisk, obstacleAbove, readDiskEntry } from './disk-entries.ts';
import { ChangedMeanwhile, FileWriter, missingFolders, renameRetrying } from './file-writes.ts';
import { below } from './folder-paths.ts';
import { Git, GitError } from './git.ts';
import { readBlobs } from './git-reading.ts';
import { lockIndex, unlockIndex } from './index-lock.ts';
import type { TreeChange } from './index-entries.ts';
import { Journal } from './journal.ts';
import type { JournalCommit } from './journal.ts';
import { planCommit, writeIndex } from './landing-commit.ts';
import type { Conflict, Merge } from './merge.ts';
import type { PrivateRepository, UserRepository } from './private-repository.ts';
import { withLock } from './process-lock.ts';
import { recoverLandings } from './recovery.ts';
import type { Base, Snapshot } from './snapshot.ts';

export type { Conflict } from './merge.ts';

/** Everything of a repository that landings need. */
export interface LandingPlace {
  readonly topLevel: string;
  /** The workspace folder relative to the top level: `''` or with `/` at the end. */
  readonly prefix: string;
  readonly user: UserRepository | undefined;
  readonly store: PrivateRepository;
  readonly traits: FileSystemTraits;
  /** The folder of the journals. */
  readonly journals: string;
  /** The lock that landings into this work tree take one after the other. */
  readonly lock: string;
  /** Told of every step that changes something, for tests that end the process there. */
  readonly onStep: (step: string) => void;
}

export interface LandOptions {
  readonly mode: 'commit' | 'working-tree';
  /** Of the commit: `chunk: <title>`. */
  readonly message: string;
  /** Whether the repository's commit hooks run. They do not by default, and a note says so where there are any. */
  readonly runCommitHooks?: boolean;
  readonly signal?: AbortSignal;
}

/** What a landing did. The shape of a run's LandingReport. */
export interface Landed {
  readonly commit?: string;
  /** Relative to the folder. Empty where nothing landed, or the files held the result already. */
  readonly files: readonly string[];
  readonly conflicts: readonly Conflict[];
  readonly notes: readonly string[];
  /** The user's files changed after the merge was made, and nothing landed: prepare again, check again, land again. */
  readonly outdated: boolean;
}

const LOCK_WAIT_MS = 60_000;

/** A result merged with the user's tree of the moment, ready to be checked and landed. */
export class PreparedLanding {
  /** Empty, or nothing lands. */
  readonly conflicts: readonly Conflict[];
  /** The merged tree; the user's own where there are conflicts. */
  readonly mergedCommit: string;
  readonly merged: Snapshot;
  /** Whether the merged tree is another than the result's, so that it must be checked again. */
  readonly differsFromResult: boolean;
  readonly userSnapshot: Base;
  /** What will be written, relative to the folder. */
  readonly files: readonly string[];
  readonly #place: LandingPlace;
  readonly #changes: readonly TreeChange[];

  /** Use Repository.prepareLanding. */
  constructor(place: LandingPlace, merge: Merge, userSnapshot: Base) {
    this.#place = place;
    this.#changes = merge.changes;
    this.conflicts = merge.conflicts.map(({ file, reason }) => ({ file: below(place.prefix, file), reason }));
    this.merged = merge.merged;
    this.mergedCommit = merge.merged.commit;
    this.differsFromResult = merge.differsFromResult;
    this.userSnapshot = userSnapshot;
    this.files = merge.changes.map(({ path: file }) => below(place.prefix, file));
  }

  /** Lands, wholly or not at all. Throws where the files could not be written; they are then as they were. */
  async land(options: LandOptions): Promise<Landed> {
    const nothing = { files: [], notes: [], outdated: false };
    if (this.conflicts.length > 0) return { ...nothing, conflicts: this.conflicts };
    if (this.#changes.length === 0) {
      return { ...nothing, conflicts: [], notes: ['There was nothing to write: the files hold the result already.'] };
    }
    const place = this.#place;
    return withLock(place.lock, { what: 'land the result', signal: options.signal, waitMs: LOCK_WAIT_MS }, async () => {
      const recovered = await recoverLandings(place);
      const landed = await new Landing(place, this.#changes, this.merged, options).run();
      return { ...landed, notes: [...recovered, ...landed.notes] };
    });
  }
}

/**
 * Looks for files on disk that git does not see and that stand where the merge writes: ignored ones, folders, links.
 * An ignored file that already is what the merge would write is left out of the merge's changes.
 */
export async function heedObstacles(place: LandingPlace, merge: Merge): Promise<Merge> {
  const removed = new Set(merge.changes.filter(({ after }) => after === undefined).map(({ path: file }) => file));
  const conflicts: Conflict[] = [...merge.conflicts];
  const there = new Set<string>();
  for (const { path: file, before, after } of merge.changes) {
    if (after === undefined) continue;
    const obstacle = await obstacleAbove(place.topLevel, file);
    if (obstacle !== undefined) {
      if (!removed.has(obstacle))
        conflicts.push({
          file,
          reason: `${below(place.prefix, obstacle)} is a link or a file where a folder is needed`,
        });
      continue;
    }
    if (before !== undefined) continue;
    const found = await readDiskEntry(path.join(place.topLevel, file), place.traits);
    if (found === undefined) continue;
    if (found === 'folder') {
      if (![...removed].some((other) => other.startsWith(`${file}/`))) {
        conflicts.push({ file, reason: 'there is a folder of this name' });
      }
    } else if (isOnDisk(found, after, place.traits)) {
      there.add(file);
    } else if (!(place.traits.foldsCase && [...removed].some((other) => other.toLowerCase() === file.toLowerCase()))) {
      conflicts.push({
        file,
        reason: 'there is a file of this name that git ignores, or that was left out of the base',
      });
    }
  }
  return { ...merge, conflicts, changes: merge.changes.filter(({ path: file }) => !there.has(file)) };
}

class Landing {
  readonly #place: LandingPlace;
  readonly #changes: readonly TreeChange[];
  readonly #merged: Snapshot;
  readonly #options: LandOptions;
  readonly #id = randomBytes(6).toString('hex');
  readonly #notes: string[] = [];

  constructor(place: LandingPlace, changes: readonly TreeChange[], merged: Snapshot, options: LandOptions) {
    this.#place = place;
    this.#changes = changes;
    this.#merged = merged;
    this.#options = options;
  }

  get #files(): string[] {
    return this.#changes.map(({ path: file }) => below(this.#place.prefix, file));
  }

  async run(): Promise<Landed> {
    const { store, journals, topLevel, onStep } = this.#place;
    throwIfCancelled(this.#options.signal, 'land the result');
    await mkdir(journals, { recursive: true });
    const written = [...this.#changes.entries()].flatMap(([number, { after }]) =>
      after === undefined ? [] : [{ number, object: after.object }],
    );
    const blobs = await readBlobs(
      store.git(),
      written.map(({ object }) => object),
      this.#options.signal,
    );
    const contents = new Map(written.map(({ number, object }) => [number, blobs.get(object) ?? Buffer.alloc(0)]));
    const folders = await missingFolders(topLevel, this.#changes);
    onStep('begin');
    const journal = await Journal.write(
      journals,
      { version: 1, id: this.#id, topLevel, folders, files: this.#changes.map((change) => ({ ...change })) },
      contents,
    );
    onStep('journal-written');
    const landed = await this.#write(journal);
    if (this.#place.user !== undefined) await unlockIndex(this.#place.user.gitDirectory, this.#id);
    onStep('index-unlocked');
    await journal.close();
    onStep('journal-closed');
    return landed;
  }

  /**
   * From the first write to the last. Whatever is thrown before the landing is final, all is taken back; what is
   * thrown after that, or while taking back, leaves the journal to the next process.
   */
  async #write(journal: Journal): Promise<Landed> {
    const { onStep, traits, user } = this.#place;
    const writer = new FileWriter(journal, traits, onStep);
    let commit: JournalCommit | undefined;
    try {
      commit = user === undefined ? undefined : await this.#planCommit(user, journal);
      throwIfCancelled(this.#options.signal, 'land the result');
      await writer.writeAll();
      if (commit !== undefined && user !== undefined) await this.#moveRef(user, commit);
      else await journal.markLanded();
    } catch (thrown) {
      await writer.takeBack();
      if (thrown instanceof ChangedMeanwhile) return this.#nothingLanded(below(this.#place.prefix, thrown.file));
      if (thrown instanceof RefMoved) return this.#nothingLanded(undefined);
      if (user !== undefined) await unlockIndex(user.gitDirectory, this.#id);
      await journal.close();
      throw thrown;
    }
    onStep('final');
    if (commit !== undefined && user !== undefined) {
      await renameRetrying(journal.index, path.join(user.gitDirectory, 'index'));
      onStep('index-written');
    }
    return {
      ...(commit === undefined ? {} : { commit: commit.after }),
      files: this.#files,
      conflicts: [],
      notes: this.#notes,
      outdated: false,
    };
  }

  #nothingLanded(file: string | undefined): Landed {
    const note =
      file === undefined
        ? 'Nothing landed: a commit was made at the same time.'
        : `Nothing landed: ${file} was changed at the same time.`;
    return { files: [], conflicts: [], notes: [note], outdated: true };
  }

  async #planCommit(user: UserRepository, journal: Journal): Promise<JournalCommit | undefined> {
    if (this.#options.mode !== 'commit') return undefined;
    const { store, traits, onStep } = this.#place;
    const { signal } = this.#options;
    await lockIndex(user.gitDirectory, this.#id, journal.folder, signal);
    onStep('index-locked');
    const planned = await planCommit({
      user,
      store,
      traits,
      changes: this.#changes,
      merged: this.#merged,
      message: this.#options.message,
      work: journal.folder,
      signal,
    });
    if ('refusal' in planned) {
      this.#notes.push(planned.refusal);
      return undefined;
    }
    this.#notes.push(...planned.notes);
    await writeIndex(user, planned.commit, journal.index, signal);
    await journal.recordCommit(planned.commit);
    onStep('commit-recorded');
    return planned.commit;
  }

  /** The moment in which a landing with a commit becomes final. */
  async #moveRef(user: UserRepository, commit: JournalCommit): Promise<void> {
    const subject = this.#options.message.split('\n')[0] ?? '';
    const none = '0'.repeat(commit.after.length);
    try {
      await new Git(user.topLevel).call(
        ['update-ref', '-m', `holdfast: ${subject}`, 'HEAD', commit.after, commit.before ?? none],
        {
          what: 'move the branch to the new commit',
        },
      );
    } catch (thrown) {
      if (thrown instanceof GitError && /but expected|already exists|is at/.test(thrown.stderr)) throw new RefMoved();
      throw thrown;
    }
  }
}

/** Someone else has committed since the commit was made. */
class RefMoved extends Error {}
