/**
 * Lands a result in the user's tree, completely or not at all. The merge is computed on git objects first. Files are then
 * written under a journal, and only if they still equal the merge input; a later process completes or rolls back an
 * interrupted landing. A commit contains exactly the landed files.
 */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { messageOf, throwIfCancelled } from '../../foundation/errors.ts';
import { toStorageError } from '../../foundation/storage-error.ts';
import { toFolderPath } from '../files/safe-path.ts';
import { readBlobs } from '../git/batch-reads.ts';
import { readHead } from '../git/commits.ts';
import { Git } from '../git/git.ts';
import type { TreeChange } from '../git/index-entries.ts';
import type { Base, Snapshot } from '../git/snapshot.ts';
import type { UserRepository } from '../store/private-repository.ts';
import { withLock } from '../store/process-lock.ts';
import { lockIndex, unlockIndex, updateIndexCopy } from '../store/user-index.ts';
import { BranchSwitchedError, checkBranch } from './branch-switch.ts';
import { readHeadAndHooks, runCommitHooks, runPostCommitHook } from './commit-hooks.ts';
import { renameWithRetry } from './file-moves.ts';
import { FileChangedError, FileWriter, listMissingFolders } from './file-writer.ts';
import { Journal } from './journal.ts';
import type { JournalCommit } from './journal.ts';
import { HeadMovedError, moveBranch, planCommit } from './landing-commit.ts';
import { LANDING_WAIT_MS } from './landing-target.ts';
import type { LandOptions, LandingResult, LandingTarget } from './landing-target.ts';
import type { Conflict, Merge } from './merge.ts';
import { listUncommittedFiles } from './uncommitted-files.ts';
import { keepOverwritten } from './overwritten.ts';
import { recoverLandings } from './recovery.ts';
import { HookRejectedError, findCommitHooks, type CommitHooks } from './run-hook.ts';

const NOTHING_LANDED = { files: [], conflicts: [], notes: [] } as const;

/** A result that is merged with the user's current tree and can be checked and landed. */
export class PreparedLanding {
  /** If there are conflicts, nothing can land. */
  readonly conflicts: readonly Conflict[];
  /** The merged tree, or the user's own tree if there are conflicts. */
  readonly merged: Snapshot;
  /** The commit of `merged`. */
  readonly mergedCommit: string;
  /** Whether the merged tree differs from the result, so that it must be checked again. */
  readonly differsFromResult: boolean;
  /** The user's tree that the result was merged with. */
  readonly userSnapshot: Snapshot & Pick<Base, 'notes'>;
  /** The files that will be written, relative to the folder. */
  readonly files: readonly string[];
  readonly #target: LandingTarget;
  readonly #changes: readonly TreeChange[];
  /** Relative to the top level. */
  readonly #present: readonly string[];

  /** Use `Repository.prepareLanding`. */
  constructor(target: LandingTarget, merge: Merge, userSnapshot: Base) {
    this.#target = target;
    this.#changes = merge.changes;
    this.#present = merge.present;
    this.conflicts = merge.conflicts.map((conflict) => ({
      ...conflict,
      file: toFolderPath(target.prefix, conflict.file),
    }));
    this.merged = merge.merged;
    this.mergedCommit = merge.merged.commit;
    this.differsFromResult = merge.differsFromResult;
    this.userSnapshot = userSnapshot;
    this.files = merge.changes.map(({ path: file }) => toFolderPath(target.prefix, file));
  }

  /**
   * Lands the result. If this throws, nothing has landed. If the rollback has failed too, the next landing, base or start
   * rolls back or completes the landing.
   */
  async land(options: LandOptions): Promise<LandingResult> {
    if (this.conflicts.length > 0) return { ...NOTHING_LANDED, conflicts: this.conflicts };
    if (this.#changes.length === 0) {
      const { user } = this.#target;
      const notes = [
        'Nothing to write: the files already contain the result.',
        ...(options.mode === 'commit' && user !== undefined ? [await this.#explainNoCommit(user, options.signal)] : []),
      ];
      const head = user === undefined ? undefined : await readHead(new Git(user.topLevel), options.signal);
      return { ...NOTHING_LANDED, notes, head };
    }
    const target = this.#target;
    const { action = 'land the result', signal } = options;
    try {
      return await withLock(target.lockFile, { action, signal, waitMs: LANDING_WAIT_MS }, async () => {
        const recovered = await recoverLandings(target);
        const result = await new Landing(target, this.#changes, this.merged, options).run();
        return { ...result, notes: [...recovered, ...result.notes] };
      });
    } catch (thrown) {
      if (thrown instanceof BranchSwitchedError) return toSwitchConflict(thrown);
      throw toStorageError(action, thrown);
    }
  }

  /** Without a change of files there is no commit of the landing. A commit of the user's own changes is up to the user. */
  async #explainNoCommit(user: UserRepository, signal: AbortSignal | undefined): Promise<string> {
    const { prefix, store } = this.#target;
    const git = new Git(user.topLevel, { GIT_LITERAL_PATHSPECS: '1' });
    const { files } = await listUncommittedFiles(git, user, this.#present, store.temporaryFolder, signal);
    if (files.length === 0) return 'Nothing to commit: the last commit contains the result.';
    const names = files.map((file) => toFolderPath(prefix, file)).join(', ');
    return `Not committed: ${names} already had uncommitted changes. Commit ${files.length === 1 ? 'it' : 'them'} yourself.`;
  }
}

function toSwitchConflict({ message }: BranchSwitchedError, notes: readonly string[] = []): LandingResult {
  return { ...NOTHING_LANDED, notes, conflicts: [{ file: '', reason: message }] };
}

/** A commit object that no ref names yet, and the repository's commit hooks. */
interface ReadyCommit {
  readonly commit: JournalCommit;
  readonly hooks: CommitHooks;
  readonly changedByHooks?: true | undefined;
}

interface WrittenLanding {
  readonly result: LandingResult;
  /** Whether the files are written and the branch has moved. A later failure does not undo that. */
  readonly isLanded: boolean;
  /** The landed commit, whose index entries are still to be written. */
  readonly commit?: ReadyCommit;
}

/** One landing. The caller has the landing lock. */
class Landing {
  readonly #target: LandingTarget;
  /** Paths are relative to the top level. */
  readonly #changes: readonly TreeChange[];
  readonly #merged: Snapshot;
  readonly #options: LandOptions;
  readonly #id = randomBytes(6).toString('hex');
  readonly #notes: string[] = [];

  constructor(target: LandingTarget, changes: readonly TreeChange[], merged: Snapshot, options: LandOptions) {
    this.#target = target;
    this.#changes = changes;
    this.#merged = merged;
    this.#options = options;
  }

  get #files(): string[] {
    return this.#changes.map(({ path: file }) => toFolderPath(this.#target.prefix, file));
  }

  async run(): Promise<LandingResult> {
    const { journalsFolder, topLevel, user, onStep } = this.#target;
    throwIfCancelled(this.#options.signal, 'land the result');
    const head = user === undefined ? undefined : await readHead(new Git(user.topLevel), this.#options.signal);
    if (head !== undefined) checkBranch(head, this.#options);
    await mkdir(journalsFolder, { recursive: true });
    const contents = await this.#readContents();
    const folders = await listMissingFolders(topLevel, this.#changes);
    onStep('begin');
    const journal = await Journal.write(
      journalsFolder,
      { version: 1, id: this.#id, topLevel, folders, files: this.#changes.map((change) => ({ ...change })) },
      contents,
    );
    onStep('journal-written');
    const { result: written, commit, isLanded } = await this.#write(journal);
    const result = { ...written, head };
    try {
      if (commit !== undefined && user !== undefined) await this.#writeIndex(user, journal, commit);
      if (user !== undefined) await unlockIndex(user.gitDirectory, this.#id);
      onStep('index-unlocked');
      await journal.close();
      onStep('journal-closed');
      return result;
    } catch (thrown) {
      if (!isLanded) throw thrown;
      return withCleanupNote(result, thrown);
    }
  }

  /** Reads the contents of the files to write, by the number of the change. */
  async #readContents(): Promise<Map<number, Buffer>> {
    const blobsToWrite = [...this.#changes.entries()].flatMap(([number, { after }]) =>
      after === undefined ? [] : [{ number, object: after.object }],
    );
    const blobs = await readBlobs(
      this.#target.store.git(),
      blobsToWrite.map(({ object }) => object),
      this.#options.signal,
    );
    return new Map(blobsToWrite.map(({ number, object }) => [number, blobs.get(object) ?? Buffer.alloc(0)]));
  }

  /**
   * Writes the files, the branch and the index. A failure before the landing is final rolls everything back. A failure
   * after that, or during the rollback, leaves the journal to the next process.
   */
  async #write(journal: Journal): Promise<WrittenLanding> {
    const { onStep, traits, user } = this.#target;
    const writer = new FileWriter(journal, traits, onStep);
    let commit: ReadyCommit | undefined;
    try {
      commit = user === undefined ? undefined : await this.#createCommit(user, journal);
      if (commit === undefined) await this.#keepOverwritten(journal);
      throwIfCancelled(this.#options.signal, 'land the result');
      await writer.writeAll();
      if (commit !== undefined && user !== undefined) commit = await this.#runHooks(user, journal, commit);
      // A git process moves the branch and may outlive this process. The mark makes a recovery complete the landing too,
      // so it does not matter whether the recovery or that git process runs first.
      await journal.markLanded();
      onStep('decided');
      if (commit !== undefined && user !== undefined) await moveBranch(user, commit.commit, this.#options.message);
    } catch (thrown) {
      await journal.unmarkLanded();
      const unrestored = await writer.rollBack();
      return { result: await this.#toFailedResult(thrown, unrestored, journal), isLanded: false };
    }
    onStep('final');
    const result = {
      ...(commit === undefined ? {} : { commit: commit.commit.after, changedByHooks: commit.changedByHooks }),
      files: this.#files,
      conflicts: [],
      notes: this.#notes,
    };
    return { result, isLanded: true, ...(commit === undefined ? {} : { commit }) };
  }

  /** Replaces the user's index with the copy that contains the commit. */
  async #writeIndex(user: UserRepository, journal: Journal, { hooks }: ReadyCommit): Promise<void> {
    await renameWithRetry(journal.indexPath, path.join(user.gitDirectory, 'index'));
    this.#target.onStep('index-written');
    this.#notes.push(...(await runPostCommitHook(user, hooks)));
  }

  /**
   * Converts an expected failure to a result. Closes the journal and rethrows any other failure.
   *
   * @param unrestored files that the rollback left unchanged because the user had changed them
   */
  async #toFailedResult(thrown: unknown, unrestored: readonly string[], journal: Journal): Promise<LandingResult> {
    const { prefix, user } = this.#target;
    const files = unrestored.map((file) => toFolderPath(prefix, file)).join(', ');
    const notes = unrestored.length === 0 ? [] : [`Not restored because they were changed in the meantime: ${files}.`];
    if (thrown instanceof FileChangedError) {
      const file = toFolderPath(prefix, thrown.file);
      return { ...NOTHING_LANDED, notes, outdatedBy: { file, reason: 'it was changed while the result was landing' } };
    }
    if (thrown instanceof HeadMovedError) {
      const reason = 'Another commit was created while the result was landing';
      return { ...NOTHING_LANDED, notes, outdatedBy: { file: '', reason } };
    }
    if (thrown instanceof BranchSwitchedError) return toSwitchConflict(thrown, notes);
    if (thrown instanceof HookRejectedError) {
      const reason = `The ${thrown.hook} hook rejected the commit: ${thrown.message}`;
      return { ...NOTHING_LANDED, notes, conflicts: [{ file: '', reason }] };
    }
    if (user !== undefined) await unlockIndex(user.gitDirectory, this.#id);
    await journal.close();
    throw thrown;
  }

  /**
   * Locks the index and creates the commit object. Returns `undefined` if the landing mode has no commit, or, with a note, if
   * no commit is possible.
   */
  async #createCommit(user: UserRepository, journal: Journal): Promise<ReadyCommit | undefined> {
    if (this.#options.mode !== 'commit') return undefined;
    const { store, traits, onStep } = this.#target;
    const { message, signal } = this.#options;
    await lockIndex(user.gitDirectory, this.#id, journal.folder, { signal, onWait: () => onStep('index-busy') });
    onStep('index-locked');
    // Git needs the index lock to switch branches, so the branch stays the same from here on.
    const { head, hooksFolder } = await readHeadAndHooks(user, signal);
    checkBranch(head, this.#options);
    const planned = await planCommit({
      user,
      head,
      store,
      traits,
      changes: this.#changes,
      resolved: (this.#options.resolved ?? []).map((file) => `${this.#target.prefix}${file}`),
      merged: this.#merged,
      message,
      temporaryFolder: journal.folder,
      signal,
    });
    if ('refusal' in planned) {
      this.#notes.push(planned.refusal);
      return undefined;
    }
    this.#notes.push(...planned.notes);
    await this.#recordCommit(user, journal, planned.commit);
    onStep('commit-recorded');
    return { commit: planned.commit, hooks: await findCommitHooks(hooksFolder) };
  }

  /** Without a commit, the content before the landing may be the user's only copy. */
  async #keepOverwritten(journal: Journal): Promise<void> {
    const { user, store } = this.#target;
    const { message, signal } = this.#options;
    const title = message.split('\n', 1).join('');
    const input = { user, store, changes: this.#changes, title, temporaryFolder: journal.folder, signal };
    this.#notes.push(...(await keepOverwritten(input)));
  }

  async #recordCommit(user: UserRepository, journal: Journal, commit: JournalCommit): Promise<void> {
    await updateIndexCopy(user, commit, journal.indexPath, this.#options.signal);
    await journal.recordCommit(commit);
  }

  /** Runs the commit hooks if the options enable them. A hook may replace the commit. */
  async #runHooks(user: UserRepository, journal: Journal, planned: ReadyCommit): Promise<ReadyCommit> {
    const { message, runCommitHooks: isEnabled = false, signal } = this.#options;
    const { commit, hooks } = planned;
    if (hooks.names.length === 0) return planned;
    if (!isEnabled) {
      this.#notes.push(`The repository's commit hooks were skipped: ${hooks.names.join(', ')}.`);
      return { commit, hooks: { ...hooks, names: [] } };
    }
    const result = await runCommitHooks({
      user,
      hooks,
      commit,
      message,
      indexPath: journal.indexPath,
      temporaryFolder: journal.folder,
      signal,
    });
    this.#notes.push(...result.notes);
    if (result.commit !== commit) await this.#recordCommit(user, journal, result.commit);
    return { commit: result.commit, hooks, ...(result.changesFiles ? { changedByHooks: true } : {}) };
  }
}

function withCleanupNote(result: LandingResult, thrown: unknown): LandingResult {
  const note = `The result has landed, but a step after it failed: ${messageOf(thrown)} The next command completes it.`;
  return { ...result, notes: [...result.notes, note] };
}
