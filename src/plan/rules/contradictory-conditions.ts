import type { Condition } from '../../contract/model.ts';
import type { RuleFinding } from '../finding.ts';
import type { PlanFacts, PlannedChunk } from '../plan-facts.ts';
import type { PlanRule } from '../plan-rule.ts';
import { conditionPath } from '../tree-spelling.ts';

/** [COMP-R2] */
export const contradictoryConditions: PlanRule = {
  id: 'R2',
  title: 'No chunk contradicts itself',
  explanation:
    'A path cannot be there and not be there at the same moment: a chunk that asks for both before it starts, or ' +
    'promises both afterwards, can never succeed.',
  severity: 'error',
  structural: false,
  check: (facts) =>
    facts.chunks.flatMap((planned) => [
      ...inList(facts, planned, 'preconditions'),
      ...inList(facts, planned, 'postconditions'),
    ]),
};

/** The paths that are both asked to exist and to be absent. */
export function contradictions(conditions: readonly Condition[]): ReadonlySet<string> {
  const kinds = new Map<string, Condition['kind']>();
  const contradicted = new Set<string>();
  for (const { kind, path: written } of conditions) {
    const path = conditionPath(written);
    if (path === undefined) continue;
    const before = kinds.get(path);
    if (before !== undefined && before !== kind) contradicted.add(path);
    kinds.set(path, before ?? kind);
  }
  return contradicted;
}

function inList(
  facts: PlanFacts,
  { chunk, position, at }: PlannedChunk,
  list: 'preconditions' | 'postconditions',
): RuleFinding[] {
  const conditions = chunk[list];
  if (conditions.length < 2) return [];
  return [...contradictions(conditions)].map((path): RuleFinding => {
    const exists = list === 'postconditions' || facts.files.existsBefore(path, position);
    const wrong = exists ? 'file_absent' : 'file_exists';
    const positions = conditions.flatMap((condition, index) =>
      condition.kind === wrong && conditionPath(condition.path) === path ? [index] : [],
    );
    const place = [...at, list, positions[0] ?? 0];
    return {
      chunk: chunk.id,
      path,
      at: place,
      message: `Contradictory ${list}: file_exists and file_absent of "${path}".`,
      satisfiedBy: 'Keep one of the two.',
      fix: {
        title: `Remove ${wrong} "${path}"`,
        edits: positions.toReversed().map((index) => ({ path: [...at, list, index], operation: 'remove' as const })),
      },
    };
  });
}
