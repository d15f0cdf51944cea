import { redFirstCommandsOf } from '../../contract/acceptance-commands.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { listFirst } from '../../foundation/list-first.ts';
import { readTestCommand } from '../../verdicts/test-runners/detect-test-command.ts';
import { findTestFiles } from '../../verdicts/test-runners/select-affected-tests.ts';
import type { EarlierFile } from '../../verdicts/analysis/tree-before.ts';
import type { CommandReport } from '../report/run-result.ts';
import { commandTimeoutMs, reportStage, type Problems } from './command-validation.ts';
import type { ProofInput, ProofVerdict } from './proof-input.ts';
import { listAwaitedCode, type AwaitedCode } from './awaited-code.ts';
import { classifyEnd } from './classify-failure.ts';
import { KnownRuns } from './known-runs.ts';
import type { RedFirstReport } from '../report/red-first-report.ts';
import { runWithoutWork, type LaidFiles, type TimedCommand } from './run-without-work.ts';
import { mayContainTests } from './tests-in-code.ts';
import { listTestMaterial } from './test-material.ts';

/** A failure can take longer than success, because the runner prints it. */
const EXTRA_MS = 30_000;

/**
 * [BITE-1] Runs each passed acceptance command that must fail first on the tree before the change, with the tests of the change
 * laid over it. One that passes there says nothing about the change, which is a problem; what cannot be judged is none.
 */
export async function judgeRedFirst(input: ProofInput, commands: readonly CommandReport[]): Promise<ProofVerdict> {
  const { chunk, change, services } = input;
  const required = new Set(redFirstCommandsOf(chunk));
  const judged = commands.filter(
    ({ stage, passed, command }) => stage === 'acceptance' && passed && required.has(command),
  );
  if (judged.length === 0 || change.files.length === 0) return { commands, problems: [] };
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
  const existing = new Set(await repository.listFiles(change.before.commit, signal));
  const awaited = await withDefiningFiles(input, listAwaitedCode(contract, chunk, existing), existing);
  const material = await listTestMaterial({
    analysis,
    root: attempt.root,
    changedFiles: change.files,
    awaited,
    isCollected: await findCollected(input, judged),
    signal,
  });
  const laid = await readLaid(input, material);
  const known = new KnownRuns({ ...input, before: change.before, laid });
  const reports = new Map<string, RedFirstReport>();
  const open: TimedCommand[] = [];
  for (const { command, durationMs } of judged) {
    const report = await known.read(command);
    if (report !== undefined) reports.set(command, report);
    else open.push({ command, timeoutMs: Math.min(commandTimeoutMs(input), 3 * durationMs + EXTRA_MS) });
  }
  if (open.length === 0) return reports;
  for (const { command } of open) reportStage(input, 'acceptance', `without the change: ${command}`);
  const work = change.files.filter((file) => !material.includes(file));
  const withoutWork = await readWork(input, work, existing);
  const testsInWork = await findTestsInWork(withoutWork);
  const classify = { analysis, awaited, material: new Set(material), withoutWork, testsInWork, signal };
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

/** A created file that exports a name which the chunk must create has to be created, too. */
async function withDefiningFiles(
  { attempt, services }: ProofInput,
  { names, files }: AwaitedCode,
  existing: ReadonlySet<string>,
): Promise<AwaitedCode> {
  const { analysis, signal } = services;
  const found = await analysis.findExports(attempt.root, [...names], [...files], { signal });
  const created = Object.values(found).flatMap((file) => (file === undefined || existing.has(file) ? [] : [file]));
  return { names, files: new Set([...files, ...created]) };
}

/** Which files the runners of the commands collect as tests, if they are known. */
async function findCollected(
  { attempt }: ProofInput,
  judged: readonly CommandReport[],
): Promise<(file: string) => boolean> {
  const collected = new Set<string>();
  for (const { command } of judged) {
    const files = await findTestFiles(attempt.tree, await readTestCommand(attempt.tree, command));
    for (const file of files?.keys() ?? []) collected.add(file);
  }
  return (file) => collected.has(file);
}

async function findTestsInWork(work: readonly EarlierFile[]): Promise<string | undefined> {
  for (const { before, text } of work) {
    if (before !== undefined && text !== undefined && (await mayContainTests(before, text))) return before;
  }
  return undefined;
}

async function readLaid({ judged, services }: ProofInput, files: readonly string[]): Promise<LaidFiles> {
  const bytes = await services.repository.readFiles(judged.commit, files, services.signal);
  return new Map(files.map((file) => [file, bytes.get(file)]));
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
