import type { Forge } from '../../pipeline/forge/forge.ts';
import type { Git } from '../../workspace/git/git.ts';
import type { EngineServices } from '../services/engine-services.ts';
import type { BaseConfiguration } from './base-configuration.ts';

/** What the executors of a folder's pipeline are composed of. */
export interface ExecutorParts {
  readonly services: EngineServices;
  readonly forge: Forge;
  readonly git: Git;
  readonly base: BaseConfiguration;
}
