import type { Condition } from '../../../contract/model.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import { conditionPath } from '../facts/plan-path.ts';
import type { PlannedChunk } from '../facts/planned-chunk.ts';
import type { RuleFinding } from '../findings/finding.ts';
import type { PlanRule } from './plan-rule.ts';

/** [COMP-R2] */
export const contradictoryConditions: PlanRule = {
  id: 'R2',
  title: 'Conditions do not contradict each other',
  explanation:
    'A file cannot exist and be absent at the same time. A chunk with both conditions for one path in its preconditions, ' +
    'or in its postconditions, can never succeed.',
  severity: 'error',
  runEffect: 'stop-chunk',
  structural: false,
  check: (facts) =>
    facts.chunks.flatMap((planned) => [
      ...checkConditions(facts, planned, 'preconditions'),
      ...checkConditions(facts, planned, 'postconditions'),
    ]),
};

/** The paths with both a file_exists and a file_absent condition. */
export function findContradictions(conditions: readonly Condition[]): ReadonlySet<string> {
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

function checkConditions(
  facts: PlanFacts,
  { chunk, position, at }: PlannedChunk,
  list: 'preconditions' | 'postconditions',
): RuleFinding[] {
  const conditions = chunk[list];
  if (conditions.length < 2) return [];
  return [...findContradictions(conditions)].map((path): RuleFinding => {
    const mustExist = list === 'postconditions' || facts.files.existsBefore(path, position);
    const wrong = mustExist ? 'file_absent' : 'file_exists';
    const positions = conditions.flatMap((condition, index) =>
      condition.kind === wrong && conditionPath(condition.path) === path ? [index] : [],
    );
    const wrongCondition = [...at, list, positions[0] ?? 0];
    return {
      chunk: chunk.id,
      path,
      at: wrongCondition,
      message: `Contradictory ${list}: file_exists and file_absent for "${path}".`,
      satisfiedBy: 'Remove one of them.',
      fix: {
        action: { kind: 'remove-condition', condition: wrong, path },
        edits: positions.toReversed().map((index) => ({ path: [...at, list, index], operation: 'remove' as const })),
      },
    };
  });
}
