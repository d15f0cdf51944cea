import type { Engine } from '../../engine.ts';
import { openPipeline, type Pipeline } from '../../pipeline.ts';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';

/** Opens the pipeline of a workspace folder at its first use. It is closed with the engine of the folder. */
export class FolderPipelines {
  readonly #engines: Pick<WorkspaceEngines, 'get'>;
  readonly #opened = new WeakMap<Engine, () => Promise<Pipeline>>();

  constructor(engines: Pick<WorkspaceEngines, 'get'>) {
    this.#engines = engines;
  }

  /** The folder's pipeline. After a failure, the next call tries again. */
  async get(folder: string): Promise<Pipeline> {
    const engine = await this.#engines.get(folder);
    const open = this.#opened.get(engine) ?? memoizeUntilFailure(() => openPipeline(engine));
    this.#opened.set(engine, open);
    return open();
  }
}
