/**
 * The journal of a landing. It is written and flushed before any file of the user is changed, and removed at the end. A
 * process that finds the journal of an ended process completes the landing or rolls it back.
 *
 * Its folder contains `journal.json`, the new contents (`new/<n>`), the replaced files (`old/<n>`, hard links if
 * possible), `commit.json` when the commit exists, and `landed` when every file is written.
 */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { whenFound } from '../../foundation/system-error.ts';
import { removeTree } from '../files/remove-tree.ts';
import { readPlainText } from '../plain-files/plain-file.ts';

const entrySchema = z.strictObject({ mode: z.string(), object: z.string() });

const changeSchema = z.strictObject({
  /** Relative to the top level of the work tree. */
  path: z.string(),
  before: entrySchema.optional(),
  after: entrySchema.optional(),
});

const recordSchema = z.strictObject({
  version: z.literal(1),
  id: z.string(),
  topLevel: z.string(),
  /** Folders that the landing creates, parents first. */
  folders: z.array(z.string()),
  files: z.array(changeSchema),
});

const commitSchema = z.strictObject({
  /** The branch that HEAD referred to, or `HEAD` if it was detached. */
  ref: z.string(),
  before: z.string().optional(),
  after: z.string(),
  /** Changes of the user's index. */
  index: z.array(changeSchema),
});

export type JournalRecord = z.infer<typeof recordSchema>;
export type JournalCommit = z.infer<typeof commitSchema>;

/** The journals of ended processes. */
export interface FoundJournals {
  readonly journals: readonly Journal[];
  /** The names of journals whose record cannot be read. */
  readonly damaged: readonly string[];
}

export class Journal {
  readonly folder: string;
  readonly record: JournalRecord;

  private constructor(folder: string, record: JournalRecord) {
    this.folder = folder;
    this.record = record;
  }

  /** The path of the new content of the file with this number. */
  contentPath(number: number): string {
    return path.join(this.folder, 'new', String(number));
  }

  /** The path of the backup of the file with this number. */
  backupPath(number: number): string {
    return path.join(this.folder, 'old', String(number));
  }

  /** The path of the index to install. */
  get indexPath(): string {
    return path.join(this.folder, 'index');
  }

  /** Creates a journal. The record is written last: as long as it is missing, no file of the user has been changed. */
  static async write(
    journalsFolder: string,
    record: JournalRecord,
    contents: ReadonlyMap<number, Buffer>,
  ): Promise<Journal> {
    const journal = new Journal(path.join(journalsFolder, record.id), record);
    await mkdir(path.join(journal.folder, 'new'), { recursive: true });
    await mkdir(path.join(journal.folder, 'old'));
    for (const [number, content] of contents) await writeFlushed(journal.contentPath(number), content);
    await journal.#writeJson('journal.json', record);
    await flushFolder(journalsFolder);
    return journal;
  }

  /** Finds the journals in a folder. Removes journals without a record. */
  static async find(journalsFolder: string): Promise<FoundJournals> {
    const names = (await whenFound(readdir(journalsFolder))) ?? [];
    const journals: Journal[] = [];
    const damaged: string[] = [];
    for (const name of names.sort()) {
      const folder = path.join(journalsFolder, name);
      const record = await readJson(path.join(folder, 'journal.json'), recordSchema);
      if (record === 'missing') await removeTree(folder);
      else if (record === 'damaged') damaged.push(name);
      else journals.push(new Journal(folder, record));
    }
    return { journals, damaged };
  }

  async recordCommit(commit: JournalCommit): Promise<void> {
    await this.#writeJson('commit.json', commit);
  }

  /** Reads the recorded commit; `missing` if none was recorded. */
  async readCommit(): Promise<JournalCommit | 'missing' | 'damaged'> {
    return readJson(path.join(this.folder, 'commit.json'), commitSchema);
  }

  /** Marks the landing as final: recovery completes it from now on, unless its branch has moved. */
  async markLanded(): Promise<void> {
    await writeFlushed(path.join(this.folder, 'landed'), '');
    await flushFolder(this.folder);
  }

  /** Removes the mark, because the landing is rolled back. */
  async unmarkLanded(): Promise<void> {
    await rm(path.join(this.folder, 'landed'), { force: true });
    await flushFolder(this.folder);
  }

  async isLanded(): Promise<boolean> {
    return (await whenFound(readPlainText(path.join(this.folder, 'landed')))) !== undefined;
  }

  /** Removes the journal. The record is removed first, which makes the rest obsolete. */
  async close(): Promise<void> {
    await rm(path.join(this.folder, 'journal.json'), { force: true });
    await removeTree(this.folder);
  }

  async #writeJson(name: string, value: unknown): Promise<void> {
    const file = path.join(this.folder, name);
    await writeFlushed(`${file}.new`, JSON.stringify(value));
    await rename(`${file}.new`, file);
    await flushFolder(this.folder);
  }
}

/**
 * Moves a damaged journal out of the way of later landings, next to the folder of the journals. Returns its new path. Its
 * backups of replaced files may be needed to repair the work tree.
 */
export async function setJournalAside(journalsFolder: string, name: string): Promise<string> {
  const target = path.join(`${journalsFolder}-damaged`, name);
  await mkdir(path.dirname(target), { recursive: true });
  await rename(path.join(journalsFolder, name), target);
  return target;
}

/** Reads a file of a journal. A power failure or a full disk can damage it. */
async function readJson<Value>(file: string, schema: z.ZodType<Value>): Promise<Value | 'missing' | 'damaged'> {
  const text = await whenFound(readPlainText(file));
  if (text === undefined) return 'missing';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'damaged';
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : 'damaged';
}

async function writeFlushed(file: string, content: Buffer | string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a folder so that renames in it survive a power failure. Windows does not support or need this. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
