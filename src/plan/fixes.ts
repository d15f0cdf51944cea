import type { Condition } from '../contract/model.ts';
import type { ContractEdit } from '../contract/edit/contract-edit.ts';
import type { PlanFix } from './finding.ts';
import type { PlannedChunk, PlanShape } from './plan-facts.ts';

/** Adds a condition to a chunk's list. */
export function addPostcondition({ chunk, at }: PlannedChunk, condition: Condition): ContractEdit {
  return { path: [...at, 'postconditions', chunk.postconditions.length], value: condition };
}

export function addAllowedFile({ chunk, at }: PlannedChunk, path: string): ContractEdit {
  return { path: [...at, 'allowedFiles', chunk.allowedFiles.length], value: path };
}

/** Lets a chunk write a file, where it may not yet, and has it promise the file. */
export function haveCreate(planned: PlannedChunk, path: string): PlanFix {
  const edits: ContractEdit[] = planned.allowed.allows(path) ? [] : [addAllowedFile(planned, path)];
  edits.push(addPostcondition(planned, { kind: 'file_exists', path }));
  return { title: `Have ${planned.chunk.id} create "${path}"`, edits };
}

/** Has one chunk wait for another; undefined where the plan goes by position, or a circle would come of it. */
export function dependOn(shape: PlanShape, dependent: number, provider: number): PlanFix | undefined {
  const later = shape.chunks[dependent];
  const earlier = shape.chunks[provider];
  if (!later || !earlier || !shape.order.declared || dependent === provider) return undefined;
  if (shape.order.isBefore(dependent, provider)) return undefined;
  return {
    title: `Add "${earlier.chunk.id}" to ${shape.words.dependsOn} of ${later.chunk.id}`,
    edits: [{ path: [...later.at, 'dependsOn', later.chunk.dependsOn.length], value: earlier.chunk.id }],
  };
}
