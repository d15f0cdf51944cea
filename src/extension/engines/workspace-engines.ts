import type { Engine } from '../../engine.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { EngineFactory } from './engine-factory.ts';

/** One engine per workspace folder, made when it is first asked for and closed with its folder. */
export class WorkspaceEngines {
  readonly #create: EngineFactory;
  readonly #pathOf: (folder: string) => string;
  readonly #engines = new Map<string, Promise<Engine>>();
  #closed = false;

  /** @param pathOf The absolute path of a folder's uri. */
  constructor(create: EngineFactory, pathOf: (folder: string) => string) {
    this.#create = create;
    this.#pathOf = pathOf;
  }

  /** The folder's engine. One that could not be made is tried again at the next call. */
  of(folder: string): Promise<Engine> {
    if (this.#closed) throw new HoldfastError('internal', 'Failed to open the engine: the extension is shutting down');
    const known = this.#engines.get(folder);
    if (known) return known;
    const made = this.#create({ folder, path: this.#pathOf(folder) });
    this.#engines.set(folder, made);
    made.catch(() => {
      if (this.#engines.get(folder) === made) this.#engines.delete(folder);
    });
    return made;
  }

  /** The folder's engine where one has been asked for. */
  opened(folder: string): Promise<Engine> | undefined {
    return this.#engines.get(folder);
  }

  async close(folder: string): Promise<void> {
    const engine = this.#engines.get(folder);
    this.#engines.delete(folder);
    if (engine) await closed(engine);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const engines = [...this.#engines.values()];
    this.#engines.clear();
    await Promise.all(engines.map(closed));
  }
}

/** An engine that could not be made has nothing to close. */
async function closed(made: Promise<Engine>): Promise<void> {
  const engine = await made.catch(() => undefined);
  await engine?.[Symbol.asyncDispose]();
}
