import { holdoutOf } from '../../workspace/configuration/holdout-files.ts';
import type { Contract } from '../../contract/model.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { RunServices } from './run-services.ts';

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
