import type { EarlierFile } from '../../verdicts/analysis/tree-before.ts';
import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import { readTestCommand } from '../../verdicts/test-runners/detect-test-command.ts';
import type { TestResult } from '../../verdicts/test-runners/reports/read-reports.ts';
import { isSettingsPath } from '../../verdicts/protection/settings/settings-files.ts';
import { testLanguageOf } from '../../verdicts/protection/tests/test-languages.ts';
import { isReportedIn } from './kept-tests.ts';
import type { AwaitedCode } from './awaited-code.ts';
import { findAwaitedCauses, listNamedLines } from './located-errors.ts';
import type { RedFirstReport } from '../report/red-first-report.ts';
import type { EndedCommand } from './run-without-work.ts';

export interface ClassifyInput {
  readonly analysis: Pick<Analysis, 'brokenImports'>;
  readonly awaited: AwaitedCode;
  /** The files of the tests that are laid over the base. */
  readonly material: ReadonlySet<string>;
  /** The work that is left out, as a change that removes it: the tree with it is the earlier one. */
  readonly withoutWork: readonly EarlierFile[];
  /** A file of the work that may contain tests; `undefined` if there is none. */
  readonly testsInWork: string | undefined;
  /** Whether the runner of a command is known in the tree with the work. */
  readonly isKnownWithWork: (command: string) => boolean;
  readonly signal: AbortSignal;
}

/** The exit codes with which a shell says that a program was not found, or cannot be started. */
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127, 9009]);

/** [BITE-1] What the end of a command shows that ran without the work. */
export async function classifyEnd(input: ClassifyInput, ended: EndedCommand): Promise<RedFirstReport> {
  const { report, build, results } = ended;
  const durationMs = Math.round(report.durationMs);
  const notJudged = (reason: string): RedFirstReport => ({ outcome: 'not-judged', reason, durationMs });
  if (report.error !== undefined) return notJudged(`It has no result. ${report.error}`);
  if (report.passed) {
    if (build?.passed === false)
      return notJudged('The build fails, so the command may use the result of an older one.');
    const { testsInWork } = input;
    if (testsInWork !== undefined) return notJudged(`${testsInWork} may contain tests, which are not there.`);
    if (!haveTestsRun(input, results)) return notJudged('The tests of the change did not run there.');
    const own =
      results?.filter((result) => result.passed && [...input.material].some((file) => isReportedIn(file, result))) ??
      [];
    return { outcome: 'green', tests: namesOf(own), durationMs };
  }
  const failed = results?.filter((result) => result.failed && !isWholeFile(result)) ?? [];
  if (failed.length > 0) return { outcome: 'red', by: 'test', tests: namesOf(failed), durationMs };
  if (results === undefined && report.exitCode !== undefined && NOT_STARTED.has(report.exitCode))
    return notJudged('A program was not found.');
  const missing = await findMissingCode(input, ended);
  if (missing !== undefined) return { outcome: 'red', by: 'missing-code', missing, durationMs };
  const isKnownRunner =
    results !== undefined ||
    input.isKnownWithWork(report.command) ||
    (await readTestCommand(ended.attempt.tree, report.command)).runner !== undefined;
  const isOther = !isKnownRunner && build?.passed !== false && !isPartOfWork(report.command, input.withoutWork);
  if (isOther) return { outcome: 'red', by: 'exit-code', durationMs };
  return notJudged(
    `It fails there, but neither because of a test nor only because of what the chunk must create${
      report.lastError === undefined ? '' : `: ${report.lastError}`
    }.`,
  );
}

/**
 * Whether the tests of the change ran, if it has some. Without a report, the work can decide which tests a command runs only if
 * it changes scripts or settings.
 */
function haveTestsRun({ material, withoutWork }: ClassifyInput, results: EndedCommand['results']): boolean {
  const tests = [...material].filter((file) => testLanguageOf(file)?.isTestPath(file) === true);
  if (tests.length === 0) return true;
  if (results !== undefined) return tests.some((file) => results.some((result) => isReportedIn(file, result)));
  return !withoutWork.some(({ before }) => before !== undefined && isSettingsPath(before));
}

/** Whether the work decides what a command starts: it changes scripts or settings, or a file that the command names. */
function isPartOfWork(command: string, work: readonly EarlierFile[]): boolean {
  return work.some(({ before }) => before !== undefined && (isSettingsPath(before) || command.includes(before)));
}

/** node:test reports a file that cannot be loaded as a failed test with the name of the file. */
function isWholeFile({ file, name }: TestResult): boolean {
  const slashed = name.replaceAll('\\', '/');
  return slashed.endsWith(file) || file.endsWith(`/${slashed}`) || file === slashed;
}

function namesOf(results: readonly TestResult[]): readonly string[] {
  return [...new Set(results.map(({ name }) => name))];
}

/**
 * What is missing without the work, if nothing else explains a failure: imports that lead nowhere, else the lines that the
 * output names. `undefined` if something is missing that the chunk does not have to create, or if nothing is.
 */
async function findMissingCode(
  { analysis, awaited, withoutWork, signal }: ClassifyInput,
  { report, build, attempt }: EndedCommand,
): Promise<readonly string[] | undefined> {
  const broken = await analysis.brokenImports(attempt.root, withoutWork, { signal });
  if (broken.length > 0) {
    const causes = broken.map(({ name, was }) => {
      if (name !== undefined && awaited.names.has(name)) return name;
      return awaited.files.has(was.file) ? was.file : undefined;
    });
    return causes.includes(undefined) ? undefined : [...new Set(causes.flatMap((cause) => cause ?? []))];
  }
  const output = `${build?.passed === false ? build.output : ''}\n${report.output}`;
  const lines = listNamedLines(output, new Set(await attempt.tree.listFiles()));
  return findAwaitedCauses(lines, awaited, async ({ file, line }) => {
    const text = await attempt.tree.readText(file);
    return text?.split('\n')[line - 1];
  });
}
