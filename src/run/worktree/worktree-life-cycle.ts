import { holdoutOf } from '../../configuration/holdout-files.ts';
import type { Contract } from '../../contract/model.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { CommandReport } from '../report/run-result.ts';
import type { RunServices } from '../services/run-services.ts';
import { runBuild } from '../validation/run-build.ts';
import { prepareTree, type TreePreparation } from '../validation/prepare-tree.ts';
import { describeCommand } from '../validation/stage-command.ts';

/** What a worktree needs of a run, or of a check without a run. */
export interface WorktreeOwner {
  readonly contract: Pick<Contract, 'attempt'>;
  readonly services: Pick<RunServices, 'repository' | 'configuration' | 'analysis' | 'signal'>;
}

/**
 * Runs `work` in a new worktree that starts as `base`, and removes the worktree when `work` has ended, even if it fails.
 * Every worktree of a run is created here. It never contains the scenarios [ASSERT-SCEN-002].
 */
export async function withAttemptWorktree<Result>(
  { contract, services }: WorktreeOwner,
  base: Snapshot,
  work: (attempt: AttemptWorktree) => Promise<Result>,
): Promise<Result> {
  const attempt = await services.repository.openWorktree(base, {
    copy: [...(contract.attempt?.copy ?? []), ...services.configuration.attempt.copy],
    ...holdoutOf(services.configuration),
    signal: services.signal,
  });
  try {
    return await work(attempt);
  } finally {
    await services.analysis.close(attempt.root);
    await attempt.dispose();
  }
}

export interface WorktreePreparation extends TreePreparation {
  readonly base: Snapshot;
}

/**
 * Prepares the worktree for work that starts from the base.
 * @throws HoldfastError `process` if a setup command fails: no attempt could be judged in this worktree
 */
export async function prepareWorktree(input: WorktreePreparation): Promise<void> {
  const failed = (await prepareTree(input, input.base)).find(({ passed }) => !passed);
  if (failed !== undefined) {
    throw new HoldfastError('process', `Failed to prepare the attempt's worktree: ${describeCommand(failed)}`, {
      hint: `Fix the command under "attempt.setup". Its output was:\n${failed.output}`,
    });
  }
  await input.services.analysis.filesChanged(input.attempt.root, 'all');
}

/**
 * Builds the base, so that a failure that existed before the run stops it, or is reported as such. Undefined if the contract
 * has no build, or if the base contains results of earlier chunks, which have been built already.
 */
export async function buildBase(
  input: WorktreePreparation & { readonly start: { readonly passed: ReadonlySet<string> } | undefined },
): Promise<CommandReport | undefined> {
  const { contract, start } = input;
  if (contract.build === undefined || (start !== undefined && start.passed.size > 0)) return undefined;
  await prepareWorktree(input);
  return runBuild(input);
}
