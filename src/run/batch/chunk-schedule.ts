import PQueue from 'p-queue';
import type { ParallelSchedule } from '../../verdicts/plan/parallel-schedule.ts';

/** What the schedule does after a chunk has ended. */
export type ScheduleAction = 'continue' | 'stop';

/**
 * Runs every chunk once, at most `jobs` in parallel, and always the first possible chunk of the sequence. A chunk starts
 * after all its dependencies have ended, and never in parallel with a chunk that may write the same file. After `stop`
 * no other chunk starts. An error in `run` has the effect of `stop`. The first error is thrown when all running chunks have ended.
 * @param run receives the position of a chunk in the contract
 */
export async function runInSchedule(
  plan: ParallelSchedule,
  jobs: number,
  run: (position: number) => Promise<ScheduleAction>,
): Promise<void> {
  const queue = new PQueue({ concurrency: jobs });
  const waiting = [...plan.sequence];
  const ended = new Set<number>();
  const running = new Set<number>();
  const errors: unknown[] = [];
  let isStopped = false;

  const canStart = (position: number): boolean =>
    [...plan.dependenciesOf(position)].every((other) => ended.has(other)) &&
    ![...running].some((other) => plan.mayConflict(position, other));

  const runToEnd = async (position: number): Promise<void> => {
    try {
      if (!isStopped && (await run(position)) === 'stop') isStopped = true;
    } catch (thrown) {
      errors.push(thrown);
      isStopped = true;
    } finally {
      running.delete(position);
      ended.add(position);
    }
    startReady();
  };

  const start = (position: number): void => {
    running.add(position);
    waiting.splice(waiting.indexOf(position), 1);
    // Errors are collected in runToEnd, so the promise never rejects.
    void queue.add(() => runToEnd(position));
  };

  const startReady = (): void => {
    for (const position of [...waiting]) {
      if (!isStopped && running.size < jobs && canStart(position)) start(position);
    }
    // If chunks are left and none runs, they wait for a dependency cycle. The first one starts anyway, and preflight
    // reports what blocks it.
    const [first] = waiting;
    if (!isStopped && running.size === 0 && first !== undefined) start(first);
  };

  startReady();
  await queue.onIdle();
  if (errors.length > 0) throw errors[0];
}
