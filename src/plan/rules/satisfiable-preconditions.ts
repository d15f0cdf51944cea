import type { Condition } from '../../contract/model.ts';
import type { PlanFix, RuleFinding } from '../finding.ts';
import { insertProvider, moveBefore } from '../chunk-fixes.ts';
import { addPostcondition, dependOn, haveCreate } from '../fixes.ts';
import type { PlanFacts, PlannedChunk } from '../plan-facts.ts';
import type { PlanRule } from '../plan-rule.ts';
import { conditionPath } from '../tree-spelling.ts';
import { contradictions } from './contradictory-conditions.ts';

/** [COMP-R1] */
export const satisfiablePreconditions: PlanRule = {
  id: 'R1',
  title: 'Every precondition is satisfied when its chunk starts',
  explanation:
    'A chunk is stopped before the model is called where a precondition is false, and no retry can mend that. So each ' +
    'must follow from the initial tree and the postconditions of earlier chunks: the ancestors by dependsOn, or all ' +
    'that stand before it where no chunk declares dependsOn.',
  severity: 'error',
  structural: false,
  check: (facts) => facts.chunks.flatMap((planned) => unsatisfied(facts, planned)),
};

function unsatisfied(facts: PlanFacts, planned: PlannedChunk): RuleFinding[] {
  const { chunk, position, at } = planned;
  if (chunk.preconditions.length === 0) return [];
  const contradicted = contradictions(chunk.preconditions);
  return chunk.preconditions.flatMap((condition, index): RuleFinding[] => {
    const path = conditionPath(condition.path);
    if (path === undefined || contradicted.has(path)) return [];
    const exists = facts.files.existsBefore(path, position);
    if (exists === (condition.kind === 'file_exists')) return [];
    return [
      { chunk: chunk.id, path, at: [...at, 'preconditions', index], ...explain(facts, planned, condition, path) },
    ];
  });
}

function explain(
  facts: PlanFacts,
  planned: PlannedChunk,
  { kind }: Condition,
  path: string,
): Pick<RuleFinding, 'message' | 'satisfiedBy' | 'fix'> {
  const stated = `The precondition ${kind} "${path}" is not satisfied when the chunk starts`;
  if (kind === 'file_exists') {
    return {
      message: `${stated}: the initial tree does not have it, and no earlier chunk has it as a postcondition.`,
      satisfiedBy: `An earlier chunk with the postcondition file_exists "${path}".`,
      fix: provide(facts, planned, path),
    };
  }
  const creator = facts.files.creatorsOf(path).find((other) => facts.order.isBefore(other, planned.position));
  const id = creator === undefined ? undefined : facts.chunks[creator]?.chunk.id;
  return {
    message:
      id === undefined ? `${stated}: the initial tree has the file.` : `${stated}: ${id} creates the file before.`,
    satisfiedBy: `Leave the precondition out where the chunk changes the file, or name another path.`,
  };
}

/** The nearest way to have the file by then. */
function provide(facts: PlanFacts, planned: PlannedChunk, path: string): PlanFix | undefined {
  const { order, chunks, files } = facts;
  const before = order.sequence
    .filter((other) => order.isBefore(other, planned.position))
    .flatMap((other) => chunks[other] ?? []);
  const writer = before.findLast((other) => other.allowed.paths.has(path));
  if (writer) {
    const edit = addPostcondition(writer, { kind: 'file_exists', path });
    return { title: `Add the postcondition file_exists "${path}" to ${writer.chunk.id}`, edits: [edit] };
  }
  for (const creator of files.creatorsOf(path)) {
    const fix = dependOn(facts, planned.position, creator) ?? moveBefore(facts, planned.position, creator);
    if (fix) return fix;
  }
  if (files.creatorsOf(path).length > 0) return undefined;
  const inserted = insertProvider(facts, planned.position, path);
  if (inserted) return inserted;
  const last = before.at(-1);
  return last && haveCreate(last, path);
}
