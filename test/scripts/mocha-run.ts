import Mocha from 'mocha';
import type { SuiteResult } from './suite-result.ts';

export interface MochaRunOptions {
  readonly timeoutMs: number;
  /** How often a failed test is run again. A test that then passes is listed as unstable. */
  readonly retries?: number;
  /** Receives the title of each test when it ends, and its duration in milliseconds. */
  readonly say?: (line: string) => void;
}

/** Test files to load, or a function that loads the tests of a bundle. */
export type MochaTests = readonly string[] | (() => Promise<void>);

/** Runs tests with mocha and resolves to their results. Throws if a test cannot be loaded. */
export async function runMocha(tests: MochaTests, options: MochaRunOptions): Promise<SuiteResult> {
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

  const result: SuiteResult = { passed: 0, failed: 0, skipped: 0, failures: [], unstable: [] };
  const firstErrors = new Map<string, unknown>();
  const say = options.say ?? (() => undefined);
  return new Promise((resolve) => {
    const runner = mocha.run(() => resolve(result));
    runner.on('retry', (test: Mocha.Test, error: unknown) => {
      const title = test.fullTitle();
      if (!firstErrors.has(title)) firstErrors.set(title, error);
      say(`  again ${title}${describeDuration(test)}`);
    });
    runner.on('pass', (test) => {
      const title = test.fullTitle();
      result.passed++;
      if (firstErrors.has(title)) result.unstable.push({ title, message: describe(firstErrors.get(title)) });
      say(`  ok    ${title}${describeDuration(test)}`);
    });
    runner.on('pending', (test) => {
      result.skipped++;
      say(`  skip  ${test.fullTitle()}`);
    });
    runner.on('fail', (test, error: unknown) => {
      result.failed++;
      result.failures.push({ title: test.fullTitle(), message: describe(error) });
      say(`  FAIL  ${test.fullTitle()}${describeDuration(test)}`);
    });
  });
}

/** Mocha prints nothing; the result is collected from the events of the runner. */
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
