import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Condition } from '../../contract/model.ts';
import { verificationsOf } from '../../contract/verifications.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import { findFailedConditions } from '../validation/check-conditions.ts';

/**
 * [TRUST-2] Finds the conditions of the verifications that the plan establishes: those that hold in the base, and those
 * that the chunk's own postconditions require. An attempt cannot become exempt from the verification by breaking one. A
 * condition that the chunk's postconditions contradict is not established: the plan itself ends it.
 *
 * @param attempt the worktree with the base
 */
export async function findDueConditions(
  document: Pick<ContractDocument, 'form' | 'contract'>,
  chunk: Pick<Chunk, 'postconditions'>,
  attempt: Pick<AttemptWorktree, 'tree'>,
): Promise<readonly Condition[]> {
  const requires = [...new Set(verificationsOf(document).flatMap((verification) => verification.requires))];
  const failed = new Set(await findFailedConditions(requires, attempt));
  return requires.filter((condition) => {
    const stated = chunk.postconditions.findLast(({ path }) => isSamePath(path, condition.path));
    return stated === undefined ? !failed.has(condition) : stated.kind === condition.kind;
  });
}

function isSamePath(one: string, other: string): boolean {
  return normalizeRelative(one) === normalizeRelative(other);
}
