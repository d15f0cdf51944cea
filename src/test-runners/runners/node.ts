import { NODE_OPTIONS } from '../../plan/commands/node.ts';
import { optionWords, type TestRunner } from './test-runner.ts';

/** The test runner of Node.js. An operand is a test file. */
export const node: TestRunner = {
  name: 'node',
  programs: ['node', 'tsx'],
  package: 'node:test',
  options: NODE_OPTIONS,
  watchOptions: ['--watch'],
  command: 'node --test',
  configuration: /^$/,
  argumentsForFiles: (call, files) => [
    ...optionWords(call, /^--(?:watch|test-shard|experimental-test-coverage|test-coverage-[a-z-]+)$/),
    ...files,
  ],
};
