import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { whenFound } from '../../foundation/system-error.ts';
import { findGitFolders, type GitFolders } from '../../workspace/git/find-git-folders.ts';
import { readPlainText } from '../../workspace/plain-files/plain-file.ts';
import type { CountFile } from './count-file.ts';
import {
  blockCountsSchema,
  chosenChunkSchema,
  sessionRecordSchema,
  type ActiveChunk,
  type ChosenChunk,
  type SessionRecord,
} from './session-record.ts';
import { writeFileAtomically } from '../../workspace/files/write-atomically.ts';

/**
 * The files about sessions of agents, next to the history: one with the base of a session, one with its counter, and one with
 * the chosen chunk of a folder. They are separate files, so that a locked history does not stop a hook.
 */
export class SessionStore {
  /** Where files are written. */
  readonly #root: string;
  /** Where the record of a session can be: a repository that was created since hides the one of its start. */
  readonly #roots: readonly string[];
  readonly #folder: string;

  /** @param folder absolute path of the workspace folder */
  constructor(folder: string) {
    this.#folder = toRealPath(folder);
    const repositories = [...listGitFolders(folder)].map(({ commonDirectory }) =>
      path.join(commonDirectory, 'holdfast', 'agents'),
    );
    this.#root = repositories[0] ?? path.join(folder, '.holdfast', 'agents');
    this.#roots = repositories.length === 0 ? [this.#root] : repositories;
  }

  /** The record of a session in this folder; `undefined` if it was not recorded. */
  read(session: string): Promise<SessionRecord | undefined> {
    return this.#readFile(this.#fileOf(session), sessionRecordSchema);
  }

  /** The records of all sessions of the repository, also those of its other worktrees, newest first. */
  async list(): Promise<readonly SessionRecord[]> {
    const names = ((await whenFound(readdir(this.#root))) ?? []).filter((name) => /^session-.*\.json$/.test(name));
    const records = await Promise.all(
      names.map((name) => this.#readFile(path.join(this.#root, name), sessionRecordSchema)),
    );
    return records
      .filter((record) => record !== undefined)
      .sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
  }

  /** Adds what is about the folder. */
  createRecord(record: Omit<SessionRecord, 'version' | 'folder' | 'topLevel'>): SessionRecord {
    return { version: 1, folder: this.#folder, topLevel: findTopLevel(this.#folder), ...record };
  }

  async write(record: SessionRecord): Promise<void> {
    await this.#writeFile(this.#fileOf(record.session), record);
  }

  /** How often the end of a session was refused, by chunk. */
  async readBlocks(session: string): Promise<Readonly<Record<string, number>>> {
    return (await this.#readFile(this.#countFileOf(session), blockCountsSchema))?.blocks ?? {};
  }

  async writeBlocks(session: string, blocks: Readonly<Record<string, number>>): Promise<void> {
    await this.#writeFile(this.#countFileOf(session), { version: 1, blocks });
  }

  /** What `writeBlocks` writes, for a process that must not wait for this one. Creates the folder. */
  async prepareBlocks(session: string): Promise<(blocks: Readonly<Record<string, number>>) => CountFile> {
    const file = this.#countFileOf(session);
    await mkdir(path.dirname(file), { recursive: true }).catch(() => undefined);
    return (blocks) => ({ file, text: toText({ version: 1, blocks }) });
  }

  /** The chunk that was last chosen for the folder. */
  readChosenChunk(): Promise<ChosenChunk | undefined> {
    return this.#readFile(this.#chosenFile, chosenChunkSchema);
  }

  async writeChosenChunk(active: ActiveChunk, chosenAt: string): Promise<void> {
    await this.#writeFile(this.#chosenFile, { version: 1, active, chosenAt });
  }

  /** The chunk of a session: the one that was chosen since its start, else the one of its start. */
  async readActiveChunk(record: SessionRecord | undefined): Promise<ActiveChunk | undefined> {
    const chosen = await this.readChosenChunk();
    if (chosen !== undefined && (record === undefined || chosen.chosenAt >= record.startedAt)) return chosen.active;
    return record?.active;
  }

  /** Removes what was last written before a time, in milliseconds since 1970. */
  async removeOlderThan(time: number): Promise<void> {
    for (const name of (await whenFound(readdir(this.#root))) ?? []) {
      const file = path.join(this.#root, name);
      if ((await stat(file)).mtimeMs < time) await rm(file, { force: true });
    }
  }

  #fileOf(session: string): string {
    const name = `session-${hash(`${this.#folder}\0${session}`)}.json`;
    const root = this.#roots.find((one) => existsSync(path.join(one, name))) ?? this.#root;
    return path.join(root, name);
  }

  /** It is next to the record of the session. */
  #countFileOf(session: string): string {
    return path.join(path.dirname(this.#fileOf(session)), `blocks-${hash(`${this.#folder}\0${session}`)}.json`);
  }

  get #chosenFile(): string {
    return path.join(this.#root, `chunk-${hash(this.#folder)}.json`);
  }

  /** A file that is missing, damaged or cannot be read is treated as absent: the session then starts from the merge base. */
  async #readFile<T extends z.ZodType>(file: string, schema: T): Promise<z.infer<T> | undefined> {
    try {
      return schema.safeParse(JSON.parse(await readPlainText(file))).data;
    } catch {
      return undefined;
    }
  }

  async #writeFile(file: string, value: unknown): Promise<void> {
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFileAtomically(file, toText(value));
    } catch (thrown) {
      throw new HoldfastError('storage', `Failed to write ${file}: ${messageOf(thrown)}`, { cause: thrown });
    }
  }
}

/**
 * The repository that was created around a folder since a session started, as the absolute path of its `.git`. It hides the
 * files, commits and contracts that the session started from. `undefined` if there is none.
 */
export function findHidingRepository(
  folder: string,
  { topLevel }: Pick<SessionRecord, 'topLevel'>,
): string | undefined {
  const current = findTopLevel(folder);
  if (topLevel === undefined || current === undefined || current === topLevel) return undefined;
  return path.join(current, '.git');
}

function findTopLevel(folder: string): string | undefined {
  const git = findGitFolders(folder);
  return git && toRealPath(git.topLevel);
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The repository of a folder, and those that contain it. */
function* listGitFolders(folder: string): Generator<GitFolders> {
  for (let git = findGitFolders(folder); git !== undefined; git = findGitFolders(path.dirname(git.topLevel))) {
    yield git;
    if (path.dirname(git.topLevel) === git.topLevel) return;
  }
}

/** Clients name the folder of a session by its real path or by a link to it. */
function toRealPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** A session id comes from outside, so it is not part of a file name. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
