import { HOLDOUT_FILES, INTERFACES_FOLDER } from '../../workspace/configuration/shared-files.ts';
import type { ConstraintReport, EvaluateConstraints } from '../../verdicts/review/review-input.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { DomainContext, TreeWithTerms } from '../../verdicts/domains/trees/tree-domains.ts';

/**
 * Compares the artifacts of a commit with the interface registry in the same commit. The services start in the workspace
 * folder, so that a change cannot write the service that judges it.
 */
export function createConstraintEvaluation(
  context: DomainContext,
  repository: Pick<Repository, 'listFiles' | 'readTree' | 'openWorktree'>,
  servicesFolder: string,
): EvaluateConstraints {
  return async ({ commit, root, files }, signal) => {
    const all = await repository.listFiles(commit, signal);
    if (!all.some((file) => file.startsWith(`${INTERFACES_FOLDER}/`))) {
      return { findings: [], warnings: [], note: `There is no interface registry (${INTERFACES_FOLDER}).` };
    }
    const { evaluateChangeConstraints } = await import('./change-constraints.ts');
    const terms = repository.readTree(commit, signal);
    const evaluate = (tree: Pick<TreeWithTerms, 'root' | 'view'>): Promise<ConstraintReport> =>
      evaluateChangeConstraints(context, { ...tree, folder: servicesFolder, terms, commit, signal }, files);
    if (root !== undefined) return evaluate({ root });
    await using worktree = await repository.openWorktree(commit, { without: HOLDOUT_FILES, signal });
    return await evaluate({ root: worktree.root, view: worktree.view });
  };
}
