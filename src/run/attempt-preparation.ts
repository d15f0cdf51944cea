import type { Chunk, Contract } from '../contract/model.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import type { CommandReport } from './result.ts';
import type { RunServices } from './services.ts';
import { describeCommand, runStageCommand } from './stage-command.ts';
import { runBuild } from './validation.ts';

export interface Preparation {
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly attempt: AttemptTree;
  readonly base: Snapshot;
  readonly services: RunServices;
}

/**
 * Puts the tree back to the base and prepares it with the commands of the contract and the team; what those write of
 * the repository itself is put back.
 * @throws HoldfastError `process` where a command fails: no attempt could be judged in such a tree.
 */
export async function prepareTree({ contract, chunk, attempt, base, services }: Preparation): Promise<void> {
  const { configuration, signal } = services;
  const commands = [contract.attempt?.setup ?? [], configuration.attempt.setup].flat();
  await attempt.reset();
  for (const command of commands) {
    const report = await runStageCommand({
      stage: 'setup',
      command,
      cwd: attempt.root,
      timeoutMs: (contract.attempt?.timeoutSeconds ?? configuration.limits.commandTimeoutSeconds) * 1000,
      signal,
    });
    services.report({ type: 'command', chunk: chunk.id, report });
    if (report.passed) continue;
    throw new HoldfastError('process', `Failed to prepare the tree of the attempt: ${describeCommand(report)}`, {
      hint: `Mend the command under "attempt.setup". Its output was:\n${report.output}`,
    });
  }
  if (commands.length > 0) await attempt.checkout(base.commit);
  await services.analysis.filesChanged(attempt.root, 'all');
}

/**
 * Builds the base, which tells a failure that was there before from one that an attempt brought. Undefined where the
 * contract names no build, or the base is what earlier chunks of the run came to: that has been built already.
 */
export async function buildBase(
  input: Preparation & { readonly start: { readonly passed: ReadonlySet<string> } | undefined },
): Promise<CommandReport | undefined> {
  const { contract, chunk, services, start } = input;
  if (contract.build === undefined || (start !== undefined && start.passed.size > 0)) return undefined;
  await prepareTree(input);
  const report = await runBuild(input, []);
  if (report?.passed === false) {
    services.report({
      type: 'note',
      chunk: chunk.id,
      level: 'warning',
      message: `The build fails already before the chunk is worked on: ${describeCommand(report)}`,
    });
  }
  return report;
}
