import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../../shared/errors.ts';
import { listTestFilesOf } from '../../test-runners/planted/choose-test-file.ts';
import { plantTest, type PlantedTest } from '../../test-runners/planted/planted-test.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { CommandReport, PlantedFailure } from '../report/run-result.ts';
import { withAttemptWorktree } from '../worktree/worktree-life-cycle.ts';
import { verificationsOf } from '../../contract/verifications.ts';
import { commandTimeoutMs, reportStage, type Problems } from './command-validation.ts';
import { prepareTree } from './prepare-tree.ts';
import { runBuild } from './run-build.ts';
import { isRefuted, runStageCommand } from './stage-command.ts';
import { isStaticCommand } from './static-command.ts';
import type { ValidationInput } from './validate-snapshot.ts';

/** The commands of a passed verdict with what they said about planted failures, and the problems that follow. */
export interface PlantedVerdict {
  readonly commands: readonly CommandReport[];
  readonly problems: Problems;
}

/** A passed command, and the test file that gets a failing test. */
interface Target {
  readonly report: CommandReport;
  readonly file: string;
  readonly throws: boolean;
}

/** How a command ended in a tree with planted failures. */
interface PlantedRun {
  /** `undefined` if the command has no result there. */
  readonly seen: boolean | undefined;
  /** Whether it named the test, so that nothing else made it fail. */
  readonly named: boolean;
  readonly durationMs: number;
  readonly asserts: boolean;
}

/** The number of test files that are tried until one has a test whose form can be repeated. */
const MAX_READ_FILES = 20;
/** A planted failure can take longer than success, because the runner prints it. */
const EXTRA_MS = 10_000;

/**
 * [PROOF-2] Runs each passed verify and acceptance command that can run tests again, in a copy of the judged tree in which
 * a test file has a further test that must fail. If the command passes all the same, the tree before the change decides: if
 * it reports such a failure there, the result proves nothing. Only a change with an author is judged.
 */
export async function judgePlantedFailures(
  input: ValidationInput,
  commands: readonly CommandReport[],
): Promise<PlantedVerdict> {
  const { earlier, services } = input;
  const targets = await chooseTargets(input, commands);
  if (earlier === undefined || targets.length === 0) return { commands, problems: [] };
  try {
    const failures = await judgeTargets(input, earlier.before, targets);
    return {
      commands: commands.map((report) => {
        const canary = isJudged(report) ? failures.get(report.command) : undefined;
        return canary === undefined ? report : { ...report, canary };
      }),
      problems: targets.flatMap(({ report }) => {
        const failure = failures.get(report.command);
        return failure?.seen === false && failure.reason === undefined ? [toProblem(report, failure)] : [];
      }),
    };
  } catch (thrown) {
    // A copy that cannot be prepared says nothing about the change.
    if (services.signal.aborted || !(thrown instanceof HoldfastError)) throw thrown;
    services.report({
      type: 'note',
      chunk: input.chunk.id,
      level: 'warning',
      message: `No failure was planted: ${thrown.message}`,
    });
    return { commands, problems: [] };
  }
}

function isJudged({ stage, passed }: CommandReport): boolean {
  return passed && (stage === 'verify' || stage === 'acceptance');
}

async function chooseTargets(input: ValidationInput, commands: readonly CommandReport[]): Promise<readonly Target[]> {
  const { attempt, earlier, changedFiles = [], services } = input;
  if (earlier === undefined || changedFiles.length === 0) return [];
  const { repository, analysis, signal } = services;
  let filesBefore: ReadonlySet<string> | undefined;
  const targets = new Map<string, Target>();
  for (const report of commands.filter(isJudged)) {
    const { command } = report;
    if (targets.has(command) || (await isStaticCommand(command, attempt.tree))) continue;
    filesBefore ??= new Set(await repository.listFiles(earlier.before.commit, signal));
    const files = await listTestFilesOf({
      tree: attempt.tree,
      command,
      changedFiles,
      filesBefore,
      findDependents: (starts) => analysis.allDependents(attempt.root, starts, { signal }),
    });
    const file = await findPlantable(input, files);
    if (file !== undefined) targets.set(command, { report, file, throws: false });
  }
  return [...targets.values()];
}

async function findPlantable({ attempt }: ValidationInput, files: readonly string[]): Promise<string | undefined> {
  for (const file of files.slice(0, MAX_READ_FILES)) {
    const text = await attempt.tree.readText(file);
    if (text !== undefined && (await plantTest(file, text, { random: () => 0 })) !== undefined) return file;
  }
  return undefined;
}

async function judgeTargets(
  input: ValidationInput,
  before: Snapshot,
  targets: readonly Target[],
): Promise<ReadonlyMap<string, PlantedFailure>> {
  const failures = new Map<string, PlantedFailure>();
  const runs = await runPlanted(input, input.judged, targets);
  const unseen = targets.filter(({ report }) => runs.get(report.command)?.seen === false);
  const runsBefore = unseen.length === 0 ? undefined : await runPlanted(input, before, unseen);
  // An assertion that fails in neither tree is not one. A thrown error is a failure of every test.
  const undecided = unseen.filter(({ report, throws }) => {
    const asserts = runs.get(report.command)?.asserts === true && !throws;
    return asserts && runsBefore?.get(report.command)?.seen === false;
  });
  const thrown = undecided.map((target) => ({ ...target, throws: true }));
  const later = thrown.length === 0 ? undefined : await judgeTargets(input, before, thrown);
  for (const { report, file } of targets) {
    const run = runs.get(report.command);
    if (run === undefined) continue;
    const earlier = runsBefore?.get(report.command);
    const decided = later?.get(report.command);
    const durationMs = run.durationMs + (earlier?.durationMs ?? 0) + (decided?.durationMs ?? 0);
    failures.set(report.command, { ...(decided ?? toFailure(run, earlier)), file, durationMs });
  }
  return failures;
}

function toFailure({ seen }: PlantedRun, before: PlantedRun | undefined): Pick<PlantedFailure, 'seen' | 'reason'> {
  if (seen === true) return { seen };
  if (seen === undefined) return { seen: false, reason: 'The command had no result in the copy.' };
  // Before the change, other tests can fail.
  if (before?.seen === true && before.named) return { seen };
  const reason =
    before?.seen === false
      ? 'The command does not report it without the change either.'
      : 'In a copy of the tree before the change, the command does not show whether it reports it.';
  return { seen: false, reason };
}

/** Runs the commands in a worktree of a snapshot that has the planted failures of all of them. */
async function runPlanted(
  input: ValidationInput,
  snapshot: Snapshot,
  targets: readonly Target[],
): Promise<ReadonlyMap<string, PlantedRun>> {
  const { contract, chunk, services } = input;
  // The commands are not part of the validation, whose commands would be reported in the same way.
  const quiet = { ...services, report: () => undefined };
  return withAttemptWorktree({ contract, services: quiet }, snapshot, async (attempt) => {
    const runs = new Map<string, PlantedRun>();
    const context = { contract, chunk, attempt, services: quiet };
    const setup = await prepareTree(context, snapshot);
    if (setup.some(({ passed }) => !passed)) return runs;
    const planted = new Map<string, PlantedTest>();
    for (const { file, throws } of targets) {
      if (planted.has(file)) continue;
      const text = await attempt.tree.readText(file);
      const test = text === undefined ? undefined : await plantTest(file, text, { random: Math.random, throws });
      if (test === undefined) continue;
      await writeFile(path.join(attempt.root, file), test.text);
      planted.set(file, test);
    }
    const build = await runBuild(context);
    if (build?.passed === false) return runs;
    for (const { report, file } of targets) {
      const test = planted.get(file);
      if (test === undefined) continue;
      const { stage, command, durationMs } = report;
      reportStage(input, stage === 'verify' ? stage : 'acceptance', `with a planted failure: ${command}`);
      const timeoutMs = Math.min(timeLimitOf(input, report), 3 * durationMs + EXTRA_MS);
      const ended = await runStageCommand({ ...context, stage, command, timeoutMs });
      const seen = ended.passed ? false : isRefuted(ended) ? true : undefined;
      const named = ended.output.includes(test.name);
      runs.set(command, { seen, named, durationMs: Math.round(ended.durationMs), asserts: test.asserts });
    }
    return runs;
  });
}

function timeLimitOf(input: ValidationInput, { stage, command }: CommandReport): number {
  const verification = verificationsOf(input.document).find((one) => stage === 'verify' && one.command === command);
  const seconds = verification?.timeoutSeconds;
  return seconds === undefined ? commandTimeoutMs(input) : seconds * 1000;
}

function toProblem({ stage, command }: CommandReport, { file }: PlantedFailure): Problems[number] {
  const message =
    `${stage} command "${command}" proved nothing: it also passes if ${file} has a further test that must fail. ` +
    'Without the change it reports such a failure. Undo what hides failures: tests, setup code, settings, scripts and ' +
    'the code under test must neither change the test runner or its assertions nor end the process.';
  return { stage: stage === 'verify' ? stage : 'acceptance', message, command };
}
