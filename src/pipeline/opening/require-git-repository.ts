import { HoldfastError } from '../../foundation/errors.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { EngineBasis } from '../../engine/services/engine-basis.ts';

/** The git repository of the folder. @throws HoldfastError `git` if the folder is in none */
export async function requireGitRepository(basis: Pick<EngineBasis, 'repository'>): Promise<Repository> {
  const repository = await basis.repository();
  if (repository.kind === 'git') return repository;
  throw new HoldfastError('git', `Failed to open the pipeline: ${repository.folder} is not in a git repository.`, {
    hint: 'Work items become branches. Run "git init" and create a first commit.',
  });
}
