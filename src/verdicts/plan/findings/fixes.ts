import type { ContractEdit } from '../../../contract/edit/contract-edit.ts';
import type { Condition } from '../../../contract/model.ts';
import type { PlanShape } from '../facts/plan-facts.ts';
import type { PlannedChunk } from '../facts/planned-chunk.ts';
import type { PlanFix } from '../fix/plan-fix.ts';

export function addPostcondition({ chunk, at }: PlannedChunk, condition: Condition): ContractEdit {
  return { path: [...at, 'postconditions', chunk.postconditions.length], value: condition };
}

export function addAllowedFile({ chunk, at }: PlannedChunk, path: string): ContractEdit {
  return { path: [...at, 'allowedFiles', chunk.allowedFiles.length], value: path };
}

/** A fix that adds a postcondition for a file to a chunk, and the file to its allowed files if necessary. */
export function addFileToChunk(planned: PlannedChunk, path: string): PlanFix {
  const edits: ContractEdit[] = planned.allowed.allows(path) ? [] : [addAllowedFile(planned, path)];
  edits.push(addPostcondition(planned, { kind: 'file_exists', path }));
  return { action: { kind: 'let-chunk-create', chunk: planned.chunk.id, path }, edits };
}

/**
 * A fix that adds a chunk to dependsOn; `undefined` if the plan is ordered by position, or if the dependency would
 * create a cycle.
 */
export function addDependency(shape: PlanShape, dependent: number, provider: number): PlanFix | undefined {
  const later = shape.chunks[dependent];
  const earlier = shape.chunks[provider];
  if (!later || !earlier || !shape.order.declared || dependent === provider) return undefined;
  if (shape.order.isBefore(dependent, provider)) return undefined;
  return {
    action: { kind: 'add-to-list', item: earlier.chunk.id, key: shape.keyNames.dependsOn, chunk: later.chunk.id },
    edits: [{ path: [...later.at, 'dependsOn', later.chunk.dependsOn.length], value: earlier.chunk.id }],
  };
}
