import { memoizeUntilFailure } from '../../shared/retryable-cache.ts';
import type { EngineOptions } from '../services/engine-options.ts';
import type { Pipeline } from '../api/pipeline-types.ts';
import type { EngineServices } from '../services/engine-services.ts';
import type { OpenedPipeline } from './open-pipeline.ts';

/** Loads and opens the pipeline of a folder at its first use, and closes it with the engine. */
export class LazyPipeline implements AsyncDisposable {
  readonly #load: () => Promise<OpenedPipeline>;
  #opened: OpenedPipeline | undefined;

  constructor(services: EngineServices, options: EngineOptions) {
    this.#load = memoizeUntilFailure(async () => {
      const { openPipeline } = await import('./open-pipeline.ts');
      return (this.#opened = await openPipeline(services, options));
    });
  }

  async open(): Promise<Pipeline> {
    return (await this.#load()).pipeline;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened?.[Symbol.asyncDispose]();
  }
}
