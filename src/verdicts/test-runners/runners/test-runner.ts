import type { OptionForms, ParsedOptions } from '../../plan/commands/operands.ts';
import type { RunnerConfiguration } from './configuration-values.ts';

/** The test runners that can run single files. */
export type TestRunnerName = 'vitest' | 'jest' | 'mocha' | 'node' | 'pytest' | 'go';

/** The command line of a test runner, separated. */
export interface RunnerCall extends ParsedOptions {
  readonly runner: TestRunnerName;
  /** The words before the options: wrappers with their variables, and the program. */
  readonly start: readonly string[];
  /** The folder in which it runs. `''` is the root. */
  readonly folder: string;
}

/** How a call runs only some of its test files. */
export interface FileSelection {
  /** Whether a file is one of its test files. The path is relative to the folder of the call. */
  readonly isTestFile: (file: string) => boolean;
  /** The arguments after the start of the call. @param files paths relative to the folder of the call */
  readonly argumentsFor: (files: readonly string[]) => readonly string[];
}

/** What is known of a test runner. */
export interface TestRunner {
  readonly name: TestRunnerName;
  /** The names of its programs. */
  readonly programs: readonly string[];
  /** Its npm package; absent for a runner of another language. */
  readonly package?: string;
  readonly options: OptionForms;
  /** The options that take all words up to the next option as values. */
  readonly listOptions?: readonly string[];
  /** The options that keep it running and wait for changes. */
  readonly watchOptions: readonly string[];
  /** The command that runs all tests, without the package manager. */
  readonly command: string;
  /** Its configuration files, by name. */
  readonly configurationFiles: RegExp;
  /** The options and the keys of a configuration that name code which runs before every test. */
  readonly setupKeys: readonly string[];
  /** The names of other files that run before tests. */
  readonly setupFiles?: RegExp;
  /**
   * How a call runs some of its files; `undefined` if its configuration does not allow this. Thresholds of coverage are
   * turned off, because some files never reach them.
   */
  readonly selectFiles: (call: RunnerCall, configurations: readonly RunnerConfiguration[]) => FileSelection | undefined;
}

/** The words of options, without those that are named. A long option and its value are one word. */
export function optionWords({ options }: ParsedOptions, except: RegExp): readonly string[] {
  return options.flatMap(({ name, value }) => {
    if (except.test(name)) return [];
    if (value === undefined) return [name];
    return name.startsWith('--') ? [`${name}=${value}`] : [name, value];
  });
}
