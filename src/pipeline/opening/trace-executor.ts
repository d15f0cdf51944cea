import type { StageExecutor } from '../step/stage-executor.ts';
import type { Telemetry } from '../../foundation/telemetry/telemetry.ts';

/** Executes a stage in a span. What the stage answered is not a part of it. */
export function traceExecutor(executor: StageExecutor, telemetry: Telemetry): StageExecutor {
  const { stage } = executor;
  return {
    stage,
    estimateUsd: (input) => executor.estimateUsd(input),
    execute: (input) => {
      const { item, round } = input.state;
      return telemetry.inSpan('stage', { item, stage, round, sub_item: input.subItem }, async (span) => {
        const execution = await executor.execute(input);
        span.set({
          events: execution.events.map(({ type }) => type).join(','),
          failed: execution.error !== undefined,
          cost_usd: execution.costUsd ?? undefined,
        });
        return execution;
      });
    },
  };
}
