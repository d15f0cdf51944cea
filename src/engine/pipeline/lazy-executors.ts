import type { StageName } from '../../pipeline/stage-names.ts';
import type { StageExecutor, StageInput } from '../../pipeline/step/stage-executor.ts';

/**
 * Executors that are loaded before the first of them is used. A step that has nothing to execute opens no model, no history
 * and no analysis.
 */
export function createLazyExecutors(
  stages: readonly StageName[],
  load: () => Promise<readonly StageExecutor[]>,
): ReadonlyMap<StageName, StageExecutor> {
  let loading: Promise<readonly StageExecutor[]> | undefined;
  const find = async (stage: StageName): Promise<StageExecutor> => {
    const executor = (await (loading ??= load())).find((candidate) => candidate.stage === stage);
    if (executor === undefined) throw new Error(`The executor of the stage ${stage} is missing.`);
    return executor;
  };
  return new Map(
    stages.map((stage): [StageName, StageExecutor] => [
      stage,
      {
        stage,
        estimateUsd: async (input: StageInput) => (await find(stage)).estimateUsd(input),
        execute: async (input: StageInput) => (await find(stage)).execute(input),
      },
    ]),
  );
}
