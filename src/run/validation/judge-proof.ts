import { HoldfastError } from '../../foundation/errors.ts';
import { listFirst } from '../../foundation/list-first.ts';
import type { CommandReport, PlantedFailure } from '../report/run-result.ts';
import type { Problems } from './command-validation.ts';
import { listAddedTests } from './added-tests.ts';
import { chooseCommands, hasPassed } from './choose-commands.ts';
import { findLostTests, isReportedIn, mayChangeTests, type KeptTest } from './kept-tests.ts';
import type { ProofInput, ProofVerdict, ProvedCommand } from './proof-input.ts';
import { findUnreached, type UnreachedCode } from './find-unreached.ts';
import { hasReport, isNoticed, runInCopy, type CopyOptions, type CopyRun } from './run-in-copy.ts';
import { runOnce } from './run-once.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';

/** What a command showed about one planted failure, and about the tests that passed before. */
interface Proof {
  readonly canary: PlantedFailure;
  /** The tests that passed before the change and have not passed after it. */
  readonly lost: readonly KeptTest[];
  /** The tests that fail without the test files that the change adds. */
  readonly dependent?: readonly KeptTest[] | undefined;
  readonly unreached?: UnreachedCode | undefined;
}

/**
 * [PROOF-2] Runs each passed verify and acceptance command that can run tests again, in copies of the tree before and after
 * the change in which a test file has a further test that must fail. A command that reports it before and not after proves
 * nothing. If its runner writes a report before, one is required after, in which the planted test has failed and the tests
 * that passed before have passed. The test files that the change adds are empty then.
 */
export async function judgeProof(input: ProofInput, commands: readonly CommandReport[]): Promise<ProofVerdict> {
  const { chunk, services } = input;
  let chosen: readonly ProvedCommand[] = [];
  const proofs = new Map<string, Proof>();
  try {
    chosen = await chooseCommands(input, commands);
    for (const command of chosen) proofs.set(command.report.command, await judgeCommand(input, command));
  } catch (thrown) {
    // A file that cannot be read and a copy that cannot be prepared say nothing about the change.
    if (services.signal.aborted || !(thrown instanceof HoldfastError)) throw thrown;
    const message = `No failure was planted: ${thrown.message}`;
    services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
  }
  return {
    commands: commands.map((report) => {
      const proof = hasPassed(report) ? proofs.get(report.command) : undefined;
      return proof === undefined ? report : { ...report, canary: proof.canary };
    }),
    problems: chosen.flatMap(({ report }) => {
      const proof = proofs.get(report.command);
      return proof === undefined ? [] : toProblems(report, proof);
    }),
  };
}

/** A command that shows that it can fail has to show that it judges the changed code, too. */
async function judgeCommand(input: ProofInput, command: ProvedCommand): Promise<Proof> {
  const proof = await proveCommand(input, command);
  const { canary, lost, dependent = [] } = proof;
  if (!canary.seen || lost.length > 0 || dependent.length > 0 || mayChangeTests(input)) return proof;
  const { unreached, durationMs } = await findUnreached(input, command, canary.decidedBy === 'report');
  return { ...proof, unreached, canary: { ...canary, durationMs: canary.durationMs + durationMs } };
}

async function proveCommand(input: ProofInput, command: ProvedCommand): Promise<Proof> {
  const { before, reports, throws, durationMs: durationBefore } = await runOnBase(input, command);
  // Another runner may write no report.
  const isReportRequired = reports && !mayChangeTests(input);
  // Without results to compare, a file that hides failures has to be there to be noticed.
  const canCompare = isReportRequired && before?.results !== undefined;
  const added = canCompare ? await listAddedTests(input, command.report.command) : [];
  const emptied = added.filter((file) => file !== command.file);
  let durationMs = durationBefore;
  const run = async (
    repetition: number,
    without: Pick<CopyOptions, 'emptied' | 'removed'> = {},
  ): Promise<CopyRun | undefined> => {
    const { result, isKnown } = await runOnce(
      input,
      input.judged,
      ['after', command, reports, throws, repetition, JSON.stringify(without)],
      () => runInCopy(input, input.judged, { command, reports, throws, isPatient: repetition > 1, ...without }),
    );
    durationMs += isKnown ? 0 : (result?.durationMs ?? 0);
    return result;
  };
  const conclude = (
    seen: boolean,
    more: Partial<PlantedFailure> = {},
    { lost = [], dependent }: Partial<Pick<Proof, 'lost' | 'dependent'>> = {},
  ): Proof => ({ canary: { seen, durationMs, file: command.file, ...more }, lost, dependent });
  if (before?.planted !== undefined && before.failed === false) {
    return conclude(false, { reason: 'The command does not report it without the change either.' });
  }
  const noResult = { reason: 'The command has no result in a copy.' };
  const unknown =
    before !== undefined && isNoticed(before)
      ? {}
      : { reason: 'Without the change, the command does not show whether it reports such a failure.' };
  const withoutAdded = emptied.length === 0 ? undefined : await run(1, { emptied });
  // The build can need what the added files declare.
  const first = withoutAdded ?? (await run(1));
  // Code that stops where a failure is planted hides the failure, too.
  const isStopped = first !== undefined && first.failed === undefined && before !== undefined && isNoticed(before);
  const after = isStopped ? await run(2) : first;
  if (isStopped && after !== undefined && after.failed === undefined) return conclude(false);
  if (after?.failed === undefined) return conclude(false, noResult);
  if (!after.failed || !isReportRequired || before?.results === undefined) {
    const decidedBy = reports && hasReport(after) ? 'report' : 'exit-code';
    return conclude(after.failed, { decidedBy, ...(after.failed ? {} : unknown) });
  }
  const lost = await findLostTests(input, before.results, after.results ?? []);
  if (hasReport(after) && lost.length === 0) return conclude(true, { decidedBy: 'report' });
  // A test can fail now and then, and a process can end before it has written its report.
  const again = await run(2);
  if (again === undefined) return conclude(false, noResult);
  const lostAgain = new Set((await findLostTests(input, before.results, again.results ?? [])).map(nameOf));
  const seen = [after, again].some((one) => one.failed === true && hasReport(one));
  // A test that is missing can need an added file, to be compiled or loaded. One that fails without them was made to pass by
  // one, if it fails both with empty files and with none: another test can require that they exist, or have a certain text.
  let dependent =
    emptied.length === 0 ? [] : lost.filter((test) => !lostAgain.has(nameOf(test)) && hasFailed(test, after));
  if (dependent.length > 0) {
    const third = await run(3, { removed: emptied });
    dependent = third === undefined ? [] : dependent.filter((test) => hasFailed(test, third));
  }
  return conclude(
    seen,
    { decidedBy: 'report', ...(seen ? {} : unknown) },
    { lost: lost.filter((test) => lostAgain.has(nameOf(test))), dependent },
  );
}

function hasFailed({ file, name }: KeptTest, { results }: CopyRun): boolean {
  return results?.some((result) => result.failed && result.name === name && isReportedIn(file, result)) === true;
}

function nameOf({ file, name }: KeptTest): string {
  return `"${name}" (${file})`;
}

function toProblems({ stage, command }: CommandReport, { canary, lost, dependent = [], unreached }: Proof): Problems {
  const start = `${stage} command "${command}" proved nothing:`;
  const problemStage = stage === 'verify' ? stage : 'acceptance';
  const messages = [
    ...(canary.seen || canary.reason !== undefined
      ? []
      : [
          `${start} it does not report a further test of ${canary.file} that must fail, as it does without the change. ` +
            'Undo what hides failures: tests, setup code, settings, scripts and the code under test must neither change ' +
            'the test runner or its assertions nor end the process.',
        ]),
    ...(lost.length === 0
      ? []
      : [
          `${start} tests that passed without the change are not in its report as passed: ` +
            `${listFirst(lost.map(nameOf))}. Undo what keeps them from running or passing.`,
        ]),
    ...(dependent.length === 0
      ? []
      : [
          `${start} these tests fail without the test files that the change adds: ` +
            `${listFirst(dependent.map(nameOf))}. Undo what makes them pass there: a test file must not replace the code ` +
            'that other tests judge, nor set its state.',
        ]),
    ...(unreached === undefined
      ? []
      : [
          `${start} it passes ${unreached.tests.length === 0 ? '' : `${listFirst(unreached.tests.map(nameOf))} `}although these ` +
            `functions return wrong values, and does not without the change: ${listFirst(unreached.functions)}. Undo ` +
            'what replaces them while tests run: settings, setup code and tests must lead to the code that the change writes.',
        ]),
  ];
  return messages.map((message) => ({ stage: problemStage, message, command }));
}

/** What a command shows before a change, and how it has to run after it. */
interface BaseRun {
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
async function runOnBase(input: ProofInput, command: ProvedCommand): Promise<BaseRun> {
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
