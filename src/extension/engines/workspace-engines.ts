import * as l10n from '@vscode/l10n';
import type { Engine } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { RetryableCache } from '../../foundation/retryable-cache.ts';

/** The workspace folder to create an engine for. */
export interface EngineRequest {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  /** The absolute path of the folder on disk. */
  readonly folderPath: string;
}

/** Creates an engine per workspace folder on first use and disposes it with the folder. */
export class WorkspaceEngines {
  readonly #create: (request: EngineRequest) => Promise<Engine>;
  readonly #toPath: (folder: string) => string;
  readonly #engines = new RetryableCache<string, Engine>();
  #disposed = false;

  /** @param toPath Converts the URI of a folder to its absolute path. */
  constructor(create: (request: EngineRequest) => Promise<Engine>, toPath: (folder: string) => string) {
    this.#create = create;
    this.#toPath = toPath;
  }

  /** The folder's engine. After a failed creation, the next call tries again. */
  get(folder: string): Promise<Engine> {
    if (this.#disposed)
      throw new HoldfastError('internal', l10n.t('Failed to open the engine: the extension is shutting down'));
    return this.#engines.getOrCreate(folder, () => this.#create({ folder, folderPath: this.#toPath(folder) }));
  }

  /** The folder's engine, or `undefined` if `get` was not called for the folder before. */
  getOpened(folder: string): Promise<Engine> | undefined {
    return this.#engines.get(folder);
  }

  async close(folder: string): Promise<void> {
    const engine = this.#engines.get(folder);
    this.#engines.delete(folder);
    if (engine) await disposeEngine(engine);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    const engines = this.#engines.values();
    this.#engines.clear();
    await Promise.all(engines.map(disposeEngine));
  }
}

async function disposeEngine(pending: Promise<Engine>): Promise<void> {
  // A failed creation was reported to the caller of `get` and leaves nothing to dispose.
  const engine = await pending.catch(() => undefined);
  await engine?.[Symbol.asyncDispose]();
}
