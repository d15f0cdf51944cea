import path from 'node:path';
import type { History } from '../../history/history.ts';
import type { OpenHistoryOptions } from '../../history/open-history.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import { DATABASE_URL_VARIABLE } from '../../foundation/secret-variables.ts';
import { SerialQueue } from '../../foundation/serial-queue.ts';
import { pathExists } from '../../workspace/files/safe-path.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { EngineOptions } from './engine-options.ts';
import type { KnownSecrets } from './known-secrets.ts';

/** The history of a folder: on a server, or in a file of its repository. Opened at its first use. */
export class FolderHistory implements AsyncDisposable {
  readonly #options: Pick<EngineOptions, 'folder' | 'log' | 'models'>;
  readonly #secrets: KnownSecrets;
  readonly #repository: () => Promise<Repository>;
  readonly #queue = new SerialQueue();
  #history: History | undefined;
  #temporary: History | undefined;

  constructor(
    options: Pick<EngineOptions, 'folder' | 'log' | 'models'>,
    secrets: KnownSecrets,
    repository: () => Promise<Repository>,
  ) {
    this.#options = options;
    this.#secrets = secrets;
    this.#repository = repository;
  }

  /** Absolute path of the database in a file, which may not exist yet. */
  async file(): Promise<string> {
    const repository = await this.#repository();
    return repository.kind === 'git'
      ? path.join(repository.commonDirectory, 'holdfast', 'history.db')
      : path.join(this.#options.folder, '.holdfast', 'history.db');
  }

  /** Where the shared history is; undefined if the history is a file of the repository. */
  async server(): Promise<{ readonly url: string; readonly repository: string } | undefined> {
    const url = (await this.#options.models.keys(DATABASE_URL_VARIABLE))?.trim();
    if (url === undefined || url === '') return undefined;
    const { readRepositoryKey } = await import('../../history/repository-key.ts');
    return { url, repository: await readRepositoryKey(await this.#repository()) };
  }

  /** The history; undefined if there is none yet. */
  find(): Promise<History | undefined> {
    return this.#get(false);
  }

  /** Opens the history, and creates it if there is none yet. */
  async openOrCreate(): Promise<History> {
    const history = await this.#get(true);
    if (history !== undefined) return history;
    throw new HoldfastError('storage', 'Failed to open the history: it could not be created.');
  }

  /** A history that ends with the engine. */
  readonly openInMemory = memoizeUntilFailure(async (): Promise<History> => {
    const redact = (text: string): string => this.#secrets.redact(text);
    const { openHistory } = await import('../../history/open-history.ts');
    const history = await openHistory(':memory:', { create: true, redact });
    if (history === undefined) throw new HoldfastError('storage', 'Failed to open a history in memory.');
    this.#temporary = history;
    return history;
  });

  /** Moves a damaged file to a folder next to it; `undefined` if the history is not damaged, or is on a server. */
  moveDamaged(): Promise<string | undefined> {
    return this.#queue.add(async () => {
      if ((await this.server()) !== undefined) return undefined;
      await this.#history?.close();
      this.#history = undefined;
      const { moveDamagedHistory } = await import('../../history/move-damaged-history.ts');
      return moveDamagedHistory(await this.file(), new Date());
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue.add(() => this.#history?.close());
    await this.#temporary?.close();
  }

  /** Serializes calls, so that the history is opened once. */
  #get(create: boolean): Promise<History | undefined> {
    return this.#queue.add(async () => (this.#history ??= await this.#open(create)));
  }

  async #open(create: boolean): Promise<History | undefined> {
    const { folder, log } = this.#options;
    await this.#secrets.loaded();
    const options: OpenHistoryOptions = {
      create,
      folder,
      redact: (text) => this.#secrets.redact(text),
      onUnreadable: (message) => log('warning', message),
    };
    const shared = await this.server();
    if (shared === undefined && !create && !(await pathExists(await this.file()))) return undefined;
    const { openHistory, openSharedHistory } = await import('../../history/open-history.ts');
    return shared === undefined ? openHistory(await this.file(), options) : openSharedHistory(shared, options);
  }
}
