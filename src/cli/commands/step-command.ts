import type { StepReport } from '../../engine.ts';
import { JobSlots } from '../../shared/job-slots.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode, type ExitCodeValue } from '../base/exit-code.ts';
import { withPipeline } from '../base/open-pipeline.ts';
import { formatStep } from '../render/pipeline-report.ts';
import { createProgressListener } from '../render/run-progress.ts';

export interface StepFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly record?: string;
  readonly jobs: number;
  readonly verbose?: boolean;
  readonly format: OutputFormat;
}

/** `holdfast step`: performs at most one transition of a work item, or with `--jobs` attempts of several sub-items. */
export function stepCommand(context: CommandContext, item: string, flags: StepFlags): CommandResult {
  const { terminal, signal } = context;
  const { model, baseUrl, record, jobs, verbose = false } = flags;
  return withPipeline(
    context,
    async (pipeline) => {
      const onEvent = createProgressListener(terminal, {
        verbose,
        ...(jobs === 1 ? {} : { prefixOf: (chunk) => `${chunk}: ` }),
      });
      // The step itself is the first job.
      const report = await pipeline.step(item, { signal, onEvent, slots: new JobSlots(jobs - 1) });
      terminal.result(flags.format === 'json' ? JSON.stringify(report, null, 2) : formatStep(terminal, item, report));
      return stepExitCode(report);
    },
    { model, baseUrl, record },
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
