import type { Forge } from '../forge/forge.ts';
import type { Git } from '../../workspace/git/git.ts';
import type { EngineBasis } from '../../engine/services/engine-basis.ts';
import type { BaseConfiguration } from './base-configuration.ts';

/** What the executors of a folder's pipeline are composed of. */
export interface ExecutorParts {
  readonly basis: Pick<EngineBasis, 'repository' | 'openServicesOf' | 'domainContext'>;
  readonly forge: Forge;
  readonly git: Git;
  readonly base: BaseConfiguration;
}
