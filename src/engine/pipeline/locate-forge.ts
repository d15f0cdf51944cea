import { Git } from '../../workspace/git/git.ts';
import type { EngineOptions } from '../services/engine-options.ts';
import type { ForgeLocation } from '../api/pipeline-types.ts';
import type { EngineServices } from '../services/engine-services.ts';
import { findForgeTarget, readForgeToken } from './forge-target.ts';
import { requireGitRepository } from './require-git-repository.ts';

/**
 * Where the work items of a folder are, without a call to a server.
 *
 * @throws HoldfastError `git` without a git repository, `configuration` if the repository on GitHub is unknown
 */
export async function locateForge(services: EngineServices, options: EngineOptions): Promise<ForgeLocation> {
  const { folder } = await requireGitRepository(services);
  const target = await findForgeTarget(await services.configuration(), new Git(folder));
  if (target.kind === 'local') return target;
  const context = { keys: options.models.keys, environment: options.settings.environment };
  return { kind: 'github', apiUrl: target.apiUrl, hasToken: (await readForgeToken(target, context)) !== undefined };
}
