import type { PlanTask } from './plan.ts';

/** What a task waits for by the order of the text. Parallel neighbors wait for the same, and what follows waits for all of them. */
export function tasksBefore(earlier: readonly PlanTask[], isParallel: boolean): readonly string[] {
  const last = earlier.at(-1);
  if (last === undefined) return [];
  if (!last.isParallel) return [last.id];
  if (isParallel) return last.dependsOn;
  return earlier.slice(earlier.findLastIndex((one) => !one.isParallel) + 1).map(({ id }) => id);
}
