import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ProofInput, ProvedCommand } from './proof-input.ts';
import { hasReport, isNoticed, runInCopy, type CopyRun } from './run-in-copy.ts';

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

/** The runs of the last bases, since attempts of a chunk have the same. */
const known = new WeakMap<Repository, Map<string, Promise<BaseRun>>>();
const MAX_KNOWN = 16;

/** Runs a command in a copy of the tree before a change, once for each tree, command and test file. */
export async function runOnBase(input: ProofInput, base: Snapshot, command: ProvedCommand): Promise<BaseRun> {
  const { contract, services } = input;
  const runs = known.get(services.repository) ?? new Map<string, Promise<BaseRun>>();
  known.set(services.repository, runs);
  const { attempt, confinement, environment } = services.configuration;
  const preparation = [contract.build, contract.attempt, contract.network, attempt, confinement, environment];
  const key = JSON.stringify([base.tree, command.report.command, command.file, preparation]);
  const existing = runs.get(key);
  if (existing !== undefined) return { ...(await existing), durationMs: 0 };
  const run = findRun(input, base, command);
  runs.set(key, run);
  for (const oldest of [...runs.keys()].slice(0, -MAX_KNOWN)) runs.delete(oldest);
  try {
    return await run;
  } catch (thrown) {
    runs.delete(key);
    throw thrown;
  }
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
