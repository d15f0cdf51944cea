import { redFirstCommandsOf } from '../../contract/acceptance-commands.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { listFirst } from '../../foundation/list-first.ts';
import { readTestCommand } from '../../verdicts/test-runners/detect-test-command.ts';
import { findTestFiles } from '../../verdicts/test-runners/select-affected-tests.ts';
import type { EarlierFile } from '../../verdicts/analysis/tree-before.ts';
import type { CommandReport } from '../report/run-result.ts';
import { commandTimeoutMs, reportStage, type Problems } from './command-validation.ts';
import type { ProofInput, ProofVerdict } from './proof-input.ts';
import { listAwaitedCode, listAwaitedNames } from './awaited-code.ts';
import { classifyEnd } from './classify-failure.ts';
import { KnownRuns } from './known-runs.ts';
import type { RedFirstReport } from '../report/red-first-report.ts';
import type { LaidFiles } from './lay-files.ts';
import { runWithoutWork, type TimedCommand } from './run-without-work.ts';
import { mayContainTests } from './tests-in-code.ts';
import { listTestMaterial } from './test-material.ts';

/** A failure can take longer than success, because the runner prints it. */
const EXTRA_MS = 30_000;

/**
 * [BITE-1] Runs each passed acceptance command that must fail first on the tree before the change, with the tests of the change
 * laid over it. One that passes there says nothing about the change, which is a problem; what cannot be judged is none.
 */
export async function judgeRedFirst(input: ProofInput, commands: readonly CommandReport[]): Promise<ProofVerdict> {
  const { chunk, services } = input;
  const required = new Set(redFirstCommandsOf(chunk));
  const judged = commands.filter(
    ({ stage, passed, command }) => stage === 'acceptance' && passed && required.has(command),
  );
  if (judged.length === 0) return { commands, problems: [] };
  let reports: ReadonlyMap<string, RedFirstReport> = new Map();
  try {
    reports = await runAll(input, judged);
  } catch (thrown) {
    // A tree that cannot be prepared says nothing about the change.
    if (services.signal.aborted || !(thrown instanceof HoldfastError)) throw thrown;
    const message = `Whether the acceptance commands fail without the change is not judged: ${thrown.message}`;
    services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
  }
  return {
    commands: commands.map((report) => {
      const redFirst = judged.includes(report) ? reports.get(report.command) : undefined;
      return redFirst === undefined ? report : { ...report, redFirst };
    }),
    problems: [...reports].flatMap(([command, report]) => toProblem(command, report)),
  };
}

async function runAll(
  input: ProofInput,
  judged: readonly CommandReport[],
): Promise<ReadonlyMap<string, RedFirstReport>> {
  const { contract, chunk, attempt, change, services } = input;
  const { analysis, repository, signal } = services;
  const answerAll = (report: Omit<RedFirstReport, 'durationMs'>): ReadonlyMap<string, RedFirstReport> =>
    new Map(judged.map(({ command }) => [command, { ...report, durationMs: 0 }]));
  // What passes with the tree before the change passes without it.
  if (change.files.length === 0) return answerAll({ outcome: 'green' });
  const existing = new Set(await repository.listFiles(change.before.commit, signal));
  const awaited = listAwaitedCode(contract, chunk, existing, await findExporting(input));
  const runners = await readRunners(input, judged);
  const material = await listTestMaterial({
    analysis,
    tree: attempt.tree,
    changedFiles: change.files,
    work: awaited.work,
    isCollected: (file) => runners.some(({ collected }) => collected.has(file)),
    signal,
  });
  const work = change.files.filter((file) => !material.includes(file));
  if (work.length === 0) return answerAll({ outcome: 'not-judged', reason: 'The change consists of tests.' });
  const withoutWork = await readWork(input, work, existing);
  const testsInWork = await findTestsInWork(withoutWork);
  const laid = await readLaid(input, material);
  const known = new KnownRuns({ contract, services, before: change.before, laid, awaited });
  const reports = new Map<string, RedFirstReport>();
  const open: TimedCommand[] = [];
  for (const { command, durationMs } of judged) {
    const report = await known.read(command);
    // Equal tests can be green with one work, and not be judged with another that has tests itself.
    if (report?.outcome === 'red' || (report !== undefined && testsInWork === undefined)) reports.set(command, report);
    else open.push({ command, timeoutMs: Math.min(commandTimeoutMs(input), 3 * durationMs + EXTRA_MS) });
  }
  if (open.length === 0) return reports;
  for (const { command } of open) reportStage(input, 'acceptance', `without the change: ${command}`);
  const isKnownWithWork = (command: string): boolean => runners.some((one) => one.command === command && one.isKnown);
  const classify = {
    ...{ analysis, awaited, withoutWork, testsInWork, isKnownWithWork, signal },
    material: new Set(material),
  };
  const classified = await runWithoutWork({ ...input, before: change.before, laid }, open, (ended) =>
    classifyEnd(classify, ended),
  );
  for (const { command } of open) {
    const report = classified?.get(command) ?? {
      outcome: 'not-judged',
      reason: 'The setup fails there.',
      durationMs: 0,
    };
    reports.set(command, report);
    await known.write(command, report);
  }
  return reports;
}

/** The files that export what the chunk must create. */
async function findExporting({ contract, chunk, attempt, services }: ProofInput): Promise<readonly string[]> {
  const names = listAwaitedNames(contract, chunk);
  const { analysis, signal } = services;
  return Object.values(await analysis.findExports(attempt.root, names, [], { signal })).flatMap((file) => file ?? []);
}

/** The test runner of a command in the judged tree. */
interface CommandRunner {
  readonly command: string;
  readonly isKnown: boolean;
  /** The files that it collects as tests, if that is known. */
  readonly collected: ReadonlySet<string>;
}

async function readRunners(
  { attempt }: ProofInput,
  judged: readonly CommandReport[],
): Promise<readonly CommandRunner[]> {
  return Promise.all(
    judged.map(async ({ command }) => {
      const read = await readTestCommand(attempt.tree, command);
      const files = await findTestFiles(attempt.tree, read);
      return { command, isKnown: read.runner !== undefined, collected: new Set(files?.keys()) };
    }),
  );
}

async function findTestsInWork(work: readonly EarlierFile[]): Promise<string | undefined> {
  for (const { before, text } of work) {
    if (before !== undefined && text !== undefined && (await mayContainTests(before, text))) return before;
  }
  return undefined;
}

async function readLaid({ judged, services }: ProofInput, files: readonly string[]): Promise<LaidFiles> {
  const { repository, signal } = services;
  const bytes = await repository.readFiles(judged.commit, files, signal);
  return {
    files: new Map(files.map((file) => [file, bytes.get(file)])),
    executables: await repository.listExecutables(judged.commit, signal),
  };
}

/** The work as the earlier state of a change that removes it. */
async function readWork(
  { judged, services }: ProofInput,
  files: readonly string[],
  existing: ReadonlySet<string>,
): Promise<readonly EarlierFile[]> {
  const bytes = await services.repository.readFiles(judged.commit, files, services.signal);
  return files.map((file) => ({
    before: bytes.has(file) ? file : undefined,
    after: existing.has(file) ? file : undefined,
    text: bytes.get(file)?.toString('utf8'),
  }));
}

function toProblem(command: string, { outcome, tests = [] }: RedFirstReport): Problems {
  if (outcome !== 'green') return [];
  const subject =
    tests.length === 0 ? 'it passes without your change' : `your tests pass without your change: ${listFirst(tests)}`;
  const message =
    `acceptance command "${command}" says nothing about your change: ${subject}. ` +
    'Write or change a test so that it fails without your other changes and passes with them.';
  return [{ stage: 'acceptance', message, command }];
}
