import type { Chunk, Contract } from '../../contract/model.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { CommandReport } from '../report/run-result.ts';
import type { RunServices } from '../services/run-services.ts';
import { describeCommand, runStageCommand } from '../validation/stage-command.ts';
import { runBuild } from '../validation/validate-snapshot.ts';

/**
 * Runs `work` in a new worktree that starts as `base`, and removes the worktree when `work` has ended, even if it fails.
 * Every worktree of a run is created here.
 */
export async function withAttemptWorktree<Result>(
  { contract, services }: { readonly contract: Contract; readonly services: RunServices },
  base: Snapshot,
  work: (attempt: AttemptWorktree) => Promise<Result>,
): Promise<Result> {
  const attempt = await services.repository.openWorktree(base, {
    copy: [...(contract.attempt?.copy ?? []), ...services.configuration.attempt.copy],
    signal: services.signal,
  });
  try {
    return await work(attempt);
  } finally {
    await services.analysis.close(attempt.root);
    await attempt.dispose();
  }
}

export interface WorktreePreparation {
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly attempt: AttemptWorktree;
  readonly base: Snapshot;
  readonly services: RunServices;
}

/**
 * Resets the worktree to the base and runs the setup commands of the contract and of the team's configuration. Their
 * changes to files of the repository are reverted.
 * @throws HoldfastError `process` if a command fails: no attempt could be judged in this worktree
 */
export async function prepareWorktree({
  contract,
  chunk,
  attempt,
  base,
  services,
}: WorktreePreparation): Promise<void> {
  const { configuration, analysis } = services;
  const commands = [contract.attempt?.setup ?? [], configuration.attempt.setup].flat();
  const timeoutSeconds = contract.attempt?.timeoutSeconds ?? configuration.limits.commandTimeoutSeconds;
  await attempt.reset();
  for (const command of commands) {
    const timeoutMs = timeoutSeconds * 1000;
    const report = await runStageCommand({ stage: 'setup', command, timeoutMs, contract, chunk, attempt, services });
    if (report.passed) continue;
    throw new HoldfastError('process', `Failed to prepare the attempt's worktree: ${describeCommand(report)}`, {
      hint: `Fix the command under "attempt.setup". Its output was:\n${report.output}`,
    });
  }
  if (commands.length > 0) await attempt.checkout(base.commit);
  await analysis.filesChanged(attempt.root, 'all');
}

/**
 * Builds the base, so that failures that existed before the run can be reported as such. Undefined if the contract has
 * no build, or if the base contains results of earlier chunks, which have been built already.
 */
export async function buildBase(
  input: WorktreePreparation & { readonly start: { readonly passed: ReadonlySet<string> } | undefined },
): Promise<CommandReport | undefined> {
  const { contract, chunk, services, start } = input;
  if (contract.build === undefined || (start !== undefined && start.passed.size > 0)) return undefined;
  await prepareWorktree(input);
  const report = await runBuild(input);
  if (report?.passed === false) {
    services.report({
      type: 'note',
      chunk: chunk.id,
      level: 'warning',
      message: `The build was already failing before this run: ${describeCommand(report)}`,
    });
  }
  return report;
}
