import { randomUUID } from 'node:crypto';
import { lstat, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../shared/errors.ts';
import { headCommit } from './commits.ts';
import { Git, GitError } from './git.ts';
import { isOn } from './git-reading.ts';
import { GITLINK_MODE, LINK_MODE, indexInfo, readListing } from './index-entries.ts';
import type { ListedEntry } from './index-entries.ts';
import type { PrivateRepository, UserRepository } from './private-repository.ts';
import { isMissing } from './safe-path.ts';
import type { Base, BaseLimits } from './snapshot.ts';
import { copyIndex } from './user-index.ts';

export interface BaseSource {
  readonly topLevel: string;
  readonly user: UserRepository | undefined;
  readonly store: PrivateRepository;
  readonly limits: BaseLimits;
  readonly signal?: AbortSignal;
}

/**
 * Writes the user's work tree as it is now as a commit of the private repository: tracked, modified and untracked
 * files, not ignored ones, raw bytes. The user's index is copied, never opened for writing; nothing of theirs changes.
 *
 * The copy keeps what git knows of the files' times and sizes, so that only changed files are read. Files whose bytes
 * in git may differ from those on disk (line endings, filters, encodings) are read again.
 */
export async function takeBase(source: BaseSource): Promise<Base> {
  await source.store.ensure(source.signal);
  const index = path.join(source.store.temporaryFolder, `index-${randomUUID()}`);
  try {
    return await new BaseWriter(source, index).write();
  } finally {
    await Promise.all([rm(index, { force: true }), rm(`${index}.lock`, { force: true })]);
  }
}

/** Attributes that let bytes in git differ from those on disk. */
const CONVERTING = new Set(['text', 'eol', 'crlf', 'ident', 'filter', 'working-tree-encoding']);
const LIST = ['ls-files', '-z', '-v', '--stage', '--cached', '--others', '--exclude-standard'];

class BaseWriter {
  readonly #source: BaseSource;
  readonly #index: string;
  readonly #notes: string[] = [];

  constructor(source: BaseSource, index: string) {
    this.#source = source;
    this.#index = index;
  }

  get #git(): Git {
    return this.#source.store.git({ workTree: this.#source.topLevel, index: this.#index });
  }

  async write(): Promise<Base> {
    const { user, topLevel, signal } = this.#source;
    const users = new Git(topLevel);
    const seeded = await this.#copyIndex();
    const [listing, head, convertsAll] = await Promise.all([
      this.#list(),
      user === undefined ? undefined : headCommit(users, signal),
      user === undefined ? false : this.#convertsAll(users),
    ]);
    const untracked = await this.#untracked(listing);
    try {
      await this.#takeUpTracked(listing, convertsAll);
    } catch (thrown) {
      if (!(thrown instanceof GitError) || !seeded) throw thrown;
      // An index can lean on another file (a split index), which its copy does not find.
      await this.#fillFrom(listing);
      await this.#takeUpTracked(listing, convertsAll);
    }
    if (untracked.length > 0) {
      const add = ['update-index', '-z', '--add', '--replace', '--stdin'];
      await this.#run(add, 'take up the untracked files', zeroEnded(untracked));
    }
    const what = 'write the base';
    const tree = await this.#git.text(['write-tree', '--missing-ok'], { what, signal });
    if (user === undefined) await this.#keepIndex();
    const parent = head === undefined ? [] : ['-p', head];
    const commit = await this.#git.text(['commit-tree', tree, ...parent, '-m', 'The work tree as it was'], {
      what,
      signal,
    });
    return { commit, tree, notes: this.#notes };
  }

  async #run(arguments_: readonly string[], what: string, input?: string): Promise<void> {
    await this.#git.call(arguments_, { what, input, signal: this.#source.signal });
  }

  /** Lets the temporary index begin as a copy: of the user's, or of the last one where there is no git. */
  async #copyIndex(): Promise<boolean> {
    const { user, store } = this.#source;
    if (user !== undefined) return copyIndex(path.join(user.gitDirectory, 'index'), this.#index);
    await copyIndex(path.join(store.home, 'base-index'), this.#index);
    await this.#forgetIgnored();
    return false;
  }

  /** Every entry of the index and every untracked file that is not ignored, as the user's own git sees them. */
  async #list(): Promise<ListedEntry[]> {
    const { user, topLevel, store, signal } = this.#source;
    const git = user === undefined ? this.#git : new Git(topLevel);
    const answer = await git.call([...LIST, ...store.neverStored.flatMap((pattern) => ['-x', pattern])], {
      what: 'list the files of the repository',
      signal,
    });
    return readListing(answer.stdout);
  }

  async #takeUpTracked(listing: readonly ListedEntry[], convertsAll: boolean): Promise<void> {
    await this.#prepareEntries(listing, convertsAll);
    await this.#run(['add', '-u', '--', '.'], 'take up the changed files');
  }

  /** Where there is no git nothing is tracked: a file that has come to be ignored is no longer part of the tree. */
  async #forgetIgnored(): Promise<void> {
    const ignored = await this.#git.fields(
      ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard', '-x', 'node_modules'],
      { what: 'list ignored files', signal: this.#source.signal },
    );
    await this.#flag('--force-remove', ignored);
  }

  async #fillFrom(listing: readonly ListedEntry[]): Promise<void> {
    await rm(this.#index, { force: true });
    const merged = listing.filter(({ entry, stage }) => entry !== undefined && stage === 0);
    await this.#run(
      ['update-index', '-z', '--index-info'],
      'copy the index',
      indexInfo(
        merged.map(({ path: file, entry }) => [file, entry] as const),
        '',
      ),
    );
    const skipped = merged.filter(({ tag }) => tag.toUpperCase() === 'S').map(({ path: file }) => file);
    await this.#flag('--skip-worktree', skipped);
  }

  async #flag(flag: string, files: readonly string[]): Promise<void> {
    if (files.length > 0) await this.#run(['update-index', '-z', flag, '--stdin'], 'copy the index', zeroEnded(files));
  }

  /** Makes git look at every file whose bytes the copied index does not vouch for. */
  async #prepareEntries(listing: readonly ListedEntry[], convertsAll: boolean): Promise<void> {
    const tracked = listing.filter(({ entry }) => entry !== undefined);
    const unmerged = new Set(tracked.filter(({ stage }) => stage > 0).map(({ path: file }) => file));
    const assumed = tracked.filter(({ tag }) => tag !== tag.toUpperCase()).map(({ path: file }) => file);
    await this.#flag(
      '--no-assume-unchanged',
      assumed.filter((file) => !unmerged.has(file)),
    );
    const skipped = tracked.filter(({ tag, stage }) => tag.toUpperCase() === 'S' && stage === 0);
    const present: string[] = [];
    for (const { path: file } of skipped) {
      if ((await this.#sizeOf(file)) !== undefined) present.push(file);
    }
    await this.#flag('--no-skip-worktree', present);
    const absent = new Set(skipped.map(({ path: file }) => file).filter((file) => !present.includes(file)));
    const forgotten = (await this.#converted(tracked, convertsAll)).filter(
      ({ path: file, stage }) => stage === 0 && !absent.has(file),
    );
    if (forgotten.length > 0) {
      await this.#run(
        ['update-index', '-z', '--index-info'],
        'prepare the index',
        indexInfo(
          forgotten.map(({ path: file, entry }) => [file, entry] as const),
          '',
        ),
      );
    }
    if (unmerged.size > 0) await this.#resolveUnmerged([...unmerged]);
  }

  /** In the middle of a merge the base holds what stands on disk, conflict markers and all. */
  async #resolveUnmerged(files: readonly string[]): Promise<void> {
    await this.#run(
      ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'],
      'take up unmerged files',
      zeroEnded(files),
    );
    this.#notes.push(
      `${files.length} unmerged ${files.length === 1 ? 'file is' : 'files are'} taken as they stand on disk.`,
    );
  }

  /** Whether line endings are converted without a word in the attributes. */
  async #convertsAll(git: Git): Promise<boolean> {
    const call = { what: 'read core.autocrlf', answers: [1], signal: this.#source.signal };
    const setting = await git.text(['config', '--get', 'core.autocrlf'], call);
    return setting === 'input' || isOn(setting, false);
  }

  /** The tracked files whose bytes in git may not be those on disk. */
  async #converted(tracked: readonly ListedEntry[], convertsAll: boolean): Promise<ListedEntry[]> {
    const { user, topLevel, signal } = this.#source;
    if (user === undefined) return [];
    const files = tracked.filter(({ entry }) => entry?.mode !== LINK_MODE && entry?.mode !== GITLINK_MODE);
    if (files.length === 0 || convertsAll) return files;
    const git = new Git(topLevel);
    const fields = await git.fields(['check-attr', '-z', '--stdin', '--all'], {
      what: 'read the attributes of the files',
      input: zeroEnded(files.map(({ path: file }) => file)),
      signal,
    });
    const converted = new Set<string>();
    for (let at = 0; at + 2 < fields.length; at += 3) {
      if (CONVERTING.has(fields[at + 1] ?? '') && fields[at + 2] !== 'unset') converted.add(fields[at] ?? '');
    }
    return files.filter(({ path: file }) => converted.has(file));
  }

  /** The untracked files within the limits; what is left out is noted, what is too much is refused. */
  async #untracked(listing: readonly ListedEntry[]): Promise<string[]> {
    const { limits } = this.#source;
    const taken: string[] = [];
    let total = 0;
    for (const { tag, path: file } of listing) {
      if (tag !== '?') continue;
      if (file.endsWith('/')) {
        this.#notes.push(`${file} is a git repository of its own and was left out.`);
        continue;
      }
      if (file.includes('\ufffd')) {
        this.#notes.push(`${file} was left out: its name is not UTF-8.`);
        continue;
      }
      const size = await this.#sizeOf(file);
      if (size === undefined) continue;
      if (size > limits.fileBytes) {
        this.#notes.push(
          `${file} (${megabytes(size)} MB, untracked) was left out: it is over the limit of ${megabytes(limits.fileBytes)} MB.`,
        );
        continue;
      }
      total += size;
      taken.push(file);
      if (total > limits.totalBytes || taken.length > limits.files) throw tooMuch(limits);
    }
    return taken;
  }

  async #sizeOf(file: string): Promise<number | undefined> {
    try {
      return (await lstat(path.join(this.#source.topLevel, file))).size;
    } catch (thrown) {
      if (isMissing(thrown)) return undefined;
      throw thrown;
    }
  }

  /** The next base of a folder without git starts from what is known of this one. */
  async #keepIndex(): Promise<void> {
    const copy = `${this.#index}-kept`;
    await copyIndex(this.#index, copy);
    await rename(copy, path.join(this.#source.store.home, 'base-index'));
  }
}

function zeroEnded(files: readonly string[]): string {
  return files.map((file) => `${file}\0`).join('');
}

function megabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0);
}

function tooMuch(limits: BaseLimits): HoldfastError {
  return new HoldfastError(
    'limit',
    `Failed to take up the work tree: it holds more than ${limits.files} untracked files or ${megabytes(limits.totalBytes)} MB of them`,
    { hint: 'Name folders of data and build output in .gitignore, or open the folder of the project itself.' },
  );
}
