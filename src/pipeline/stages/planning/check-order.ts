import { orderByDependencies } from '../../../contract/dependency-order.ts';
import { didYouMean } from '../../../foundation/name-suggestions.ts';
import type { StageMistake } from '../results/stage-mistake.ts';
import type { PlannedSubItemAnswer } from './plan-answer.ts';

export interface CheckedOrder {
  /** Every sub-item once, after those that it depends on [ASSERT-PLAN-001]. Meaningful only without mistakes. */
  readonly order: readonly PlannedSubItemAnswer[];
  readonly mistakes: readonly StageMistake[];
}

/** Orders sub-items by their dependencies. Names every cycle [ASSERT-PLAN-002]. */
export function checkOrder(subItems: readonly PlannedSubItemAnswer[]): CheckedOrder {
  const ids = subItems.map(({ id }) => id);
  const { order, cycles } = orderByDependencies(subItems);
  return {
    order,
    mistakes: [
      ...ids.flatMap((id, index) => findIdMistake(ids, id, index)),
      ...subItems.flatMap((subItem, index) => findUnknownDependencies(subItem, index, ids)),
      ...cycles.map((cycle) => describeCycle(cycle, ids)),
    ],
  };
}

/** An id is a part of a branch name, and some file systems ignore its letter case. */
function findIdMistake(ids: readonly string[], id: string, index: number): StageMistake[] {
  const path = ['subItems', index, 'id'];
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(id)) {
    const message = `The id "${id}" cannot be a part of a branch name. Use letters, digits, "_" and "-".`;
    return [{ code: 'invalid-id', path, message, subjects: [id] }];
  }
  const first = ids.findIndex((other) => other.toLowerCase() === id.toLowerCase());
  if (first === index) return [];
  const message = `The id "${id}" is used twice (sub-items ${first + 1} and ${index + 1}). Rename one of them.`;
  return [{ code: 'duplicate-id', path, message, subjects: [id] }];
}

function findUnknownDependencies(
  { dependsOn }: PlannedSubItemAnswer,
  index: number,
  ids: readonly string[],
): StageMistake[] {
  return dependsOn.flatMap((id, position): StageMistake[] => {
    if (ids.includes(id)) return [];
    const message = `No sub-item has the id "${id}".${didYouMean(id, ids)}`;
    return [{ code: 'unknown-sub-item', path: ['subItems', index, 'dependsOn', position], message, subjects: [id] }];
  });
}

function describeCycle(cycle: readonly string[], ids: readonly string[]): StageMistake {
  const [first = ''] = cycle;
  const chain = [...cycle, first].join(' → ');
  return {
    code: 'cycle',
    path: ['subItems', ids.indexOf(first), 'dependsOn'],
    message: `The sub-items depend on each other in a cycle: ${chain}. Remove one of these dependencies, or join the sub-items.`,
    subjects: cycle,
  };
}
