import type { PlanShape } from './plan-facts.ts';
import { conditionPath } from './tree-spelling.ts';

/**
 * [COMP-R6] Whether the verify command cannot be asked of a chunk yet, because the tree once it is done does not satisfy
 * the verify contract. It is computed, whatever a file or a model says.
 */
export function isVerifyExempt({ contract, files }: Pick<PlanShape, 'contract' | 'files'>, position: number): boolean {
  const requires = contract.verify?.requires ?? [];
  return requires.some(({ kind, path }) => {
    const normal = conditionPath(path);
    return normal !== undefined && files.existsAfter(normal, position) !== (kind === 'file_exists');
  });
}
