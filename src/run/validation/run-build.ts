import type { CommandReport } from '../report/run-result.ts';
import { reportStage } from './command-validation.ts';
import type { TreePreparation } from './prepare-tree.ts';
import { runStageCommand } from './stage-command.ts';

/** Runs the contract's build. Undefined if it has none. */
export async function runBuild(
  input: Pick<TreePreparation, 'contract' | 'chunk' | 'attempt' | 'services'>,
): Promise<CommandReport | undefined> {
  const { build } = input.contract;
  if (build === undefined) return undefined;
  reportStage(input, 'build', build.command);
  return runStageCommand({ ...input, stage: 'build', command: build.command, timeoutMs: build.timeoutSeconds * 1000 });
}
