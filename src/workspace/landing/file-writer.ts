/**
 * Writes and restores the user's files. Each file changes atomically, and only if it still equals the merge input: the
 * snapshot of the user's tree that the result was merged with.
 */
import { chmod, link, mkdir, readlink, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { isNotFoundError } from '../../foundation/system-error.ts';
import { findBlockingParent } from '../files/blocking-parent.ts';
import { removeEmptyFolders, removeEntry, removeIfEmpty } from '../files/remove-tree.ts';
import { EXECUTABLE_MODE, SYMLINK_MODE } from '../git/index-entries.ts';
import type { TreeChange, TreeEntry } from '../git/index-entries.ts';
import { matchesEntry, readDiskEntry } from './disk-entries.ts';
import type { FileSystemTraits } from './disk-entries.ts';
import { copyWithTimes, isFolder, isSameFile, lstatIfExists, moveAndReplace, moveToNewPath } from './file-moves.ts';
import { flushFolder } from './journal.ts';
import type { Journal } from './journal.ts';
import { readPlainFile } from '../plain-files/plain-file.ts';

/** The user's file differs from the merge input. */
export class FileChangedError extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`${file} was changed while the result was landing`);
    this.name = 'FileChangedError';
    this.file = file;
  }
}

export class FileWriter {
  readonly #topLevel: string;
  readonly #traits: FileSystemTraits;
  readonly #journal: Journal;
  readonly #onStep: (step: string) => void;
  /** The folders that contain written files. A removal that empties one of them does not remove it. */
  readonly #writtenFolders: ReadonlySet<string>;

  constructor(journal: Journal, traits: FileSystemTraits, onStep: (step: string) => void) {
    this.#topLevel = journal.record.topLevel;
    this.#traits = traits;
    this.#journal = journal;
    this.#onStep = onStep;
    this.#writtenFolders = new Set(journal.record.files.flatMap(listParentsOfWritten));
  }

  #absolute(file: string): string {
    return path.join(this.#topLevel, file);
  }

  /** The temporary path next to a file, used if the journal is on another file system. */
  #sibling(file: string): string {
    return path.join(path.dirname(this.#absolute(file)), `.${path.basename(file)}.holdfast-${this.#journal.record.id}`);
  }

  /**
   * Writes every file. If this throws, the caller must call `rollBack`.
   *
   * @throws FileChangedError if a file differs from the merge input
   */
  async writeAll(): Promise<void> {
    const { files, folders } = this.#journal.record;
    for (const { path: file, before } of files) {
      if (!(await this.#canWrite(file, before))) throw new FileChangedError(file);
    }
    const numbered = [...files.entries()];
    // Removals come first: a file may replace a folder, or a file whose name differs only in letter case.
    for (const [number, change] of numbered) if (change.after === undefined) await this.#removeFile(number, change);
    for (const folder of folders) await mkdir(this.#absolute(folder), { recursive: true });
    for (const [number, change] of numbered)
      if (change.after !== undefined) await this.#writeFile(number, change, change.after);
    this.#onStep('files-written');
    for (const [number, { path: file, before }] of numbered) {
      if (before !== undefined && !(await this.#isBackupUnchanged(number, before))) throw new FileChangedError(file);
    }
    const touched = new Set(files.map(({ path: file }) => path.dirname(this.#absolute(file))));
    for (const folder of touched) if (await isFolder(folder)) await flushFolder(folder);
  }

  /** Whether a file still equals the merge input, or the same landing removes what blocks it. */
  async #canWrite(file: string, before: TreeEntry | undefined): Promise<boolean> {
    const parent = await findBlockingParent(this.#topLevel, file);
    if (parent !== undefined) return this.#removesAny((other) => other === parent);
    const existing = await readDiskEntry(this.#absolute(file), this.#traits);
    if (existing === undefined || before !== undefined) return matchesEntry(existing, before, this.#traits);
    // An existing entry is allowed if the same landing removes it: the contents of a folder with this name, or, on a
    // case-insensitive file system, the file under its other spelling.
    if (existing === 'folder') return this.#removesAny((other) => other.startsWith(`${file}/`));
    return this.#traits.isCaseInsensitive && this.#removesAny((other) => other.toLowerCase() === file.toLowerCase());
  }

  #removesAny(matches: (file: string) => boolean): boolean {
    return this.#journal.record.files.some(({ path: file, after }) => after === undefined && matches(file));
  }

  async #removeFile(number: number, { path: file, before }: TreeChange): Promise<void> {
    const absolute = this.#absolute(file);
    if (before === undefined) return;
    await this.#backUp(number, file, before);
    this.#onStep(`backed up ${file}`);
    await removeEntry(absolute);
    this.#onStep(`removed ${file}`);
    await removeEmptyFolders(this.#topLevel, path.posix.dirname(file), this.#writtenFolders);
  }

  async #writeFile(number: number, { path: file, before }: TreeChange, after: TreeEntry): Promise<void> {
    const absolute = this.#absolute(file);
    await this.#prepareContent(number, absolute, before, after);
    this.#onStep(`prepared ${file}`);
    if (before === undefined) {
      // The user may have removed the folder since the landing was planned.
      await mkdir(path.dirname(absolute), { recursive: true });
      if (!(await moveToNewPath(this.#journal.contentPath(number), absolute, this.#sibling(file))))
        throw new FileChangedError(file);
    } else {
      await this.#backUp(number, file, before);
      this.#onStep(`backed up ${file}`);
      await moveAndReplace(this.#journal.contentPath(number), absolute, this.#sibling(file));
    }
    this.#onStep(`wrote ${file}`);
  }

  /** Gives the new content in the journal its final kind and permissions. */
  async #prepareContent(
    number: number,
    absolute: string,
    before: TreeEntry | undefined,
    after: TreeEntry,
  ): Promise<void> {
    const content = this.#journal.contentPath(number);
    if (after.mode === SYMLINK_MODE && this.#traits.supportsSymlinks) {
      const target = await readPlainFile(content);
      await removeEntry(content);
      await symlink(target, content);
      return;
    }
    const current = (await stat(content)).mode & 0o777;
    const replaced = before === undefined || before.mode === SYMLINK_MODE ? undefined : await lstatIfExists(absolute);
    const kept = replaced === undefined ? current : replaced.mode & 0o777;
    // Where git does not trust the executable bit, the bit on disk may differ from the entry.
    const keepsBits = !this.#traits.supportsExecutableBit && before?.mode === after.mode;
    const mode = keepsBits ? kept : withExecutableBits(kept, after);
    if (mode !== current) await chmod(content, mode);
  }

  /**
   * Backs up the file that will be replaced. The backup is a hard link if possible, so that it receives the data of a
   * program that still writes to the file. Then checks that the backup and the path equal the merge input.
   *
   * @throws FileChangedError if one of them differs
   */
  async #backUp(number: number, file: string, before: TreeEntry): Promise<void> {
    const absolute = this.#absolute(file);
    const backup = this.#journal.backupPath(number);
    if (before.mode === SYMLINK_MODE && this.#traits.supportsSymlinks) {
      await symlink(await readlink(absolute, 'buffer'), backup);
    } else {
      try {
        await link(absolute, backup);
      } catch (thrown) {
        if (isNotFoundError(thrown)) throw new FileChangedError(file);
        await copyWithTimes(absolute, backup);
      }
    }
    if (!(await this.#isBackupUnchanged(number, before))) throw new FileChangedError(file);
    if (!matchesEntry(await readDiskEntry(absolute, this.#traits), before, this.#traits))
      throw new FileChangedError(file);
  }

  async #isBackupUnchanged(number: number, before: TreeEntry): Promise<boolean> {
    return matchesEntry(await readDiskEntry(this.#journal.backupPath(number), this.#traits), before, this.#traits);
  }

  /**
   * Restores every file that still has the content of the landing. Returns the files that were not restored because the
   * user has changed them since.
   */
  async rollBack(): Promise<string[]> {
    const { files, folders } = this.#journal.record;
    const unrestored: string[] = [];
    const numbered = [...files.entries()].reverse();
    const written = new Set<number>();
    for (const [number, { path: file }] of numbered) {
      if (await this.#isWritten(number, file)) written.add(number);
      await removeEntry(this.#sibling(file));
    }
    for (const [number, { path: file, before, after }] of numbered) {
      if (before !== undefined || after === undefined || !written.has(number)) continue;
      const current = await this.#readEntryInRealFolder(file);
      if (matchesEntry(current, after, this.#traits)) await removeEntry(this.#absolute(file));
      else if (current !== undefined && current !== 'folder') unrestored.push(file);
    }
    for (const folder of [...folders].reverse()) await removeIfEmpty(this.#absolute(folder));
    for (const [number, { path: file, before, after }] of numbered) {
      if (before === undefined) continue;
      const backup = this.#journal.backupPath(number);
      if ((await lstatIfExists(backup)) === undefined) continue;
      if (after !== undefined && !written.has(number)) continue;
      const current = await this.#readEntryInRealFolder(file);
      if (matchesEntry(current, after, this.#traits)) await this.#restore(file, backup);
      else if (!matchesEntry(current, before, this.#traits)) unrestored.push(file);
      this.#onStep(`restored ${file}`);
    }
    return unrestored;
  }

  /**
   * Whether a file has been written. A write moves the new content out of the journal. An interrupted write may leave the
   * content in the journal, as a hard link to the written file.
   */
  async #isWritten(number: number, file: string): Promise<boolean> {
    const content = await lstatIfExists(this.#journal.contentPath(number));
    if (content === undefined) return true;
    const sibling = await lstatIfExists(this.#sibling(file));
    const written = await lstatIfExists(this.#absolute(file));
    return isSameFile(written, content) || isSameFile(written, sibling);
  }

  /** Reads a path from disk. Returns `'folder'` if a parent is a file or a link, which is never followed. */
  async #readEntryInRealFolder(file: string): Promise<TreeEntry | 'folder' | undefined> {
    if ((await findBlockingParent(this.#topLevel, file)) !== undefined) return 'folder';
    return readDiskEntry(this.#absolute(file), this.#traits);
  }

  async #restore(file: string, backup: string): Promise<void> {
    const absolute = this.#absolute(file);
    await mkdir(path.dirname(absolute), { recursive: true });
    await moveAndReplace(backup, absolute, this.#sibling(file));
  }
}

/** Everyone who may read an executable file may also execute it. */
function withExecutableBits(mode: number, { mode: entryMode }: TreeEntry): number {
  const readable = mode & 0o444;
  return entryMode === EXECUTABLE_MODE ? mode | (readable >> 2) : mode & ~0o111;
}

/** Lists the parent folders of a file that the landing writes. Empty for a removal. */
function listParentsOfWritten({ path: file, after }: TreeChange): string[] {
  const parents: string[] = [];
  if (after === undefined) return parents;
  for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) parents.push(folder);
  return parents;
}

/** Lists the folders that a landing must create, parents first. Paths are relative to the top level. */
export async function listMissingFolders(topLevel: string, changes: readonly TreeChange[]): Promise<string[]> {
  const missing = new Set<string>();
  for (const folder of changes.flatMap(listParentsOfWritten)) {
    if (!(await isFolder(path.join(topLevel, folder)))) missing.add(folder);
  }
  return [...missing].sort();
}
