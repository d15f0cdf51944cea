import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { verificationsOf } from '../../contract/verifications.ts';
import { breakFunctions } from '../../verdicts/test-runners/planted/break-functions.ts';
import { plantTest } from '../../verdicts/test-runners/planted/plant-test.ts';
import type { PlantedTest } from '../../verdicts/test-runners/planted/planted-test.ts';
import { readReports, type TestResult } from '../../verdicts/test-runners/reports/read-reports.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';
import { emptyTestFile } from './added-tests.ts';
import { commandTimeoutMs, reportStage } from './command-validation.ts';
import { prepareTree } from './prepare-tree.ts';
import { runBuild } from './run-build.ts';
import { isRefuted, runStageCommand } from './stage-command.ts';
import type { ProofInput, ProvedCommand } from './proof-input.ts';

export interface CopyOptions {
  readonly command: ProvedCommand;
  /** Whether the planted test has to throw instead of asserting. */
  readonly throws?: boolean | undefined;
  /** Whether the test runners have to write reports. */
  readonly reports: boolean;
  /** Whether the time limit of the contract applies. Default: a shorter one, from the time that the command has taken. */
  readonly isPatient?: boolean | undefined;
  /** The functions that have to return wrong values, by file. No test is planted then. */
  readonly broken?: BrokenFunctions | undefined;
  /** The test files that are empty in the copy. */
  readonly emptied?: readonly string[] | undefined;
  /** The test files that the copy does not have. */
  readonly removed?: readonly string[] | undefined;
}

/** The names of functions by file; `undefined` means all of the file. */
export type BrokenFunctions = ReadonlyMap<string, ReadonlySet<string> | undefined>;

/** How a command ended in a copy of a tree with a planted failure, or with functions that return wrong values. */
export interface CopyRun {
  /** `undefined` if it did not run to its end. */
  readonly failed: boolean | undefined;
  /** The planted test; `undefined` if the tree has no such file. */
  readonly planted: PlantedTest | undefined;
  /** Whether its output names the planted test, so that nothing else made it fail. */
  readonly named: boolean;
  /** The results of its tests; `undefined` without a report. */
  readonly results: readonly TestResult[] | undefined;
  readonly durationMs: number;
}

/** A planted failure can take longer than success, because the runner prints it, and other work can share the machine. */
const EXTRA_MS = 30_000;

/**
 * Runs a command in a worktree of a snapshot in which its test file has a further test that must fail, or in which functions
 * return wrong values. Setup and build run before, as for a verdict. `undefined` if one of them fails.
 */
export async function runInCopy(
  input: ProofInput,
  snapshot: Snapshot,
  { command: { report, file }, throws, reports, broken, emptied = [], removed = [], isPatient }: CopyOptions,
): Promise<CopyRun | undefined> {
  const { contract, chunk, services } = input;
  const { stage, command, durationMs } = report;
  reportStage(
    input,
    stage === 'verify' ? stage : 'acceptance',
    `${broken === undefined ? 'with a planted failure' : 'with wrong code'}: ${command}`,
  );
  // The commands are not part of the validation, whose commands would be reported in the same way.
  const quiet = { ...services, report: () => undefined };
  return withAttemptWorktree({ contract, services: quiet }, snapshot, async (attempt) => {
    const context = { contract, chunk, attempt, services: quiet };
    const setup = await prepareTree(context, snapshot);
    if (setup.some(({ passed }) => !passed)) return undefined;
    const edit = async <Edited extends { readonly text: string }>(
      edited: string,
      change: (text: string) => Promise<Edited | undefined>,
    ): Promise<Edited | undefined> => {
      const text = await attempt.tree.readText(edited);
      const result = text === undefined ? undefined : await change(text);
      if (result !== undefined) await writeFile(path.join(attempt.root, edited), result.text);
      return result;
    };
    const planted =
      broken === undefined
        ? await edit(file, (text) => plantTest(file, text, { random: Math.random, throws }))
        : undefined;
    for (const [changed, names] of broken ?? []) {
      await edit(changed, (text) => breakFunctions(changed, text, names && ((name) => names.has(name))));
    }
    for (const added of emptied) await edit(added, (text) => Promise.resolve({ text: emptyTestFile(added, text) }));
    for (const added of removed) await rm(path.join(attempt.root, added), { force: true });
    const build = await runBuild(context);
    if (build?.passed === false) return undefined;
    const limitMs = timeLimitOf(input, report);
    const timeoutMs = isPatient === true ? limitMs : Math.min(limitMs, 3 * durationMs + EXTRA_MS);
    const { reportFolder } = attempt;
    if (reports) await mkdir(reportFolder, { recursive: true });
    const reportsIn = reports ? reportFolder : undefined;
    const ended = await runStageCommand({ ...context, stage, command, timeoutMs, reportsIn });
    return {
      failed: ended.passed ? false : isRefuted(ended) ? true : undefined,
      planted,
      named: planted !== undefined && ended.output.includes(planted.name),
      results: reports ? await readReports(reportFolder, attempt.root) : undefined,
      durationMs: Math.round(ended.durationMs),
    };
  });
}

function timeLimitOf(input: ProofInput, { stage, command }: ProvedCommand['report']): number {
  const verification = verificationsOf(input.document).find((one) => stage === 'verify' && one.command === command);
  const seconds = verification?.timeoutSeconds;
  return seconds === undefined ? commandTimeoutMs(input) : seconds * 1000;
}

/** Whether a report has the planted test as failed. */
export function hasReport({ planted, results }: CopyRun): boolean {
  if (planted === undefined) return false;
  // A fixture of pytest can run each test with several parameters.
  const isPlanted = (name: string): boolean => name === planted.name || name.startsWith(`${planted.name}[`);
  return results?.some(({ name, failed }) => failed && isPlanted(name)) === true;
}

/** Whether a command failed because of the planted test. Before the change, other tests can fail. */
export function isNoticed({ failed, named }: CopyRun): boolean {
  return failed === true && named;
}
