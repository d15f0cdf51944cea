import { VITEST_OPTIONS } from '../../plan/commands/test-runners.ts';
import { optionWords, type TestRunner } from './test-runner.ts';

/** An operand is a filter: every test file runs whose path contains it. The configuration still selects the test files. */
export const vitest: TestRunner = {
  name: 'vitest',
  programs: ['vitest'],
  package: 'vitest',
  options: VITEST_OPTIONS,
  watchOptions: ['--watch', '-w', '--ui'],
  command: 'vitest run',
  configuration: /^(?:vitest|vite)\.(?:config|workspace)\.[cm]?[jt]s$/,
  argumentsForFiles: (call, files) => [
    'run',
    ...optionWords(call, /^--(?:coverage|run|watch|ui|changed|shard|passWithNoTests)(?:\.|$)|^-[wu]$/),
    '--coverage.enabled=false',
    // A path that the configuration excludes is not a failure.
    '--passWithNoTests',
    ...files,
  ],
};
