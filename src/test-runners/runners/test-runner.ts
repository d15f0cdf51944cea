import type { OptionForms, ParsedOptions } from '../../plan/commands/operands.ts';

/** The test runners that can run single files. */
export type TestRunnerName = 'vitest' | 'jest' | 'mocha' | 'node';

/** The command line of a test runner, separated. */
export interface RunnerCall extends ParsedOptions {
  readonly runner: TestRunnerName;
  /** The words before the options: wrappers with their variables, and the program. */
  readonly start: readonly string[];
  /** The folder in which it runs. `''` is the root. */
  readonly folder: string;
}

/** What is known of a test runner. */
export interface TestRunner {
  readonly name: TestRunnerName;
  /** The names of its programs. */
  readonly programs: readonly string[];
  /** Its package. */
  readonly package: string;
  readonly options: OptionForms;
  /** The options that keep it running and wait for changes. */
  readonly watchOptions: readonly string[];
  /** The command that runs all tests, without the package manager. */
  readonly command: string;
  /** The configuration files, by name. */
  readonly configuration: RegExp;
  /**
   * The arguments that run only some files, after those of the call itself. Thresholds of coverage are turned off because
   * some files never reach them.
   *
   * @param files paths relative to the folder of the call
   */
  readonly argumentsForFiles: (call: RunnerCall, files: readonly string[]) => readonly string[];
}

/** The words of options, without those that are named. A long option and its value are one word. */
export function optionWords({ options }: ParsedOptions, except: RegExp): readonly string[] {
  return options.flatMap(({ name, value }) => {
    if (except.test(name)) return [];
    if (value === undefined) return [name];
    return name.startsWith('--') ? [`${name}=${value}`] : [name, value];
  });
}
