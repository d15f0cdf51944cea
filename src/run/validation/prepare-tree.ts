import type { Chunk, Contract } from '../../contract/model.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { CommandReport } from '../report/run-result.ts';
import type { RunServices } from '../services/run-services.ts';
import type { SharedCommands } from './shared-commands.ts';
import { runStageCommand } from './stage-command.ts';

export interface TreePreparation {
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly attempt: AttemptWorktree;
  readonly services: Pick<RunServices, 'analysis' | 'configuration' | 'report' | 'repository' | 'signal'>;
  readonly shared?: SharedCommands | undefined;
}

/**
 * Checks out a commit, removes everything else, and runs the setup commands of the contract and of the team's
 * configuration. Their changes to files of the repository are reverted. Returns the reports of the commands; the last one
 * may have failed.
 */
export async function prepareTree(
  { contract, chunk, attempt, services, shared }: TreePreparation,
  { commit }: Snapshot,
): Promise<readonly CommandReport[]> {
  const known = shared?.setup;
  if (known !== undefined) return known;
  const { configuration, analysis } = services;
  const commands = [contract.attempt?.setup ?? [], configuration.attempt.setup].flat();
  const timeoutSeconds = contract.attempt?.timeoutSeconds ?? configuration.limits.commandTimeoutSeconds;
  await analysis.limitTo(attempt.root, null);
  await attempt.prepare(commit);
  const reports: CommandReport[] = [];
  for (const command of commands) {
    const timeoutMs = timeoutSeconds * 1000;
    const report = await runStageCommand({ stage: 'setup', command, timeoutMs, contract, chunk, attempt, services });
    reports.push(report);
    if (!report.passed) break;
  }
  if (commands.length > 0) await attempt.checkout(commit);
  shared?.setupRan(reports);
  return reports;
}

/**
 * [DONE-6] Limits the checks of files to the files of a commit. Files that git ignores and files that commands wrote stay on
 * disk for commands, but count as missing for checks, until the worktree is prepared again.
 */
export async function judgeOnly(
  { attempt, services }: Pick<TreePreparation, 'attempt'> & { readonly services: Pick<RunServices, 'analysis'> },
  { commit }: Snapshot,
): Promise<void> {
  await services.analysis.limitTo(attempt.root, await attempt.limitTo(commit));
}
