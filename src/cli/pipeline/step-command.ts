import type { StepReport } from '../../pipeline.ts';
import { systemClock } from '../../foundation/clock.ts';
import { JobSlots } from '../../foundation/job-slots.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode, type ExitCodeValue } from '../base/exit-code.ts';
import { withPipeline } from './open-pipeline.ts';
import { formatStep } from './pipeline-report.ts';
import { createProgressListener } from '../render/run-progress.ts';

const MINUTE_MS = 60_000;

export interface StepFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly record?: string;
  readonly jobs: number;
  /** Minutes. */
  readonly repeat?: number;
  readonly verbose?: boolean;
  readonly format: OutputFormat;
}

/**
 * `holdfast step`: performs at most one transition of a work item, or with `--jobs` attempts of several sub-items. With
 * `--repeat`, further steps follow until the item no longer advances, and none starts after the time.
 */
export function stepCommand(context: CommandContext, item: string, flags: StepFlags): CommandResult {
  const { terminal, signal } = context;
  const { model, baseUrl, record, jobs, repeat = 0, verbose = false, format } = flags;
  const end = systemClock.now() + repeat * MINUTE_MS;
  return withPipeline(
    context,
    async (pipeline) => {
      const onEvent = createProgressListener(terminal, {
        verbose,
        ...(jobs === 1 ? {} : { prefixOf: (chunk) => `${chunk}: ` }),
      });
      for (;;) {
        // The step itself is the first job.
        const report = await pipeline.step(item, { signal, onEvent, slots: new JobSlots(jobs - 1) });
        const isLast = report.outcome !== 'advanced' || systemClock.now() >= end;
        if (format === 'text') terminal.result(formatStep(terminal, item, report));
        else if (isLast) terminal.result(JSON.stringify(report, null, 2));
        if (isLast) return stepExitCode(report);
      }
    },
    { model, baseUrl, record },
    format === 'text'
      ? undefined
      : ({ message }) => {
          const report: StepReport = { outcome: 'busy', summary: message };
          terminal.result(JSON.stringify(report, null, 2));
        },
  );
}

export function stepExitCode({ outcome }: StepReport): ExitCodeValue {
  switch (outcome) {
    case 'advanced':
    case 'nothing':
      return ExitCode.ok;
    case 'failed':
      return ExitCode.findings;
    case 'busy':
      return ExitCode.tryAgainLater;
  }
}
