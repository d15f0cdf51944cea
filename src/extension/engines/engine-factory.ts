import type { Engine } from '../../engine.ts';

/** What the editor asks of the maker of engines: one engine for one workspace folder. */
export interface EngineRequest {
  /** The uri of the workspace folder, as text. */
  readonly folder: string;
  /** Its absolute path on disk. */
  readonly path: string;
}

export type EngineFactory = (request: EngineRequest) => Promise<Engine>;
