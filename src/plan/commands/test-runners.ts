import type { CommandContext, InvocationReader } from './command-context.ts';
import type { CommandNeed } from './command-reading.ts';
import { testFileNeeds } from './node.ts';
import { readOptions, type OptionForms } from './operands.ts';
import { pathInFolder } from './path-in-folder.ts';

const MOCHA: OptionForms = {
  valued: new Set([
    ...['-r', '--require', '-R', '--reporter', '-t', '--timeout', '-g', '--grep', '-f', '--fgrep', '-u', '--ui'],
    ...[
      '--config',
      '--extension',
      '--spec',
      '--file',
      '-j',
      '--jobs',
      '-s',
      '--slow',
      '-O',
      '--reporter-option',
      '--import',
    ],
    ...['-n', '--node-option', '--ignore', '--exclude', '--retries'],
  ]),
  isFlag: (word) =>
    /^-[bcpCAiw]$/.test(word) ||
    /^--(no-[a-z-]+|bail|exit|parallel|recursive|forbid-only|forbid-pending|check-leaks|color|full-trace|fail-zero|inline-diffs|invert|sort|watch)$/.test(
      word,
    ),
  stopsAtOperand: false,
};

/** `mocha path/to/file.test.ts`: each argument is a file, a folder or a pattern. */
export const readMocha: InvocationReader = ({ program, words, folder }, context) => {
  if (program !== 'mocha') return undefined;
  const read = readOptions(words, MOCHA);
  if (read === undefined) return undefined;
  const files = read.options.flatMap(({ name, value }) =>
    (name === '--spec' || name === '--file') && value !== undefined ? value : [],
  );
  return { needs: testFileNeeds([...read.operands, ...files], folder, context) };
};

const VITEST: OptionForms = {
  valued: new Set([
    ...[
      '-c',
      '--config',
      '-r',
      '--root',
      '-t',
      '--testNamePattern',
      '--reporter',
      '--environment',
      '--project',
      '--dir',
    ],
    ...['--testTimeout', '--pool', '--maxWorkers', '--minWorkers', '--bail', '--retry', '--shard', '--outputFile'],
  ]),
  isFlag: (word) =>
    /^-[uwh]$/.test(word) ||
    /^--(no-[a-z-]+|run|watch|coverage|globals|silent|passWithNoTests|update|ui|browser|typecheck|hideSkippedTests|isolate)(\.[\w.]+)?$/.test(
      word,
    ),
  stopsAtOperand: false,
};

const JEST: OptionForms = {
  valued: new Set([
    ...['-c', '--config', '-t', '--testNamePattern', '--rootDir', '--maxWorkers', '-w', '--env', '--testEnvironment'],
    ...[
      '--testTimeout',
      '--reporters',
      '--coverageDirectory',
      '--selectProjects',
      '--shard',
      '--testPathPatterns',
      '--testPathPattern',
    ],
  ]),
  isFlag: (word) =>
    /^-[ibeuof]$/.test(word) ||
    /^--(no-[a-z-]+|runInBand|ci|bail|coverage|silent|verbose|passWithNoTests|updateSnapshot|watchAll|forceExit|detectOpenHandles|runTestsByPath|colors|clearCache|onlyChanged|expand)$/.test(
      word,
    ),
  stopsAtOperand: false,
};

/** `vitest run path/to/file.test.ts`: a runner that keeps the files whose paths hold the argument. */
export const readVitest: InvocationReader = ({ program, words, folder }, context) => {
  if (program !== 'vitest') return undefined;
  const verb = words[0] === 'run' || words[0] === 'watch' || words[0] === 'dev' ? 1 : 0;
  const read = readOptions(words.slice(verb), VITEST);
  if (
    read === undefined ||
    read.options.some(({ name }) => ['-r', '--root', '--dir', '--passWithNoTests'].includes(name))
  )
    return undefined;
  return { needs: read.operands.flatMap((operand) => filterNeed(operand.replace(/:\d+$/, ''), folder, context)) };
};

/** `jest path/to/file.test.ts`: a runner that takes the argument for an expression on paths. */
export const readJest: InvocationReader = ({ program, words, folder }, context) => {
  if (program !== 'jest') return undefined;
  const read = readOptions(words, JEST);
  if (read === undefined || read.options.some(({ name }) => ['--rootDir', '--passWithNoTests'].includes(name)))
    return undefined;
  return { needs: read.operands.flatMap((operand) => filterNeed(operand, folder, context)) };
};

/** The tests whose names end so: `.test.ts`, `.spec.jsx`, whatever folder they stand in. */
const TEST_FILE = /\.(test|spec)\.[cm]?[jt]sx?$/;

/**
 * An argument that filters paths names one file where it has a test's whole name and a folder before it; a file of
 * another folder whose path ends the same is found as well.
 */
function filterNeed(operand: string, folder: string, context: CommandContext): CommandNeed[] {
  if (!TEST_FILE.test(operand) || !operand.includes('/')) return [];
  const path = pathInFolder(folder, operand);
  if (path === undefined || context.isGenerated(path)) return [];
  return [{ shown: path, files: [path], endings: [`/${path}`], because: `runs the tests of ${path}` }];
}
