import { createHash, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { isNotFoundError } from '../../shared/system-error.ts';
import { findGitFolders } from '../../workspace/git/find-git-folders.ts';
import { readPlainFile } from '../../workspace/plain-files/plain-file.ts';
import {
  blockCountsSchema,
  chosenChunkSchema,
  sessionRecordSchema,
  type ActiveChunk,
  type ChosenChunk,
  type SessionRecord,
} from './session-record.ts';

/**
 * The files about sessions of agents, next to the history: one with the base of a session, one with its counter, and one with
 * the chosen chunk of a folder. They are separate files, so that a locked history does not stop a hook.
 */
export class SessionStore {
  readonly #root: string;
  readonly #folder: string;

  /** @param folder absolute path of the workspace folder */
  constructor(folder: string) {
    this.#folder = toRealPath(folder);
    const git = findGitFolders(folder);
    this.#root =
      git === undefined
        ? path.join(folder, '.holdfast', 'agents')
        : path.join(git.commonDirectory, 'holdfast', 'agents');
  }

  /** The record of a session in this folder; `undefined` if it was not recorded. */
  read(session: string): Promise<SessionRecord | undefined> {
    return this.#readFile(this.#fileOf(session), sessionRecordSchema);
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
    for (const name of await this.#listFiles()) {
      const file = path.join(this.#root, name);
      if ((await stat(file)).mtimeMs < time) await rm(file, { force: true });
    }
  }

  async #listFiles(): Promise<readonly string[]> {
    try {
      return await readdir(this.#root);
    } catch (thrown) {
      if (isNotFoundError(thrown)) return [];
      throw thrown;
    }
  }

  #fileOf(session: string): string {
    return path.join(this.#root, `session-${hash(`${this.#folder}\0${session}`)}.json`);
  }

  #countFileOf(session: string): string {
    return path.join(this.#root, `blocks-${hash(`${this.#folder}\0${session}`)}.json`);
  }

  get #chosenFile(): string {
    return path.join(this.#root, `chunk-${hash(this.#folder)}.json`);
  }

  /** A file that is missing, damaged or cannot be read is treated as absent: the session then starts from the merge base. */
  async #readFile<T extends z.ZodType>(file: string, schema: T): Promise<z.infer<T> | undefined> {
    try {
      return schema.safeParse(JSON.parse((await readPlainFile(file)).toString('utf8'))).data;
    } catch {
      return undefined;
    }
  }

  async #writeFile(file: string, value: unknown): Promise<void> {
    const temporary = `${file}.${randomUUID()}.new`;
    try {
      await mkdir(this.#root, { recursive: true });
      await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { flag: 'wx' });
      await rename(temporary, file);
    } catch (thrown) {
      await rm(temporary, { force: true });
      throw new HoldfastError('storage', `Failed to write ${file}: ${messageOf(thrown)}`, { cause: thrown });
    }
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
