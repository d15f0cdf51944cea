/** A piece of work. Exclusive ones never run at the same time. */
export interface ParallelJob {
  readonly isExclusive: boolean;
  readonly work: () => Promise<void>;
}

/**
 * Runs jobs with at most `count` at the same time, in their order as far as exclusive ones allow. If one fails, no further
 * job starts, and the first error is thrown when the running ones have ended.
 */
export async function runInParallel(jobs: readonly ParallelJob[], count: number): Promise<void> {
  const waiting = [...jobs];
  const errors: unknown[] = [];
  let isExclusiveRunning = false;
  const worker = async (): Promise<void> => {
    for (;;) {
      const index = waiting.findIndex(({ isExclusive }) => !isExclusive || !isExclusiveRunning);
      const job = waiting[index];
      // If only exclusive jobs are left, the worker of the running one continues with them.
      if (job === undefined || errors.length > 0) return;
      waiting.splice(index, 1);
      if (job.isExclusive) isExclusiveRunning = true;
      try {
        await job.work();
      } catch (thrown) {
        errors.push(thrown);
      } finally {
        if (job.isExclusive) isExclusiveRunning = false;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, count) }, worker));
  if (errors.length > 0) throw errors[0];
}
