import type { Condition } from '../../../contract/model.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import { conditionPath } from '../facts/plan-path.ts';
import type { PlannedChunk } from '../facts/planned-chunk.ts';
import { insertProvider, moveProviderBefore } from '../findings/chunk-fixes.ts';
import type { RuleFinding } from '../findings/finding.ts';
import type { PlanFix } from '../fix/plan-fix.ts';
import { addPostcondition, addDependency, addFileToChunk } from '../findings/fixes.ts';
import { findContradictions } from './contradictory-conditions.ts';
import type { PlanRule } from './plan-rule.ts';

/** [COMP-R1] */
export const satisfiablePreconditions: PlanRule = {
  id: 'R1',
  title: 'Preconditions are satisfied when the chunk starts',
  explanation:
    'A false precondition stops a chunk before the model is called, and a retry cannot change that. The initial tree and ' +
    'the postconditions of earlier chunks must satisfy it. Earlier chunks are the ancestors by dependsOn, or all preceding ' +
    'chunks if no chunk has dependsOn.',
  severity: 'error',
  runEffect: 'stop-chunk',
  structural: false,
  check: (facts) => facts.chunks.flatMap((planned) => findUnsatisfied(facts, planned)),
};

function findUnsatisfied(facts: PlanFacts, planned: PlannedChunk): RuleFinding[] {
  const { chunk, position, at } = planned;
  if (chunk.preconditions.length === 0) return [];
  const contradicted = findContradictions(chunk.preconditions);
  return chunk.preconditions.flatMap((condition, index): RuleFinding[] => {
    const path = conditionPath(condition.path);
    if (path === undefined || contradicted.has(path)) return [];
    if (isSatisfied(facts, condition, path, position)) return [];
    return [
      { chunk: chunk.id, path, at: [...at, 'preconditions', index], ...explain(facts, planned, condition, path) },
    ];
  });
}

/** A file can also exist because of a chunk that this one does not depend on, but that precedes it in every run. */
function isSatisfied({ files }: PlanFacts, { kind }: Condition, path: string, position: number): boolean {
  if (kind === 'file_exists') return files.existsBefore(path, position);
  return !files.existsBefore(path, position) && !files.existsInSequenceBefore(path, position);
}

function explain(
  facts: PlanFacts,
  planned: PlannedChunk,
  { kind }: Condition,
  path: string,
): Pick<RuleFinding, 'message' | 'satisfiedBy' | 'fix'> {
  const problem = `The precondition ${kind} "${path}" is not satisfied when the chunk starts`;
  if (kind === 'file_exists') {
    return {
      message: `${problem}: the file is not in the initial tree, and no earlier chunk has it as a postcondition.`,
      satisfiedBy: `Add the postcondition file_exists "${path}" to an earlier chunk.`,
      fix: findFix(facts, planned, path),
    };
  }
  const [creator] = facts.files.creatorsOf(path).filter((other) => other !== planned.position);
  const id = creator === undefined ? undefined : facts.chunks[creator]?.chunk.id;
  return {
    message:
      id === undefined ? `${problem}: the file is in the initial tree.` : `${problem}: ${id} creates the file earlier.`,
    satisfiedBy: 'Remove the precondition if the chunk changes the file, or use another path.',
  };
}

/** The smallest change that creates the file before the chunk. */
function findFix(facts: PlanFacts, planned: PlannedChunk, path: string): PlanFix | undefined {
  const { order, chunks, files } = facts;
  const before = order.sequence
    .filter((other) => order.isBefore(other, planned.position))
    .flatMap((other) => chunks[other] ?? []);
  const writer = before.findLast((other) => other.allowed.paths.has(path));
  if (writer) {
    const edit = addPostcondition(writer, { kind: 'file_exists', path });
    return { action: { kind: 'add-postcondition', path, chunk: writer.chunk.id }, edits: [edit] };
  }
  for (const creator of files.creatorsOf(path)) {
    const fix = addDependency(facts, planned.position, creator) ?? moveProviderBefore(facts, planned.position, creator);
    if (fix) return fix;
  }
  if (files.creatorsOf(path).length > 0) return undefined;
  const inserted = insertProvider(facts, planned.position, path);
  if (inserted) return inserted;
  const last = before.at(-1);
  return last && addFileToChunk(last, path);
}
