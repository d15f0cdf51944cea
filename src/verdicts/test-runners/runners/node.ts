import { NODE_OPTIONS } from '../../plan/commands/node.ts';
import { globFilter } from './file-patterns.ts';
import { optionWords, type RunnerCall, type TestRunner } from './test-runner.ts';

/** The test runner of Node.js. An operand is a test file or a glob. */
export const node: TestRunner = {
  name: 'node',
  programs: ['node', 'tsx'],
  package: 'node:test',
  options: NODE_OPTIONS,
  watchOptions: ['--watch'],
  command: 'node --test',
  configurationFiles: /^$/,
  setupKeys: ['require', 'import', 'loader', 'experimental-loader', 'test-global-setup'],
  selectFiles: (call) => ({
    isTestFile: globFilter(call.operands.length > 0 ? call.operands : defaultFiles(call)),
    argumentsFor: (files) => [
      ...optionWords(call, /^--(?:watch|test-shard|experimental-test-coverage|test-coverage-[a-z-]+)$/),
      ...files,
    ],
  }),
};

/** The files that the runner finds. Without a loader, TypeScript is left out, because not every Node.js runs it. */
function defaultFiles({ start, options }: RunnerCall): readonly string[] {
  const hasLoader =
    start.at(-1) !== 'node' || options.some(({ name }) => /^(?:--import|--loader|-r|--require)$/.test(name));
  const extension = hasLoader ? '{js,cjs,mjs,ts,cts,mts}' : '{js,cjs,mjs}';
  return ['*.test', '*-test', '*_test', 'test-*', 'test', 'test/**/*'].map((name) => `**/${name}.${extension}`);
}
