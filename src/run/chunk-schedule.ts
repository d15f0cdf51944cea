import PQueue from 'p-queue';
import type { SideBySide } from '../plan/side-by-side.ts';

/** What a chunk's turn came to, as far as the schedule is concerned with it. */
export type TurnOutcome = 'goes-on' | 'stops';

/**
 * Gives every chunk its turn: after all that it depends on have ended, never beside one that may write the same file,
 * at most `jobs` at once, and of those that may start always the first in the sequence. After a turn that stops the
 * run no other begins. Rejects with what a turn threw, once all turns under way have ended.
 */
export async function runSchedule(
  plan: SideBySide,
  jobs: number,
  turn: (position: number) => Promise<TurnOutcome>,
): Promise<void> {
  const queue = new PQueue({ concurrency: jobs });
  const waiting = [...plan.sequence];
  const ended = new Set<number>();
  const running = new Set<number>();
  const failures: unknown[] = [];
  let stopped = false;

  const mayStart = (position: number): boolean =>
    [...plan.before(position)].every((other) => ended.has(other)) &&
    ![...running].some((other) => plan.exclude(position, other));
  const start = (position: number): void => {
    running.add(position);
    waiting.splice(waiting.indexOf(position), 1);
    void queue.add(async () => {
      try {
        if (!stopped && (await turn(position)) === 'stops') stopped = true;
      } catch (thrown) {
        failures.push(thrown);
        stopped = true;
      }
      running.delete(position);
      ended.add(position);
      startReady();
    });
  };
  const startReady = (): void => {
    for (const position of [...waiting]) if (!stopped && running.size < jobs && mayStart(position)) start(position);
    // What is in a circle waits for ever: it gets its turn at the end, where the gate names what blocks it.
    const [first] = waiting;
    if (!stopped && running.size === 0 && first !== undefined) start(first);
  };

  startReady();
  await queue.onIdle();
  if (failures.length > 0) throw failures[0];
}
