import { createModelJudge } from '../../verdicts/gates/model-judge.ts';
import { withRecordedCalls } from './recorded-calls.ts';
import type { RunServices } from './run-services.ts';

/** The run, the attempt and the chunk that a judge's calls are made for. */
export interface JudgeOrigin {
  /** Absent outside a run. */
  readonly runId?: string | undefined;
  readonly attempt?: number | undefined;
  readonly chunk: string;
}

/** Runs checks with an account that uses the budget of the run, and records and reports each call. */
export function withJudgeAccount<Result>(
  services: RunServices,
  { runId, attempt, chunk }: JudgeOrigin,
  check: (account: string) => Promise<Result>,
): Promise<Result> {
  return withRecordedCalls(services, { purpose: 'judge', runId, attempt, chunk }, async (policy) => {
    using account = services.judges.open(async () => {
      const model = await services.judgeModel();
      return model && createModelJudge(model, policy);
    });
    return await check(account.id);
  });
}
