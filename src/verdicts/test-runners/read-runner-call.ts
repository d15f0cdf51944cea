import { readOptions } from '../plan/commands/operands.ts';
import { unwrap } from '../plan/commands/unwrap.ts';
import { goTest } from './runners/go-test.ts';
import { jest } from './runners/jest.ts';
import { mocha } from './runners/mocha.ts';
import { node } from './runners/node.ts';
import { pytest } from './runners/pytest.ts';
import { vitest } from './runners/vitest.ts';
import type { RunnerCall, TestRunner, TestRunnerName } from './runners/test-runner.ts';
import type { ScriptStep } from './script-steps.ts';

/** The test runners of npm packages that can run single files. The first one that a package uses is its runner. */
export const TEST_RUNNERS: readonly TestRunner[] = [vitest, jest, mocha, node];

/** The test runner of a name. */
export function testRunner(name: TestRunnerName): TestRunner {
  return { vitest, jest, mocha, node, pytest, go: goTest }[name];
}

/** Programs that measure coverage of the command that follows. A run of some files is measured without them. */
const COVERAGE_PROGRAMS = new Set(['c8', 'nyc']);
/** A program of a package, started as a script of node: `node node_modules/mocha/bin/mocha.js`. */
const INSTALLED_SCRIPT =
  /^(?:\.\/)?node_modules\/(?:\.bin\/|(?:mocha|jest|vitest)\/.*?)(mocha|jest|vitest)(?:\.[cm]?js)?$/;

/** The call of a test runner; `undefined` if the command is no such call, or has arguments that are not understood. */
export function readRunnerCall({ words, folder }: ScriptStep): RunnerCall | undefined {
  const { program, arguments: rest } = unwrap(words, folder, 0);
  const start = words.slice(0, words.length - rest.length);
  if (COVERAGE_PROGRAMS.has(program)) return readMeasured(start.slice(0, -1), rest, folder);
  if (isPackageManager(program)) return readInstalled(start, rest, folder);
  if (pytest.programs.includes(program)) return readCall(pytest, start, rest, folder);
  if (PYTHON.test(program)) return readPythonCall(start, rest, folder);
  if (program === 'go')
    return rest[0] === 'test' ? readCall(goTest, [...start, 'test'], rest.slice(1), folder) : undefined;
  const runner = TEST_RUNNERS.find(({ programs }) => programs.includes(program));
  if (runner === undefined) return undefined;
  return runner === node ? readNodeCall(start, rest, folder) : readCall(runner, start, rest, folder);
}

/** `c8 --all mocha test`: the first word that is a test runner starts the measured command. */
function readMeasured(start: readonly string[], rest: readonly string[], folder: string): RunnerCall | undefined {
  const index = rest.findIndex((word) => TEST_RUNNERS.some(({ programs }) => programs.includes(word)));
  return index < 0 ? undefined : readRunnerCall({ words: [...start, ...rest.slice(index)], folder });
}

const PYTHON = /^(?:python(?:3(?:\.\d+)?)?|py)$/;

/** `python -m pytest`. */
function readPythonCall(start: readonly string[], rest: readonly string[], folder: string): RunnerCall | undefined {
  const [option, module, ...words] = rest;
  if (option !== '-m' || module !== 'pytest') return undefined;
  return readCall(pytest, [...start, option, module], words, folder);
}

function isPackageManager(program: string): boolean {
  return program === 'pnpm' || program === 'yarn' || program === 'bun' || program === 'bunx';
}

/** `pnpm vitest run`, `yarn jest`, `bun x vitest`: an installed program. */
function readInstalled(start: readonly string[], rest: readonly string[], folder: string): RunnerCall | undefined {
  const words = rest[0] === 'run' || rest[0] === 'x' || rest[0] === 'exec' ? rest.slice(1) : rest;
  const [program = ''] = words;
  const runner = TEST_RUNNERS.find((candidate) => candidate !== node && candidate.programs.includes(program));
  return runner && readCall(runner, [...start.slice(0, -1), program], words.slice(1), folder);
}

/** `node --test`, `tsx --test`, or a runner that node starts: `node --import tsx node_modules/mocha/bin/mocha.js`. */
function readNodeCall(start: readonly string[], rest: readonly string[], folder: string): RunnerCall | undefined {
  const index = rest.findIndex((word) => INSTALLED_SCRIPT.test(word.replaceAll('\\', '/')));
  const name = INSTALLED_SCRIPT.exec(rest[index]?.replaceAll('\\', '/') ?? '')?.[1];
  const runner = TEST_RUNNERS.find((candidate) => candidate.name === name);
  if (runner !== undefined) {
    return readCall(runner, [...start, ...rest.slice(0, index + 1)], rest.slice(index + 1), folder);
  }
  return rest.includes('--test') ? readCall(node, start, rest, folder) : undefined;
}

function readCall(
  { name, options, listOptions = [] }: TestRunner,
  start: readonly string[],
  words: readonly string[],
  folder: string,
): RunnerCall | undefined {
  const given = withSingleValues(withoutSubcommand(name, words), listOptions);
  // The value of an unknown option cannot be distinguished from a file, so it must be the last word or precede an option.
  const isFlag = (word: string): boolean =>
    options.isFlag(word) || given.every((other, at) => other !== word || (given[at + 1] ?? '-').startsWith('-'));
  const read = readOptions(given, { ...options, isFlag });
  return read && { runner: name, start, folder, ...read };
}

/** Repeats an option for each of its values: `--reporters a b` is `--reporters=a --reporters=b`. */
function withSingleValues(words: readonly string[], listOptions: readonly string[]): readonly string[] {
  const result: string[] = [];
  let list: string | undefined;
  for (const word of words) {
    const name = word.split('=')[0] ?? '';
    if (word.startsWith('-')) list = listOptions.includes(name) ? name : undefined;
    if (word !== list) result.push(list === undefined || word.startsWith('-') ? word : `${list}=${word}`);
  }
  return result;
}

function withoutSubcommand(name: TestRunnerName, words: readonly string[]): readonly string[] {
  return name === 'vitest' && ['run', 'watch', 'dev'].includes(words[0] ?? '') ? words.slice(1) : words;
}
