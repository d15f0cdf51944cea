import { INTERFACES_FOLDER } from '../../configuration/shared-files.ts';
import type { EvaluateConstraints } from '../../review/review-input.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { Repository } from '../../workspace/repository.ts';

/** Compares the artifacts of a commit with the interface registry in the same commit. */
export function createConstraintEvaluation(repository: Pick<Repository, 'listFiles'>): EvaluateConstraints {
  return async ({ commit }, signal) => {
    const files = await repository.listFiles(commit, signal);
    if (!files.some((file) => file.startsWith(`${INTERFACES_FOLDER}/`))) {
      return { findings: [], warnings: [], note: `There is no interface registry (${INTERFACES_FOLDER}).` };
    }
    throw new HoldfastError(
      'unsupported',
      'Failed to evaluate the interface registry: this build has no domain services.',
    );
  };
}
