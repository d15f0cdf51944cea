import { mkdir } from 'node:fs/promises';
import type { Fact } from '../../foundation/fact.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import { detectTestCommands } from '../../verdicts/test-runners/detect-test-command.ts';
import { readReports, type TestResult } from '../../verdicts/test-runners/reports/read-reports.ts';
import {
  combineAffectedTests,
  selectAffectedTests,
  type AffectedTests,
} from '../../verdicts/test-runners/select-affected-tests.ts';
import { runCommand } from '../../workspace/processes/run-command.ts';
import { findLastError } from '../../workspace/processes/last-error.ts';
import { attemptRules } from '../services/command-rules.ts';
import { withReports } from '../validation/stage-command.ts';
import { toWorkspacePaths } from '../validation/workspace-paths.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import { findIdleTests } from './idle-tests.ts';
import type { AffectedTestsReport, ChangeFinding } from './change-types.ts';
import type { JudgedFiles } from './change-findings.ts';
import type { ChangeTrees } from './change-trees.ts';

/** A command that runs tests, and the folder in which it runs, relative to the root. */
interface TestStep {
  readonly command: string | readonly string[];
  readonly folder: string;
}

/** The tests of a change, and the commands that run them. */
export interface SelectedTests {
  readonly report: AffectedTestsReport;
  readonly steps: readonly TestStep[];
}

/** [CHANGE-3] The test files that a change affects; `undefined` if the tree has no tests, or the change reaches none. */
export async function selectTests(
  { services, changes, signal }: JudgedFiles,
  trees: ChangeTrees,
): Promise<SelectedTests | undefined> {
  if (changes.length === 0) return undefined;
  const { tree } = await trees.openHead();
  const listFiles = memoizeUntilFailure(() => tree.listFiles(signal));
  const listed = {
    readText: (file: string) => tree.readText(file),
    kindOf: (file: string) => tree.kindOf(file),
    listFiles,
  };
  const changedFiles = changes.flatMap(({ path, previousPath }) => [path, previousPath ?? []].flat());
  const commands = await detectTestCommands(listed, changedFiles);
  if (commands.length === 0) return undefined;
  const isWindows = process.platform === 'win32';
  const findDependents = (files: readonly string[]): Promise<readonly string[]> =>
    services.analysis.allDependents(tree.root, files, { signal });
  const selected = combineAffectedTests(
    await Promise.all(
      commands.map((command) =>
        selectAffectedTests({ tree: listed, command, changedFiles, findDependents, isWindows }),
      ),
    ),
  );
  const steps: readonly TestStep[] =
    selected.runs.length > 0
      ? selected.runs.flatMap((run) => run.steps.map(({ words, folder }) => ({ command: words, folder })))
      : commands.map(({ command }) => ({ command, folder: '' }));
  return { report: toReport(selected, steps), steps };
}

function toReport({ files, total, reason }: AffectedTests, steps: readonly TestStep[]): AffectedTestsReport {
  return {
    files,
    commands: steps.map(({ command, folder }) => {
      const text = typeof command === 'string' ? command : command.map(quoteIfNeeded).join(' ');
      return folder === '' ? text : `cd ${folder} && ${text}`;
    }),
    ...(total === undefined ? {} : { total }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function quoteIfNeeded(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`;
}

/** What the tests of one tree have shown. */
interface TestOutcome {
  readonly failed: readonly TestResult[];
  /** Why the commands do not show that all tests pass, although the reports have no failed test. */
  readonly problem: string | undefined;
  readonly results: readonly TestResult[];
}

/** What the run of the affected tests shows. */
interface TestJudgement {
  readonly findings: readonly ChangeFinding[];
  readonly facts: readonly Fact[];
  readonly notes: readonly string[];
}

/** [CHANGE-3] Runs tests in the result, by the reports of their runners, and in the base if some of them fail. */
export async function runTests(
  input: JudgedFiles,
  { steps }: SelectedTests,
  trees: ChangeTrees,
): Promise<TestJudgement> {
  const after = await runSteps(input, steps, await trees.openForCommands('head'));
  if (after.failed.length === 0 && after.problem === undefined) {
    const facts = await findIdleTests(input, trees, async (attempt) => (await runSteps(input, steps, attempt)).results);
    return { findings: [], facts, notes: [`The affected tests pass: ${formatCount(after.results.length, 'test')}.`] };
  }
  const before = await runSteps(input, steps, await trees.openForCommands('base'));
  const key = ({ file, name }: TestResult): string => `${file}\0${name}`;
  const failedBefore = new Set(before.failed.map(key));
  const findings = after.failed.map((test): ChangeFinding => {
    const onBase = failedBefore.has(key(test));
    return {
      kind: 'test-failed',
      severity: onBase ? 'warning' : 'error',
      message: `Make the test "${test.name}" pass`,
      ...(test.isInTree ? { file: test.file, line: 1 } : {}),
      expected: onBase ? 'The test passes' : 'The test passes, as on the base',
      actual: 'It fails',
      ...(onBase ? { onBase } : {}),
    };
  });
  if (after.problem === undefined || findings.length > 0) return { findings, facts: [], notes: [] };
  const onBase = before.problem === after.problem;
  const finding: ChangeFinding = {
    kind: 'test-failed',
    severity: onBase ? 'warning' : 'error',
    message: 'Make the affected tests pass',
    actual: after.problem,
    ...(onBase ? { onBase } : {}),
  };
  return { findings: [finding], facts: [], notes: [] };
}

async function runSteps(
  { terms, signal }: JudgedFiles,
  steps: readonly TestStep[],
  attempt: AttemptWorktree,
): Promise<TestOutcome> {
  const { reportFolder, root } = attempt;
  await mkdir(reportFolder, { recursive: true });
  const { configuration } = terms;
  const rules = attemptRules({ contract: {}, attempt, services: { configuration } });
  let problem: string | undefined;
  for (const { command, folder } of steps) {
    const outcome = await runCommand({
      command,
      cwd: folder === '' ? root : `${root}/${folder}`,
      timeoutMs: configuration.limits.commandTimeoutSeconds * 1000,
      ...(await withReports(rules, reportFolder)),
      signal,
    });
    signal.throwIfAborted();
    if (outcome.exitCode === 0 && outcome.startError === undefined && !outcome.timedOut) continue;
    const name = typeof command === 'string' ? command : command.join(' ');
    const reason =
      outcome.startError ??
      (outcome.timedOut
        ? `it took longer than ${configuration.limits.commandTimeoutSeconds} s`
        : (findLastError(outcome) ?? `it exited with ${outcome.exitCode ?? 'no code'}`));
    problem ??= toWorkspacePaths(`${name}: ${reason}`, root);
  }
  const results = await readReports(reportFolder, root);
  return { failed: results?.filter(({ failed }) => failed) ?? [], problem, results: results ?? [] };
}
