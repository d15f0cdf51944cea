import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { ProofInput, ProvedCommand } from './proof-input.ts';
import { hasReport, isNoticed, runInCopy, type CopyRun } from './run-in-copy.ts';
import { runOnce } from './run-once.ts';

/** What a command shows before a change, and how it has to run after it. */
export interface BaseRun {
  /** `undefined` if setup or build fail there. */
  readonly before: CopyRun | undefined;
  /** Whether its test runners write a report that can be required. */
  readonly reports: boolean;
  /** Whether the planted test has to throw. */
  readonly throws: boolean;
  /** How long the command ran; 0 if the result was known. */
  readonly durationMs: number;
}

/** Runs a command in a copy of the tree before a change, once for each tree, command and test file. */
export async function runOnBase(input: ProofInput, command: ProvedCommand): Promise<BaseRun> {
  const { before } = input.change;
  const { result, isKnown } = await runOnce(input, before, ['before', command], () => findRun(input, before, command));
  return isKnown ? { ...result, durationMs: 0 } : result;
}

async function findRun(input: ProofInput, base: Snapshot, command: ProvedCommand): Promise<BaseRun> {
  let durationMs = 0;
  const run = async (options: {
    readonly reports: boolean;
    readonly throws?: boolean;
  }): Promise<CopyRun | undefined> => {
    const ended = await runInCopy(input, base, { command, ...options });
    durationMs += ended?.durationMs ?? 0;
    return ended;
  };
  let before = await run({ reports: true });
  let reports = before !== undefined && writesReport(before);
  // The variables for reports can disturb a command that has its own.
  const isDisturbed = before?.planted !== undefined && !reports && !isNoticed(before);
  if (isDisturbed) before = await run({ reports: false });
  // What looks like an assertion may be none. A thrown error is a failure of every test.
  const throws = before?.failed === false && before.planted?.asserts === true;
  if (throws) {
    before = await run({ reports: true, throws });
    reports = before !== undefined && writesReport(before);
  }
  return { before, reports, throws, durationMs };
}

/** Whether the runners of a command write a report that can be required after the change, too. */
function writesReport(run: CopyRun): boolean {
  return run.planted === undefined ? (run.results?.length ?? 0) > 0 : hasReport(run);
}
