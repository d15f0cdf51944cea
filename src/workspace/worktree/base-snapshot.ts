import { randomUUID } from 'node:crypto';
import { lstat, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { whenFound } from '../../foundation/system-error.ts';
import { isConfigTrue } from '../git/batch-reads.ts';
import { readHead } from '../git/commits.ts';
import { Git, GitError } from '../git/git.ts';
import {
  GITLINK_MODE,
  SYMLINK_MODE,
  formatIndexInfo,
  isAssumedUnchanged,
  isSkipped,
  parseListing,
  type ListedEntry,
} from '../git/index-entries.ts';
import { commitSnapshot, type Base, type BaseLimits } from '../git/snapshot.ts';
import { UnreadableFilesError } from '../git/unreadable-files-error.ts';
import type { PrivateRepository, UserRepository } from '../store/private-repository.ts';
import { copyIndex } from '../store/user-index.ts';
import { requireReadableFiles } from './require-readable-files.ts';

export interface BaseSource {
  readonly topLevel: string;
  readonly user: UserRepository | undefined;
  readonly store: PrivateRepository;
  readonly limits: BaseLimits;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the current work tree of the user as a commit of the private repository: tracked, modified and untracked files as
 * raw bytes, without ignored files. The user's index is copied and never opened for writing.
 *
 * The copied index contains the times and sizes of the files, so git reads only files that have changed. Files whose bytes
 * in git may differ from those on disk (line endings, filters, encodings) are always read.
 */
export async function createBaseSnapshot(source: BaseSource): Promise<Base> {
  await source.store.ensure(source.signal);
  const index = path.join(source.store.temporaryFolder, `index-${randomUUID()}`);
  try {
    return await new BaseWriter(source, index).write();
  } finally {
    await Promise.all([rm(index, { force: true }), rm(`${index}.lock`, { force: true })]);
  }
}

/** Attributes that make the bytes in git differ from those on disk. */
const CONVERTING_ATTRIBUTES = new Set(['text', 'eol', 'crlf', 'ident', 'filter', 'working-tree-encoding']);
const LIST_ARGUMENTS = [
  // In a sparse checkout, git would otherwise not list the flag of a file that is on disk nevertheless, and the copy has it.
  ...['-c', 'sparse.expectFilesOutsideOfPatterns=true'],
  ...['ls-files', '-z', '-v', '--stage', '--cached', '--others', '--exclude-standard'],
];

class BaseWriter {
  readonly #source: BaseSource;
  readonly #index: string;
  readonly #notes: string[] = [];
  readonly #leftOut: string[] = [];
  #absent: readonly string[] = [];
  #converted: readonly string[] = [];
  #hidden: readonly string[] = [];

  constructor(source: BaseSource, index: string) {
    this.#source = source;
    this.#index = index;
  }

  get #git(): Git {
    return this.#source.store.git({ workTree: this.#source.topLevel, index: this.#index });
  }

  async write(): Promise<Base> {
    const { user, topLevel, signal } = this.#source;
    const userGit = new Git(topLevel);
    const isCopied = await this.#copyIndex();
    const [listing, head, convertsAll] = await Promise.all([
      this.#listFiles(),
      user === undefined ? undefined : readHead(userGit, signal),
      user === undefined ? false : this.#convertsLineEndings(userGit),
    ]);
    const untracked = await this.#selectUntracked(listing);
    try {
      await this.#addFiles(listing, untracked, { convertsAll, isCopied });
    } catch (thrown) {
      const files = listing.map(({ path: file }) => file);
      if (thrown instanceof GitError) await requireReadableFiles(topLevel, files, thrown);
      throw thrown;
    }
    const action = 'write the base';
    const tree = await this.#git.text(['write-tree', '--missing-ok'], { action, signal });
    if (user === undefined) await this.#saveIndex();
    const parents = head?.commit === undefined ? [] : [head.commit];
    return {
      ...(await commitSnapshot(this.#git, { tree, parents, message: 'Base of an attempt', action, signal })),
      notes: this.#notes,
      leftOut: this.#leftOut,
      absent: this.#absent,
      converted: this.#converted,
      hidden: this.#hidden,
      headRef: head?.ref,
    };
  }

  async #addFiles(
    listing: readonly ListedEntry[],
    untracked: readonly string[],
    { convertsAll, isCopied }: { readonly convertsAll: boolean; readonly isCopied: boolean },
  ): Promise<void> {
    try {
      await this.#addTracked(listing, convertsAll);
    } catch (thrown) {
      if (!(thrown instanceof GitError) || !isCopied) throw thrown;
      // A split index refers to another file, which the copy cannot find.
      await this.#rebuildIndex(listing);
      await this.#addTracked(listing, convertsAll);
    }
    if (untracked.length === 0) return;
    const add = ['update-index', '-z', '--add', '--replace', '--stdin'];
    await this.#run(add, 'add the untracked files', nulTerminated(untracked));
  }

  async #run(arguments_: readonly string[], action: string, input?: string): Promise<void> {
    await this.#git.call(arguments_, { action, input, signal: this.#source.signal });
  }

  /**
   * Starts the temporary index as a copy of the user's index. Without git, copies the index of the last base instead. Returns
   * whether the user's index was copied.
   */
  async #copyIndex(): Promise<boolean> {
    const { user, store } = this.#source;
    if (user !== undefined) return copyIndex(path.join(user.gitDirectory, 'index'), this.#index);
    await copyIndex(path.join(store.home, 'base-index'), this.#index);
    await this.#removeIgnored();
    return false;
  }

  /** Lists the index entries and the untracked files that are not ignored, with the user's git configuration. */
  async #listFiles(): Promise<ListedEntry[]> {
    const { user, topLevel, store, signal } = this.#source;
    const git = user === undefined ? this.#git : new Git(topLevel);
    const output = await git.call(
      [...LIST_ARGUMENTS, ...store.excludedPatterns.flatMap((pattern) => ['-x', pattern])],
      {
        action: 'list the files of the repository',
        signal,
      },
    );
    return parseListing(output.stdout);
  }

  async #addTracked(listing: readonly ListedEntry[], convertsAll: boolean): Promise<void> {
    await this.#prepareEntries(listing, convertsAll);
    await this.#run(['add', '-u', '--', '.'], 'add the changed files');
  }

  /** Removes the files that are ignored now from the index of the last base. Without git, no file is tracked. */
  async #removeIgnored(): Promise<void> {
    const ignored = await this.#git.fields(
      ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard', '-x', 'node_modules'],
      { action: 'list ignored files', signal: this.#source.signal },
    );
    await this.#updateEntries('--force-remove', ignored);
  }

  async #rebuildIndex(listing: readonly ListedEntry[]): Promise<void> {
    await rm(this.#index, { force: true });
    const merged = listing.filter(({ entry, stage }) => entry !== undefined && stage === 0);
    await this.#run(
      ['update-index', '-z', '--index-info'],
      'copy the index',
      formatIndexInfo(
        merged.map(({ path: file, entry }) => [file, entry] as const),
        '',
      ),
    );
    const skipped = merged.filter(isSkipped).map(({ path: file }) => file);
    await this.#updateEntries('--skip-worktree', skipped);
  }

  async #updateEntries(flag: string, files: readonly string[]): Promise<void> {
    if (files.length > 0)
      await this.#run(['update-index', '-z', flag, '--stdin'], 'copy the index', nulTerminated(files));
  }

  /**
   * Prepares the copied index: removes flags that hide changed files, invalidates entries that are not reliable, so that git
   * reads these files, and resolves unmerged entries.
   */
  async #prepareEntries(listing: readonly ListedEntry[], convertsAll: boolean): Promise<void> {
    const tracked = listing.filter(({ entry }) => entry !== undefined);
    const unmerged = new Set(tracked.filter(({ stage }) => stage > 0).map(({ path: file }) => file));
    const assumed = tracked.filter((one) => isAssumedUnchanged(one) && one.stage === 0).map(({ path: file }) => file);
    await this.#updateEntries('--no-assume-unchanged', assumed);
    const skipped = tracked.filter((one) => isSkipped(one) && one.stage === 0);
    const present: string[] = [];
    for (const { path: file } of skipped) {
      if ((await this.#readSize(file)) !== undefined) present.push(file);
    }
    await this.#updateEntries('--no-skip-worktree', present);
    this.#hidden = [...new Set([...assumed, ...present])];
    this.#absent = skipped.map(({ path: file }) => file).filter((file) => !present.includes(file));
    const absent = new Set(this.#absent);
    const unreliable = (await this.#listConverted(tracked, convertsAll)).filter(
      ({ path: file, stage }) => stage === 0 && !absent.has(file),
    );
    this.#converted = unreliable.map(({ path: file }) => file);
    if (unreliable.length > 0) {
      await this.#run(
        ['update-index', '-z', '--index-info'],
        'prepare the index',
        formatIndexInfo(
          unreliable.map(({ path: file, entry }) => [file, entry] as const),
          '',
        ),
      );
    }
    if (unmerged.size > 0) await this.#resolveUnmerged([...unmerged]);
  }

  /** During a merge, the base contains the unmerged files as they are on disk, including conflict markers. */
  async #resolveUnmerged(files: readonly string[]): Promise<void> {
    await this.#run(
      ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'],
      'add the unmerged files',
      nulTerminated(files),
    );
    this.#notes.push(
      files.length === 1
        ? '1 unmerged file is used in its current state.'
        : `${files.length} unmerged files are used in their current state.`,
    );
  }

  /** Whether core.autocrlf converts line endings of all text files, regardless of the attributes. */
  async #convertsLineEndings(git: Git): Promise<boolean> {
    const call = { action: 'read core.autocrlf', acceptedExitCodes: [1], signal: this.#source.signal };
    const value = await git.text(['config', '--get', 'core.autocrlf'], call);
    return value === 'input' || isConfigTrue(value, false);
  }

  /** Lists the tracked files whose bytes in git may differ from those on disk. */
  async #listConverted(tracked: readonly ListedEntry[], convertsAll: boolean): Promise<ListedEntry[]> {
    const { user, topLevel, signal } = this.#source;
    if (user === undefined) return [];
    const files = tracked.filter(({ entry }) => entry?.mode !== SYMLINK_MODE && entry?.mode !== GITLINK_MODE);
    if (files.length === 0 || convertsAll) return files;
    const git = new Git(topLevel);
    const fields = await git.fields(['check-attr', '-z', '--stdin', '--all'], {
      action: 'read the attributes of the files',
      input: nulTerminated(files.map(({ path: file }) => file)),
      signal,
    });
    const converted = new Set<string>();
    for (let index = 0; index + 2 < fields.length; index += 3) {
      const [file = '', attribute = '', value] = fields.slice(index, index + 3);
      if (CONVERTING_ATTRIBUTES.has(attribute) && value !== 'unset') converted.add(file);
    }
    return files.filter(({ path: file }) => converted.has(file));
  }

  /** Selects the untracked files within the limits. Adds a note for each file that is left out. */
  async #selectUntracked(listing: readonly ListedEntry[]): Promise<string[]> {
    const { limits } = this.#source;
    const selected: string[] = [];
    let total = 0;
    for (const { tag, path: file } of listing) {
      if (tag !== '?') continue;
      if (file.endsWith('/')) {
        this.#leaveOut(file, 'it is a separate git repository');
        continue;
      }
      if (file.includes('\ufffd')) {
        this.#leaveOut(file, 'its name is not UTF-8');
        continue;
      }
      const size = await this.#readSize(file);
      if (size === undefined) continue;
      if (size > limits.fileBytes) {
        const [megabytes, limit] = [toMegabytes(size), toMegabytes(limits.fileBytes)];
        this.#leaveOut(file, `it is untracked and its size (${megabytes} MB) exceeds the limit of ${limit} MB`);
        continue;
      }
      total += size;
      selected.push(file);
      if (total > limits.totalBytes || selected.length > limits.files) throw createLimitError(limits);
    }
    return selected;
  }

  #leaveOut(file: string, reason: string): void {
    this.#leftOut.push(file);
    this.#notes.push(`${file} was left out: ${reason}.`);
  }

  async #readSize(file: string): Promise<number | undefined> {
    return (await whenFound(lstat(path.join(this.#source.topLevel, file))))?.size;
  }

  /** Saves the index as the starting point for the next base of a folder without git. */
  async #saveIndex(): Promise<void> {
    const copy = `${this.#index}-kept`;
    await copyIndex(this.#index, copy);
    await rename(copy, path.join(this.#source.store.home, 'base-index'));
  }
}

function nulTerminated(files: readonly string[]): string {
  return files.map((file) => `${file}\0`).join('');
}

function toMegabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0);
}

function createLimitError(limits: BaseLimits): UnreadableFilesError {
  return new UnreadableFilesError(
    'limit',
    `Failed to create the base: the work tree has more than ${limits.files} untracked files, or more than ${toMegabytes(limits.totalBytes)} MB of them`,
    { hint: 'Add data and build output folders to .gitignore, or open the project folder itself.' },
  );
}
