import { VITEST_OPTIONS } from '../../plan/commands/test-runners.ts';
import { configuredFilter } from './file-patterns.ts';
import { optionWords, type TestRunner } from './test-runner.ts';

/** Keys with an `include` that does not list test files. */
const OTHER_INCLUDES =
  /(?<![\w.])["']?(?:coverage|optimizeDeps|typecheck|benchmark|deps|optimizer)["']?\s*:\s*\{(?:[^{}]|\{[^{}]*\})*\}/g;
const DEFAULT_FILES = ['**/*.{test,spec}.{js,mjs,cjs,ts,mts,cts,jsx,tsx}'];

/** An operand is a filter: every test file runs whose path contains it. The configuration still selects the test files. */
export const vitest: TestRunner = {
  name: 'vitest',
  programs: ['vitest'],
  package: 'vitest',
  options: VITEST_OPTIONS,
  watchOptions: ['--watch', '-w', '--ui'],
  command: 'vitest run',
  configurationFiles: /^(?:vitest|vite)(?:\.[\w-]+)?\.(?:config|workspace|projects)(?:\.[\w-]+)?\.[cm]?[jt]s$/,
  setupKeys: ['setupFiles', 'globalSetup', 'environment', 'runner', 'snapshotSerializers'],
  selectFiles: (call, configurations) => {
    const withoutOthers = configurations.map((one) => ({ ...one, text: one.text.replaceAll(OTHER_INCLUDES, '') }));
    const isIncluded = configuredFilter(withoutOthers, 'include', DEFAULT_FILES);
    return {
      isTestFile: (file) =>
        isIncluded(file) && (call.operands.length === 0 || call.operands.some((operand) => file.includes(operand))),
      argumentsFor: (files) => [
        'run',
        ...optionWords(call, /^--(?:coverage|run|watch|ui|changed|shard|passWithNoTests)(?:\.|$)|^-[wu]$/),
        '--coverage.enabled=false',
        // A path that the configuration excludes is not a failure.
        '--passWithNoTests',
        ...files,
      ],
    };
  },
};
