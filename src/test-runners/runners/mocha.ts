import { MOCHA_OPTIONS } from '../../plan/commands/test-runners.ts';
import { optionWords, type TestRunner } from './test-runner.ts';

/** An operand is a test file. */
export const mocha: TestRunner = {
  name: 'mocha',
  programs: ['mocha', '_mocha', 'ts-mocha'],
  package: 'mocha',
  options: MOCHA_OPTIONS,
  watchOptions: ['--watch', '-w'],
  command: 'mocha',
  configuration: /^\.mocharc\.(?:[cm]?js|ya?ml|jsonc?)$/,
  argumentsForFiles: (call, files) => [...optionWords(call, /^--(?:spec|watch|recursive)$|^-w$/), ...files],
};
