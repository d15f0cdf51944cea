import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Chunk, Contract } from '../../contract/model.ts';
import { readReports, type TestResult } from '../../verdicts/test-runners/reports/read-reports.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { CommandReport } from '../report/run-result.ts';
import type { RunServices } from '../services/run-services.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';
import { layFiles, type LaidFiles } from './lay-files.ts';
import { prepareTree } from './prepare-tree.ts';
import { runBuild } from './run-build.ts';
import { runStageCommand } from './stage-command.ts';

export interface WithoutWorkInput {
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly services: Pick<RunServices, 'analysis' | 'configuration' | 'repository' | 'report' | 'signal'>;
  /** The tree before the work. */
  readonly before: Snapshot;
  readonly laid: LaidFiles;
}

/** A command to run, and after how many milliseconds it is stopped. */
export interface TimedCommand {
  readonly command: string;
  readonly timeoutMs: number;
}

/** How a command ended without the work. */
export interface EndedCommand {
  readonly report: CommandReport;
  /** The build before it; `undefined` if there is none. */
  readonly build: CommandReport | undefined;
  /** The results of its tests; `undefined` without a report. */
  readonly results: readonly TestResult[] | undefined;
  /** The tree in which it ran, while it exists. */
  readonly attempt: AttemptWorktree;
}

/**
 * Runs acceptance commands in a worktree of the tree before the work, with files of tests laid over it. Setup and build run
 * before. Returns `undefined` if the setup fails.
 *
 * @param read reads what a command showed, before the worktree is removed
 */
export async function runWithoutWork<Answer>(
  { contract, chunk, services, before, laid }: WithoutWorkInput,
  commands: readonly TimedCommand[],
  read: (ended: EndedCommand) => Promise<Answer>,
): Promise<ReadonlyMap<string, Answer> | undefined> {
  // These commands are not part of the validation, whose commands would be reported in the same way.
  const quiet = { ...services, report: () => undefined };
  return withAttemptWorktree({ contract, services: quiet }, before, async (attempt) => {
    const context = { contract, chunk, attempt, services: quiet };
    if ((await prepareTree(context, before)).some(({ passed }) => !passed)) return undefined;
    await layFiles(attempt.root, laid);
    await services.analysis.filesChanged(attempt.root, 'all');
    const build = await runBuild(context);
    const answers = new Map<string, Answer>();
    for (const { command, timeoutMs } of commands) {
      const reportsIn = path.join(attempt.reportFolder, String(answers.size));
      await mkdir(reportsIn, { recursive: true });
      const report = await runStageCommand({ ...context, stage: 'acceptance', command, timeoutMs, reportsIn });
      const results = await readReports(reportsIn, attempt.root);
      answers.set(command, await read({ report, build, results, attempt }));
    }
    return answers;
  });
}
