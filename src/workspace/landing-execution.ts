import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfCancelled } from '../shared/errors.ts';
import { BranchMoved, moveBranch } from './branch.ts';
import { HookRefused, findCommitHooks, runCommitHooks, runPostCommitHook } from './commit-hooks.ts';
import { renameRetrying } from './file-moves.ts';
import { ChangedMeanwhile, FileWriter, missingFolders } from './file-writes.ts';
import { below } from './folder-paths.ts';
import { readBlobs } from './git-reading.ts';
import { lockIndex, unlockIndex } from './index-lock.ts';
import type { TreeChange } from './index-entries.ts';
import { Journal } from './journal.ts';
import type { JournalCommit } from './journal.ts';
import { planCommit } from './landing-commit.ts';
import type { Landed, LandingPlace, LandOptions } from './landing-place.ts';
import type { UserRepository } from './private-repository.ts';
import type { Snapshot } from './snapshot.ts';
import { writeIndex } from './user-index.ts';

export interface LandingOrder {
  /** Relative to the top level. */
  readonly changes: readonly TreeChange[];
  readonly merged: Snapshot;
  readonly options: LandOptions;
}

/** Writes a merge over the user's tree, under a journal. The caller holds the lock of the landings. */
export async function executeLanding(place: LandingPlace, order: LandingOrder): Promise<Landed> {
  return new Landing(place, order).run();
}

class Landing {
  readonly #place: LandingPlace;
  readonly #changes: readonly TreeChange[];
  readonly #merged: Snapshot;
  readonly #options: LandOptions;
  readonly #id = randomBytes(6).toString('hex');
  readonly #notes: string[] = [];

  constructor(place: LandingPlace, { changes, merged, options }: LandingOrder) {
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
    let commit: ReadyCommit | undefined;
    try {
      commit = user === undefined ? undefined : await this.#planCommit(user, journal);
      throwIfCancelled(this.#options.signal, 'land the result');
      await writer.writeAll();
      if (commit !== undefined && user !== undefined) commit = await this.#runHooks(user, journal, commit);
      // The branch is moved by a process of its own, which may outlive this one: whoever finds this mark goes on to
      // the same end, so it does not matter which of them is first.
      await journal.markLanded();
      onStep('decided');
      if (commit !== undefined && user !== undefined) await moveBranch(user, commit.commit, this.#options.message);
    } catch (thrown) {
      await journal.unmarkLanded();
      const left = await writer.takeBack();
      return await this.#explain(thrown, left, journal);
    }
    onStep('final');
    if (commit !== undefined && user !== undefined) {
      await renameRetrying(journal.index, path.join(user.gitDirectory, 'index'));
      onStep('index-written');
      if (commit.hooks.includes('post-commit')) this.#notes.push(...(await runPostCommitHook(user)));
    }
    return {
      ...(commit === undefined ? {} : { commit: commit.commit.after }),
      files: this.#files,
      conflicts: [],
      notes: this.#notes,
      outdated: false,
    };
  }

  /** What it means that nothing landed. Throws what is no answer, after the landing is tidied away. */
  async #explain(thrown: unknown, left: readonly string[], journal: Journal): Promise<Landed> {
    const { prefix, user } = this.#place;
    const kept = left.map((file) => below(prefix, file));
    const notes = left.length === 0 ? [] : [`Left as they are, for they were changed meanwhile: ${kept.join(', ')}.`];
    const nothing = { files: [], conflicts: [], outdated: false };
    if (thrown instanceof ChangedMeanwhile) {
      notes.unshift(`Nothing landed: ${below(prefix, thrown.file)} was changed at the same time.`);
      return { ...nothing, notes, outdated: true };
    }
    if (thrown instanceof BranchMoved) {
      return { ...nothing, notes: ['Nothing landed: a commit was made at the same time.', ...notes], outdated: true };
    }
    if (thrown instanceof HookRefused) {
      return {
        ...nothing,
        notes,
        conflicts: [{ file: '', reason: `the ${thrown.hook} hook refused it: ${thrown.message}` }],
      };
    }
    if (user !== undefined) await unlockIndex(user.gitDirectory, this.#id);
    await journal.close();
    throw thrown;
  }

  async #planCommit(user: UserRepository, journal: Journal): Promise<ReadyCommit | undefined> {
    if (this.#options.mode !== 'commit') return undefined;
    const { store, traits, onStep } = this.#place;
    const { message, signal } = this.#options;
    await lockIndex(user.gitDirectory, this.#id, journal.folder, { signal, onWait: () => onStep('index-held') });
    onStep('index-locked');
    const source = {
      user,
      store,
      traits,
      changes: this.#changes,
      merged: this.#merged,
      message,
      work: journal.folder,
      signal,
    };
    const planned = await planCommit(source);
    if ('refusal' in planned) {
      this.#notes.push(planned.refusal);
      return undefined;
    }
    this.#notes.push(...planned.notes);
    await this.#record(user, journal, planned.commit);
    onStep('commit-recorded');
    return { commit: planned.commit, hooks: await findCommitHooks(user, signal) };
  }

  async #record(user: UserRepository, journal: Journal, commit: JournalCommit): Promise<void> {
    await writeIndex(user, commit, journal.index, this.#options.signal);
    await journal.recordCommit(commit);
  }

  async #runHooks(user: UserRepository, journal: Journal, planned: ReadyCommit): Promise<ReadyCommit> {
    const { message, runCommitHooks: wanted = false, signal } = this.#options;
    const { commit, hooks } = planned;
    if (hooks.length === 0) return planned;
    if (!wanted) {
      this.#notes.push(`The repository's commit hooks were skipped: ${hooks.join(', ')}.`);
      return { commit, hooks: [] };
    }
    const ran = await runCommitHooks({ user, commit, message, index: journal.index, work: journal.folder, signal });
    this.#notes.push(...ran.notes);
    if (ran.commit !== commit) await this.#record(user, journal, ran.commit);
    return { commit: ran.commit, hooks };
  }
}

/** A commit that is ready, and the hooks that a repository has for it. */
interface ReadyCommit {
  readonly commit: JournalCommit;
  readonly hooks: readonly string[];
}
