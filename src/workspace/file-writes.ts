/** How a landing changes the user's files: each in one step, and only where it still is what the merge was made of. */
import { chmod, link, mkdir, readFile, readlink, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { isOnDisk, obstacleAbove, readDiskEntry } from './disk-entries.ts';
import type { FileSystemTraits } from './disk-entries.ts';
import { copyWithTimes, isFolder, isSameFile, lstatOrNothing, moveOver, placeNew } from './file-moves.ts';
import { EXECUTABLE_MODE, LINK_MODE } from './index-entries.ts';
import type { Entry, TreeChange } from './index-entries.ts';
import { flushFolder } from './journal.ts';
import type { Journal } from './journal.ts';
import { removeEmptyFolders, removeEntry, removeIfEmpty } from './remove-tree.ts';
import { isMissing } from './safe-path.ts';

/** A file of the user's is not, or no longer, what the merge was made of. */
export class ChangedMeanwhile extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`${file} was changed while the result was landing`);
    this.name = 'ChangedMeanwhile';
    this.file = file;
  }
}

export class FileWriter {
  readonly #topLevel: string;
  readonly #traits: FileSystemTraits;
  readonly #journal: Journal;
  readonly #onStep: (step: string) => void;

  constructor(journal: Journal, traits: FileSystemTraits, onStep: (step: string) => void) {
    this.#topLevel = journal.record.topLevel;
    this.#traits = traits;
    this.#journal = journal;
    this.#onStep = onStep;
  }

  #absolute(file: string): string {
    return path.join(this.#topLevel, file);
  }

  /** Where a file is prepared if the journal stands on another file system. */
  #beside(file: string): string {
    return path.join(path.dirname(this.#absolute(file)), `.${path.basename(file)}.holdfast-${this.#journal.record.id}`);
  }

  /** Writes every file. Throws ChangedMeanwhile where one is not as expected; then take it all back. */
  async writeAll(): Promise<void> {
    const { files, folders } = this.#journal.record;
    for (const { path: file, before } of files) {
      if (!(await this.#isAsExpected(file, before))) throw new ChangedMeanwhile(file);
    }
    const numbered = [...files.entries()];
    // Removals first: a file may take the place of a folder, or of a name that differs in letter case only.
    for (const [number, change] of numbered) if (change.after === undefined) await this.#remove(number, change);
    for (const folder of folders) await mkdir(this.#absolute(folder), { recursive: true });
    for (const [number, change] of numbered)
      if (change.after !== undefined) await this.#put(number, change, change.after);
    this.#onStep('files-written');
    for (const [number, { path: file, before }] of numbered) {
      if (before !== undefined && !(await this.#isBackupUntouched(number, before))) throw new ChangedMeanwhile(file);
    }
    const touched = new Set(files.map(({ path: file }) => path.dirname(this.#absolute(file))));
    for (const folder of touched) if (await isFolder(folder)) await flushFolder(folder);
  }

  async #isAsExpected(file: string, before: Entry | undefined): Promise<boolean> {
    const obstacle = await obstacleAbove(this.#topLevel, file);
    if (obstacle !== undefined) return this.#removes((other) => other === obstacle);
    const found = await readDiskEntry(this.#absolute(file), this.#traits);
    if (found === undefined || before !== undefined) return isOnDisk(found, before, this.#traits);
    // Something may stand where a file is to come, if the landing itself takes it away: what is in a folder of that
    // name, or, where letter case does not count, the file under its other spelling.
    if (found === 'folder') return this.#removes((other) => other.startsWith(`${file}/`));
    return this.#traits.foldsCase && this.#removes((other) => other.toLowerCase() === file.toLowerCase());
  }

  #removes(isIt: (file: string) => boolean): boolean {
    return this.#journal.record.files.some(({ path: file, after }) => after === undefined && isIt(file));
  }

  async #remove(number: number, { path: file, before }: TreeChange): Promise<void> {
    const absolute = this.#absolute(file);
    if (before === undefined) return;
    await this.#keep(number, file, before);
    this.#onStep(`kept ${file}`);
    await removeEntry(absolute);
    this.#onStep(`removed ${file}`);
    await removeEmptyFolders(this.#topLevel, path.posix.dirname(file));
  }

  async #put(number: number, { path: file, before }: TreeChange, after: Entry): Promise<void> {
    const absolute = this.#absolute(file);
    await this.#finish(number, absolute, before, after);
    this.#onStep(`prepared ${file}`);
    if (before === undefined) {
      if (!(await placeNew(this.#journal.content(number), absolute, this.#beside(file))))
        throw new ChangedMeanwhile(file);
    } else {
      await this.#keep(number, file, before);
      this.#onStep(`kept ${file}`);
      await moveOver(this.#journal.content(number), absolute, this.#beside(file));
    }
    this.#onStep(`wrote ${file}`);
  }

  /** Gives the content that waits in the journal its kind and its permissions. */
  async #finish(number: number, absolute: string, before: Entry | undefined, after: Entry): Promise<void> {
    const content = this.#journal.content(number);
    if (after.mode === LINK_MODE && this.#traits.links) {
      const target = await readFile(content, 'utf8');
      await removeEntry(content);
      await symlink(target, content);
      return;
    }
    const own = (await stat(content)).mode & 0o777;
    const replaced = before === undefined || before.mode === LINK_MODE ? undefined : await lstatOrNothing(absolute);
    const mode = replaced === undefined ? own : replaced.mode & 0o777;
    const readable = mode & 0o444;
    await chmod(content, after.mode === EXECUTABLE_MODE ? mode | (readable >> 2) : mode & ~0o111);
  }

  /**
   * Keeps the very file that is about to be replaced: a second name of the same file where the file system has that,
   * so that a program which is still writing into it writes into what is kept. Then makes sure that it is the file
   * that the merge was made of, and that the path still leads to it.
   */
  async #keep(number: number, file: string, before: Entry): Promise<void> {
    const absolute = this.#absolute(file);
    const backup = this.#journal.backup(number);
    if (before.mode === LINK_MODE && this.#traits.links) {
      await symlink(await readlink(absolute), backup);
    } else {
      try {
        await link(absolute, backup);
      } catch (thrown) {
        if (isMissing(thrown)) throw new ChangedMeanwhile(file);
        await copyWithTimes(absolute, backup);
      }
    }
    if (!(await this.#isBackupUntouched(number, before))) throw new ChangedMeanwhile(file);
    if (!isOnDisk(await readDiskEntry(absolute, this.#traits), before, this.#traits)) throw new ChangedMeanwhile(file);
  }

  async #isBackupUntouched(number: number, before: Entry): Promise<boolean> {
    return isOnDisk(await readDiskEntry(this.#journal.backup(number), this.#traits), before, this.#traits);
  }

  /**
   * Puts back what was there before, file by file, where the file still is what the landing wrote. What a person has
   * written since is left alone. Returns the files that were left.
   */
  async takeBack(): Promise<string[]> {
    const { files, folders } = this.#journal.record;
    const left: string[] = [];
    const numbered = [...files.entries()].reverse();
    const written = new Set<number>();
    for (const [number, { path: file }] of numbered) {
      if (await this.#isWritten(number, file)) written.add(number);
      await removeEntry(this.#beside(file));
    }
    for (const [number, { path: file, before, after }] of numbered) {
      if (before !== undefined || after === undefined || !written.has(number)) continue;
      const found = await this.#foundBelowRealFolders(file);
      if (isOnDisk(found, after, this.#traits)) await removeEntry(this.#absolute(file));
      else if (found !== undefined && found !== 'folder') left.push(file);
    }
    for (const folder of [...folders].reverse()) await removeIfEmpty(this.#absolute(folder));
    for (const [number, { path: file, before, after }] of numbered) {
      if (before === undefined) continue;
      const backup = this.#journal.backup(number);
      if ((await lstatOrNothing(backup)) === undefined) continue;
      if (after !== undefined && !written.has(number)) continue;
      const found = await this.#foundBelowRealFolders(file);
      if (isOnDisk(found, after, this.#traits)) await this.#restore(file, backup);
      else if (!isOnDisk(found, before, this.#traits)) left.push(file);
      this.#onStep(`took back ${file}`);
    }
    return left;
  }

  /** Content leaves the journal when it is written; between two steps it can have both names. */
  async #isWritten(number: number, file: string): Promise<boolean> {
    const waiting = await lstatOrNothing(this.#journal.content(number));
    if (waiting === undefined) return true;
    const beside = await lstatOrNothing(this.#beside(file));
    const written = await lstatOrNothing(this.#absolute(file));
    return isSameFile(written, waiting) || isSameFile(written, beside);
  }

  async #foundBelowRealFolders(file: string): Promise<Entry | 'folder' | undefined> {
    if ((await obstacleAbove(this.#topLevel, file)) !== undefined) return 'folder';
    return readDiskEntry(this.#absolute(file), this.#traits);
  }

  async #restore(file: string, backup: string): Promise<void> {
    const absolute = this.#absolute(file);
    await mkdir(path.dirname(absolute), { recursive: true });
    await moveOver(backup, absolute, this.#beside(file));
  }
}

/** Folders on the way to the files of a landing that do not exist yet, outer ones first; relative to the top level. */
export async function missingFolders(topLevel: string, changes: readonly TreeChange[]): Promise<string[]> {
  const missing = new Set<string>();
  for (const { path: file, after } of changes) {
    if (after === undefined) continue;
    for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) {
      if (!(await isFolder(path.join(topLevel, folder)))) missing.add(folder);
    }
  }
  return [...missing].sort();
}
