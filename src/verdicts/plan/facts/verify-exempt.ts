import type { PlanShape } from './plan-facts.ts';
import { conditionPath } from './plan-path.ts';

/**
 * [COMP-R6] Whether a chunk is exempt from the verify command, because the tree does not satisfy the verify contract when
 * the chunk is complete. This is always computed; a value in a file or in a model's answer is ignored.
 */
export function isVerifyExempt({ contract, files }: Pick<PlanShape, 'contract' | 'files'>, position: number): boolean {
  const requires = contract.verify?.requires ?? [];
  return requires.some(({ kind, path }) => {
    const normalized = conditionPath(path);
    return normalized !== undefined && files.existsAfter(normalized, position) !== (kind === 'file_exists');
  });
}
