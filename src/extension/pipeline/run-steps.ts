import * as l10n from '@vscode/l10n';
import type { Pipeline, StepReport } from '../../pipeline.ts';
import type { RunEvent } from '../../run/report/run-events.ts';
import { throwIfCancelled } from '../../foundation/errors.ts';
import { formatStage } from '../run-session/run-messages.ts';

export interface RunStepsOptions {
  /** Whether to end after one transition. */
  readonly once: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** Called after each transition. */
  readonly onStep: (report: StepReport) => Promise<void>;
}

/** Performs steps of an item until it waits, fails, or another process works on it. Returns the last report. */
export async function runSteps(
  pipeline: Pick<Pipeline, 'step'>,
  item: string,
  { once, signal, onEvent, onStep }: RunStepsOptions,
): Promise<StepReport> {
  for (;;) {
    throwIfCancelled(signal, l10n.t('run work item #{0}', item));
    const report = await pipeline.step(item, { signal, onEvent });
    await onStep(report);
    if (once || report.outcome !== 'advanced') return report;
  }
}

/** The progress of a step in a few words; undefined if the event does not change it. */
export function formatStepProgress(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'attempt-started':
      return l10n.t('{0}: attempt {1} of {2}', event.chunk, event.number, event.of);
    case 'stage':
      return `${event.chunk}: ${formatStage(event.stage)}`;
    case 'model-retry':
      return l10n.t('waiting to retry the model: {0}', event.reason);
    case 'note':
      return event.message;
    default:
      return undefined;
  }
}
