import { Git } from '../../workspace/git/git.ts';
import type { EngineBasis } from '../../engine/services/engine-basis.ts';
import type { ForgeLocation } from './pipeline-types.ts';
import { findForgeTarget, readForgeToken } from './forge-target.ts';
import { requireGitRepository } from './require-git-repository.ts';

/**
 * Where the work items of a folder are, without a call to a server.
 *
 * @throws HoldfastError `git` without a git repository, `configuration` if the repository on GitHub is unknown
 */
export async function locateForge(
  basis: Pick<EngineBasis, 'repository' | 'configuration' | 'keys' | 'environment'>,
): Promise<ForgeLocation> {
  const { folder } = await requireGitRepository(basis);
  const target = await findForgeTarget(await basis.configuration(), new Git(folder));
  if (target.kind === 'local') return target;
  return { kind: 'github', apiUrl: target.apiUrl, hasToken: (await readForgeToken(target, basis)) !== undefined };
}
