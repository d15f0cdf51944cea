import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';

const failureSchema = z.object({
  title: z.string(),
  /** The error of the test runner, with its stack. */
  message: z.string(),
});

const measuredTestSchema = z.object({
  title: z.string(),
  /** The path of the test file, relative to the project. */
  file: z.string(),
  outcome: z.enum(['passed', 'failed', 'skipped']),
  /** The error of a failed test, or the first error of a test that passed when it was run again. */
  error: z.string().optional(),
  durationMs: z.number(),
  /** Of the test process and all its descendants, with the hooks before the test. */
  processorMs: z.number(),
});

/**
 * A line of the report of a suite. A suite writes each line when it is known, so that the report of a suite that is killed
 * says what ran. Several processes can write to one report.
 */
const reportLineSchema = z.union([
  /** All test files of the suite, before the first one is loaded. */
  z.object({ files: z.array(z.string()) }),
  /** The tests of a file, after it was loaded. */
  z.object({ file: z.string(), titles: z.array(z.string()) }),
  z.object({ test: measuredTestSchema }),
  /** Something that failed outside of a test. */
  z.object({ failure: failureSchema }),
  /** What a process of the suite and all its descendants have used, when its last test has ended. */
  z.object({ processorMs: z.number() }),
]);

export type Failure = z.infer<typeof failureSchema>;
export type MeasuredTest = z.infer<typeof measuredTestSchema>;
export type ReportLine = z.infer<typeof reportLineSchema>;

/** The result of one suite. A check without tests counts as one test. */
export interface SuiteResult {
  readonly passed: number;
  /** The failed tests, the tests that did not run, and the failures outside of tests. */
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** Tests that failed and passed when they were run again, with their first error. Each is a defect, of the test or the product. */
  readonly unstable: readonly Failure[];
  /** What the suite did not run: titles of tests, and paths of files that were not loaded. */
  readonly notRun: readonly string[];
  readonly tests: readonly MeasuredTest[];
  /** The sum of the processes that ran the tests. 0 for a check without tests. */
  readonly processorMs: number;
}

/** The result of a suite that is a single check. */
export function singleCheck(failure?: Failure): SuiteResult {
  const counts = failure ? { passed: 0, failed: 1, failures: [failure] } : { passed: 1, failed: 0, failures: [] };
  return { ...counts, skipped: 0, unstable: [], notRun: [], tests: [], processorMs: 0 };
}

/** Appends a line to a report. */
export function writeReportLine(report: string, line: ReportLine): void {
  appendFileSync(report, `${JSON.stringify(line)}\n`);
}

/** Reads a report, also of a suite that was killed. `undefined` if it does not exist or has no complete line. */
export function readSuiteResult(report: string): SuiteResult | undefined {
  if (!existsSync(report)) return undefined;
  // A process that is killed while it writes leaves a part of a line.
  const complete = readFileSync(report, 'utf8').split('\n').slice(0, -1);
  if (complete.length === 0) return undefined;
  return toSuiteResult(complete.map((line) => reportLineSchema.parse(JSON.parse(line))));
}

/** Counts the lines of a report. */
export function toSuiteResult(lines: readonly ReportLine[]): SuiteResult {
  const tests = lines.flatMap((line) => ('test' in line ? [line.test] : []));
  const outside = lines.flatMap((line) => ('failure' in line ? [line.failure] : []));
  const notRun = findNotRun(lines, tests);
  const withOutcome = (outcome: MeasuredTest['outcome']) => tests.filter((test) => test.outcome === outcome);
  const toFailure = ({ title, error }: MeasuredTest): Failure => ({ title, message: error ?? '' });
  const failed = withOutcome('failed');
  const passed = withOutcome('passed');
  return {
    passed: passed.length,
    failed: failed.length + notRun.length + outside.length,
    skipped: withOutcome('skipped').length,
    failures: [...failed.map(toFailure), ...outside],
    unstable: passed.filter(({ error }) => error !== undefined).map(toFailure),
    notRun,
    tests,
    processorMs: lines.reduce((sum, line) => sum + ('processorMs' in line ? line.processorMs : 0), 0),
  };
}

function findNotRun(lines: readonly ReportLine[], tests: readonly MeasuredTest[]): readonly string[] {
  const loaded = new Map(lines.flatMap((line) => ('titles' in line ? [[line.file, line.titles] as const] : [])));
  const files = lines.flatMap((line) => ('files' in line ? line.files : []));
  return [...new Set([...files, ...loaded.keys()])].flatMap((file) => {
    const titles = loaded.get(file);
    if (titles === undefined) return [file];
    const ran = new Set(tests.flatMap((test) => (test.file === file ? [test.title] : [])));
    return titles.filter((title) => !ran.has(title));
  });
}
