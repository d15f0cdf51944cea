import { JEST_OPTIONS } from '../../plan/commands/test-runners.ts';
import { optionWords, type TestRunner } from './test-runner.ts';

/**
 * An operand is a regular expression for paths. The configuration still selects the test files, which `--runTestsByPath`
 * would not respect.
 */
export const jest: TestRunner = {
  name: 'jest',
  programs: ['jest'],
  package: 'jest',
  options: JEST_OPTIONS,
  watchOptions: ['--watch', '--watchAll'],
  command: 'jest',
  configuration: /^jest\.config\.(?:[cm]?[jt]s|json)$/,
  argumentsForFiles: (call, files) => [
    ...optionWords(
      call,
      /^--(?:coverage|collectCoverage|watch|watchAll|onlyChanged|onlyFailures|changedSince|lastCommit|shard|listTests|findRelatedTests|runTestsByPath|passWithNoTests|testPathPatterns?)$|^-[ofu]$/,
    ),
    '--coverage=false',
    // A path that the configuration excludes is not a failure. As a flag it also ends a list of values of an option.
    '--passWithNoTests',
    ...files.map(toPattern),
  ],
};

/** The path as a regular expression. `.` instead of an escape, because a backslash is a separator on Windows. */
function toPattern(file: string): string {
  return `${file.replaceAll(/[^\w/ -]/g, '.')}$`;
}
