/**
 * The journal of a landing: written and flushed before the first file of the user's is touched, removed when all is
 * done. Whoever finds one whose process is gone completes the landing or takes it back.
 *
 * Its folder holds `journal.json`, what is to be written (`new/<n>`), what was replaced (`old/<n>`, the very files),
 * `commit.json` once the commit exists, and `landed` once every file is written.
 */
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { removeTree } from './remove-tree.ts';
import { isMissing } from './safe-path.ts';

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
  /** Folders that the landing creates, outer ones first. */
  folders: z.array(z.string()),
  files: z.array(changeSchema),
});

const commitSchema = z.strictObject({
  /** The branch that HEAD named, or HEAD itself where it named none. */
  ref: z.string(),
  before: z.string().optional(),
  after: z.string(),
  /** Entries of the user's index. */
  index: z.array(changeSchema),
});

export type JournalRecord = z.infer<typeof recordSchema>;
export type JournalCommit = z.infer<typeof commitSchema>;

export class Journal {
  readonly folder: string;
  readonly record: JournalRecord;

  private constructor(folder: string, record: JournalRecord) {
    this.folder = folder;
    this.record = record;
  }

  /** Where the content to be written for the file of this number stands. */
  content(number: number): string {
    return path.join(this.folder, 'new', String(number));
  }

  /** Where the replaced file of this number is kept. */
  backup(number: number): string {
    return path.join(this.folder, 'old', String(number));
  }

  get index(): string {
    return path.join(this.folder, 'index');
  }

  /** Starts a journal: the contents are written first, the record last; without a record nothing was touched yet. */
  static async write(home: string, record: JournalRecord, contents: ReadonlyMap<number, Buffer>): Promise<Journal> {
    const journal = new Journal(path.join(home, record.id), record);
    await mkdir(path.join(journal.folder, 'new'), { recursive: true });
    await mkdir(path.join(journal.folder, 'old'));
    for (const [number, content] of contents) await writeFlushed(journal.content(number), content);
    await journal.#writeJson('journal.json', record);
    await flushFolder(home);
    return journal;
  }

  /** The journals that stand in a folder; remains of ones that never began are removed. */
  static async find(home: string): Promise<Journal[]> {
    let names: string[];
    try {
      names = await readdir(home);
    } catch (thrown) {
      if (isMissing(thrown)) return [];
      throw thrown;
    }
    const journals: Journal[] = [];
    for (const name of names.sort()) {
      const folder = path.join(home, name);
      const text = await readIfThere(path.join(folder, 'journal.json'));
      if (text === undefined) await removeTree(folder);
      else journals.push(new Journal(folder, recordSchema.parse(JSON.parse(text))));
    }
    return journals;
  }

  async recordCommit(commit: JournalCommit): Promise<void> {
    await this.#writeJson('commit.json', commit);
  }

  async readCommit(): Promise<JournalCommit | undefined> {
    const text = await readIfThere(path.join(this.folder, 'commit.json'));
    return text === undefined ? undefined : commitSchema.parse(JSON.parse(text));
  }

  /** From here on the landing is completed, unless its branch has moved elsewhere meanwhile. */
  async markLanded(): Promise<void> {
    await writeFlushed(path.join(this.folder, 'landed'), '');
    await flushFolder(this.folder);
  }

  /** The landing is taken back after all. */
  async unmarkLanded(): Promise<void> {
    await rm(path.join(this.folder, 'landed'), { force: true });
    await flushFolder(this.folder);
  }

  async isLanded(): Promise<boolean> {
    return (await readIfThere(path.join(this.folder, 'landed'))) !== undefined;
  }

  /** Ends the journal. The record goes first: without it the rest is rubbish that anyone may remove. */
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

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

export async function writeFlushed(file: string, content: Buffer | string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes renames in a folder survive a power failure. Windows has no such call and does it by itself. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
