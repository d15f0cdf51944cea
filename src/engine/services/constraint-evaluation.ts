import { HOLDOUT_FILES, INTERFACES_FOLDER } from '../../configuration/shared-files.ts';
import type { ConstraintReport, EvaluateConstraints } from '../../review/review-input.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { EvaluatedInterfaces, InterfaceHost } from '../interfaces/evaluate-interfaces.ts';

/**
 * Compares the artifacts of a commit with the interface registry in the same commit. The services start in the workspace
 * folder, so that a change cannot write the service that judges it.
 */
export function createConstraintEvaluation(
  host: InterfaceHost,
  repository: Pick<Repository, 'listFiles' | 'readTree' | 'openWorktree'>,
  servicesFolder: string,
): EvaluateConstraints {
  return async ({ commit, root, files }, signal) => {
    const all = await repository.listFiles(commit, signal);
    if (!all.some((file) => file.startsWith(`${INTERFACES_FOLDER}/`))) {
      return { findings: [], warnings: [], note: `There is no interface registry (${INTERFACES_FOLDER}).` };
    }
    const { evaluateInterfaces } = await import('../interfaces/evaluate-interfaces.ts');
    const terms = repository.readTree(commit, signal);
    const evaluate = (folder: string): Promise<EvaluatedInterfaces> =>
      evaluateInterfaces(host, { root: folder, commit, terms, servicesFolder, files }, signal);
    if (root !== undefined) return toReport(await evaluate(root));
    await using worktree = await repository.openWorktree(commit, { without: HOLDOUT_FILES, signal });
    return toReport(await evaluate(worktree.root));
  };
}

function toReport({ findings, notes, absences }: EvaluatedInterfaces): ConstraintReport {
  return { findings, warnings: [...absences, ...notes].map(({ message }) => message) };
}
