import { relative, sep } from 'node:path';
import Mocha from 'mocha';
import { processTreeMs } from './processor-time.ts';
import type { MeasuredTest, ReportLine } from './suite-result.ts';

export interface MochaRunOptions {
  readonly timeoutMs: number;
  /** How often a failed test is run again. A test that then passes is listed as unstable. */
  readonly retries?: number;
  /** The factor for the time limits of all tests. Default: 1. */
  readonly slowness?: number;
  /** The folder that the paths in the report are relative to. Default: none, for the tests of a bundle. */
  readonly root?: string;
  /** Receives each line of the report when it is known. */
  readonly report: (line: ReportLine) => void;
  /** Receives the title of each test when it ends, and its duration in milliseconds. */
  readonly say?: (line: string) => void;
}

/** Test files to load, or a function that loads the tests of a bundle. */
export type MochaTests = readonly string[] | (() => Promise<void>);

/** Runs tests with mocha and reports their results. Throws if a test cannot be loaded. */
export async function runMocha(tests: MochaTests, options: MochaRunOptions): Promise<void> {
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: options.timeoutMs,
    retries: options.retries ?? 0,
    forbidOnly: true,
    reporter: SilentReporter,
  });
  if (typeof tests === 'function') {
    mocha.suite.emit('pre-require', globalThis, '', mocha);
    await tests();
  } else {
    for (const file of tests) mocha.addFile(file);
    await mocha.loadFilesAsync();
  }
  planTests(mocha.suite, typeof tests === 'function' ? [] : tests, options);

  const firstErrors = new Map<string, unknown>();
  const say = options.say ?? (() => undefined);
  let measured = processTreeMs();
  const report = (test: Mocha.Test, outcome: MeasuredTest['outcome'], error?: unknown): void => {
    const before = measured;
    measured = processTreeMs();
    options.report({
      test: {
        title: test.fullTitle(),
        file: reportedFile(test, options.root),
        outcome,
        ...(error === undefined ? {} : { error: describe(error) }),
        durationMs: test.duration ?? 0,
        processorMs: measured - before,
      },
    });
  };
  return new Promise((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on('retry', (test: Mocha.Test, error: unknown) => {
      const title = test.fullTitle();
      if (!firstErrors.has(title)) firstErrors.set(title, error);
      say(`  again ${title}${describeDuration(test)}`);
    });
    runner.on('pass', (test) => {
      report(test, 'passed', firstErrors.get(test.fullTitle()));
      say(`  ok    ${test.fullTitle()}${describeDuration(test)}`);
    });
    runner.on('pending', (test) => {
      report(test, 'skipped');
      say(`  skip  ${test.fullTitle()}`);
    });
    runner.on('fail', (test, error: unknown) => {
      report(test, 'failed', error);
      say(`  FAIL  ${test.fullTitle()}${describeDuration(test)}\n${describe(error)}`);
    });
  });
}

/** Reports the tests of each file, and adapts their time limits to the machine. A file can have no test in this run. */
function planTests(
  suite: Mocha.Suite,
  files: readonly string[],
  { slowness = 1, root, report }: MochaRunOptions,
): void {
  const titles = new Map<string, string[]>(files.map((file) => [toReportPath(root ?? '', file), []]));
  suite.eachTest((test) => {
    test.timeout(test.timeout() * slowness);
    const file = reportedFile(test, root);
    titles.set(file, [...(titles.get(file) ?? []), test.fullTitle()]);
  });
  for (const [file, ofFile] of titles) report({ file, titles: ofFile });
}

/** The file of a test as the report names it. The tests of a bundle have none. */
function reportedFile({ file }: Mocha.Test, root: string | undefined): string {
  return file === undefined || root === undefined ? 'the bundle of the tests' : toReportPath(root, file);
}

/** A path in a report: relative to the root, with `/`. */
export function toReportPath(root: string, file: string): string {
  return relative(root, file).split(sep).join('/');
}

/** Mocha prints nothing; the results are collected from the events of the runner. */
class SilentReporter extends Mocha.reporters.Base {
  override epilogue(): void {
    return undefined;
  }
}

/** So that the log of a suite shows which tests take long. */
function describeDuration({ duration }: Mocha.Test): string {
  return duration === undefined ? '' : ` (${duration} ms)`;
}

function describe(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { stack, message } = error as { readonly stack?: string; readonly message?: string };
  return stack ?? message ?? JSON.stringify(error);
}
