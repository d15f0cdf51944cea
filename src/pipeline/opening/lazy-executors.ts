import { RetryableCache } from '../../foundation/retryable-cache.ts';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { StageExecutor, StageInput } from '../step/stage-executor.ts';

/**
 * Executors that are loaded before the first of them is used, with the configuration of the commit that the item started
 * from. A step that has nothing to execute opens no model, no history and no analysis.
 */
export function createLazyExecutors(
  stages: readonly StageName[],
  load: (baseCommit: string) => Promise<readonly StageExecutor[]>,
): ReadonlyMap<StageName, StageExecutor> {
  const loaded = new RetryableCache<string, readonly StageExecutor[]>();
  const find = async (stage: StageName, { state }: StageInput): Promise<StageExecutor> => {
    const { commit } = state.base;
    const executors = await loaded.getOrCreate(commit, () => load(commit));
    const executor = executors.find((candidate) => candidate.stage === stage);
    if (executor === undefined) throw new Error(`The executor of the stage ${stage} is missing.`);
    return executor;
  };
  return new Map(
    stages.map((stage): [StageName, StageExecutor] => [
      stage,
      {
        stage,
        estimateUsd: async (input: StageInput) => (await find(stage, input)).estimateUsd(input),
        execute: async (input: StageInput) => (await find(stage, input)).execute(input),
      },
    ]),
  );
}
