import type { CommandReadingContext, CommandNeed, InvocationReader } from './command-reading.ts';
import { isCompiledScript, testFileNeeds } from './module-files.ts';
import { readOptions, type OptionForms } from './operands.ts';
import { pathInFolder } from './path-in-folder.ts';

/** The options of mocha that are known. */
export const MOCHA_OPTIONS: OptionForms = {
  valued: new Set([
    ...['-r', '--require', '-R', '--reporter', '-t', '--timeout', '-g', '--grep', '-f', '--fgrep', '-u', '--ui'],
    ...['--config', '--extension', '--spec', '--file', '-j', '--jobs', '-s', '--slow', '-O', '--reporter-option'],
    ...['--import', '-n', '--node-option', '--ignore', '--exclude', '--retries'],
  ]),
  isFlag: (word) =>
    /^-[bcpCAiw]$/.test(word) ||
    /^--(no-[a-z-]+|bail|exit|parallel|recursive|forbid-only|forbid-pending|check-leaks|color|full-trace|fail-zero|inline-diffs|invert|sort|watch)$/.test(
      word,
    ),
  stopsAtOperand: false,
};

/** `mocha path/to/file.test.ts`: each operand is a file, a folder or a pattern. */
export const readMocha: InvocationReader = ({ program, arguments: words, folder }, context) => {
  if (program !== 'mocha') return undefined;
  const read = readOptions(words, MOCHA_OPTIONS);
  if (read === undefined) return undefined;
  const files = read.options.flatMap(({ name, value }) =>
    (name === '--spec' || name === '--file') && value !== undefined ? value : [],
  );
  return { needs: testFileNeeds([...read.operands, ...files], folder, context) };
};

/** The options of vitest that are known. */
export const VITEST_OPTIONS: OptionForms = {
  valued: new Set([
    ...['-c', '--config', '-r', '--root', '-t', '--testNamePattern', '--reporter', '--environment', '--project'],
    ...['--dir', '--testTimeout', '--pool', '--maxWorkers', '--minWorkers', '--bail', '--retry', '--shard'],
    '--outputFile',
  ]),
  isFlag: (word) =>
    /^-[uwh]$/.test(word) ||
    /^--(no-[a-z-]+|run|watch|coverage|globals|silent|passWithNoTests|update|ui|browser|typecheck|hideSkippedTests|isolate)(\.[\w.]+)?$/.test(
      word,
    ),
  stopsAtOperand: false,
};

/** Options with which a path is relative to another folder, or need not exist. */
const VITEST_UNCERTAIN = ['-r', '--root', '--dir', '--passWithNoTests'];

/** `vitest run path/to/file.test.ts`: runs the test files whose paths contain the operand. */
export const readVitest: InvocationReader = ({ program, arguments: words, folder }, context) => {
  if (program !== 'vitest') return undefined;
  const hasSubcommand = words[0] === 'run' || words[0] === 'watch' || words[0] === 'dev';
  const read = readOptions(hasSubcommand ? words.slice(1) : words, VITEST_OPTIONS);
  if (read === undefined || read.options.some(({ name }) => VITEST_UNCERTAIN.includes(name))) return undefined;
  return { needs: read.operands.flatMap((operand) => filterNeeds(operand.replace(/:\d+$/, ''), folder, context)) };
};

/** The options of jest that are known. */
export const JEST_OPTIONS: OptionForms = {
  valued: new Set([
    ...['-c', '--config', '-t', '--testNamePattern', '--rootDir', '--maxWorkers', '-w', '--env', '--testEnvironment'],
    ...['--testTimeout', '--reporters', '--coverageDirectory', '--selectProjects', '--shard'],
    ...['--testPathPatterns', '--testPathPattern'],
  ]),
  isFlag: (word) =>
    /^-[ibeuof]$/.test(word) ||
    /^--(no-[a-z-]+|runInBand|ci|bail|coverage|silent|verbose|passWithNoTests|updateSnapshot|watchAll|forceExit|detectOpenHandles|runTestsByPath|colors|clearCache|onlyChanged|expand)$/.test(
      word,
    ),
  stopsAtOperand: false,
};

const JEST_UNCERTAIN = ['--rootDir', '--passWithNoTests'];

/** `jest path/to/file.test.ts`: runs the test files whose paths match the operand as a regular expression. */
export const readJest: InvocationReader = ({ program, arguments: words, folder }, context) => {
  if (program !== 'jest') return undefined;
  const read = readOptions(words, JEST_OPTIONS);
  if (read === undefined || read.options.some(({ name }) => JEST_UNCERTAIN.includes(name))) return undefined;
  return { needs: read.operands.flatMap((operand) => filterNeeds(operand, folder, context)) };
};

const TEST_FILE = /\.(test|spec)\.[cm]?[jt]sx?$/;

/**
 * The file that a path filter needs. Only a complete file name with a folder identifies one file. The filter
 * also matches a file in another folder if its path has the same ending.
 */
function filterNeeds(operand: string, folder: string, context: CommandReadingContext): CommandNeed[] {
  if (!TEST_FILE.test(operand) || !operand.includes('/')) return [];
  const path = pathInFolder(folder, operand);
  if (path === undefined || context.isGenerated(path)) return [];
  return [
    {
      path,
      files: [path],
      endings: [`/${path}`],
      purpose: `runs the tests of ${path}`,
      canBeGenerated: isCompiledScript(path),
    },
  ];
}
