import type { Pipeline, StepReport } from '../../engine.ts';
import { throwIfCancelled } from '../../shared/errors.ts';

export interface RunStepsOptions {
  /** Whether to end after one transition. */
  readonly once: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
  /** Called after each transition. */
  readonly onStep: () => Promise<void>;
}

/** Performs steps of an item until it waits, fails, or another process works on it. Returns the last report. */
export async function runSteps(
  pipeline: Pick<Pipeline, 'step'>,
  item: string,
  { once, signal, onProgress, onStep }: RunStepsOptions,
): Promise<StepReport> {
  for (;;) {
    throwIfCancelled(signal, `run work item #${item}`);
    const report = await pipeline.step(item, { signal, onProgress });
    onProgress(report.summary);
    await onStep();
    if (once || report.outcome !== 'advanced') return report;
  }
}
