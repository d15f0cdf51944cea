import type { Contradiction, ContradictionInput } from './contradiction.ts';
import { findFileContradictions } from './file-contradictions.ts';
import { findNameContradictions } from './name-contradictions.ts';

/** [PLANS-2] What the tasks of a plan say against each other and against the tree that they start from, by line. */
export async function findContradictions(input: ContradictionInput): Promise<readonly Contradiction[]> {
  const all = [...findFileContradictions(input), ...(await findNameContradictions(input))];
  return all.sort((one, other) => one.start - other.start);
}
