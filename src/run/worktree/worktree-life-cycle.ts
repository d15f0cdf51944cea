import { HoldfastError } from '../../foundation/errors.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { CommandReport } from '../report/run-result.ts';
import { runBuild } from '../validation/run-build.ts';
import { prepareTree, type TreePreparation } from '../validation/prepare-tree.ts';
import { describeCommand } from '../validation/stage-command.ts';

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
