import { isWithin, pathWithin } from '../../../code/resolution/tree-path.ts';
import { JEST_OPTIONS } from '../../plan/commands/test-runners.ts';
import { stringsOf, valuesOf, type RunnerConfiguration } from './configuration-values.ts';
import { anyFilter, configuredFilter } from './file-patterns.ts';
import { optionWords, type TestRunner } from './test-runner.ts';

const DEFAULT_FILES = [
  '**/__tests__/**/*.{js,jsx,ts,tsx,mjs,cjs,mts,cts}',
  '**/*.{test,spec}.{js,jsx,ts,tsx,mjs,cjs,mts,cts}',
];
/** The options that select other files than the given ones, collect coverage or write snapshots. */
const REPLACED =
  /^--(?:coverage|collectCoverage|watch|watchAll|onlyChanged|onlyFailures|changedSince|lastCommit|shard|listTests|findRelatedTests|runTestsByPath|passWithNoTests|testPathPatterns?)$|^-[ofu]$/;

/**
 * An operand is a regular expression for paths. The configuration still selects the test files, which `--runTestsByPath`
 * would not respect.
 */
export const jest: TestRunner = {
  name: 'jest',
  programs: ['jest'],
  package: 'jest',
  options: JEST_OPTIONS,
  listOptions: [
    ...['--reporters', '--selectProjects', '--ignoreProjects', '--projects', '--roots', '--setupFiles', '--testMatch'],
    ...['--setupFilesAfterEnv', '--testRegex', '--testPathIgnorePatterns', '--testPathPatterns', '--modulePaths'],
    ...['--collectCoverageFrom', '--coverageReporters', '--coveragePathIgnorePatterns', '--moduleFileExtensions'],
  ],
  watchOptions: ['--watch', '--watchAll'],
  command: 'jest',
  configurationFiles: /^jest(?:[.-][\w-]+)*\.config(?:\.[\w-]+)?\.(?:[cm]?[jt]s|json)$/,
  setupKeys: [
    'setupFiles',
    'setupFilesAfterEnv',
    'globalSetup',
    'globalTeardown',
    'testEnvironment',
    'snapshotSerializers',
  ],
  selectFiles: (call, configurations) => {
    const isIncluded = anyFilter([
      configuredFilter(configurations, 'testMatch', DEFAULT_FILES),
      ...configurations.map(regexFilter),
    ]);
    return {
      isTestFile: (file) => isIncluded(file) && matchesOperands(file, call.operands),
      argumentsFor: (files) => [
        ...optionWords(call, REPLACED),
        '--coverage=false',
        // A path that the configuration excludes is not a failure. As a flag it also ends a list of values of an option.
        '--passWithNoTests',
        ...files.map(toPattern),
      ],
    };
  },
};

/** The path as a regular expression. `.` instead of an escape, because a backslash is a separator on Windows. */
function toPattern(file: string): string {
  return `${file.replaceAll(/[^\w/ -]/g, '.')}$`;
}

function regexFilter({ folder, text }: RunnerConfiguration): (file: string) => boolean {
  const patterns = valuesOf(text, 'testRegex').flatMap(stringsOf).flatMap(tryCompile);
  return (file) => isWithin(file, folder) && patterns.some((pattern) => pattern.test(`/${pathWithin(file, folder)}`));
}

function matchesOperands(file: string, operands: readonly string[]): boolean {
  return operands.length === 0 || operands.flatMap(tryCompile).some((pattern) => pattern.test(`/${file}`));
}

function tryCompile(source: string): readonly RegExp[] {
  try {
    return [new RegExp(source.replace(/^<rootDir>/, ''), 'i')];
  } catch {
    return [];
  }
}
