import { isIndexedPath } from '../../code/languages/language-table.ts';
import { folderOf, isWithin, nameOf, pathWithin } from '../../code/resolution/tree-path.ts';
import { settingsFileOf } from '../protection/settings/settings-files.ts';
import { detectTestCommand, listTestedPackages, type TestCommand } from './detect-test-command.ts';
import type { TestRunnerName } from './runners/test-runner.ts';
import type { ScriptStep } from './script-steps.ts';
import { pathIn, type TestTree } from './test-package.ts';

/** The commands of one runner that run the affected tests. */
export interface AffectedRun {
  readonly runner: TestRunnerName;
  /** The test files, relative to the root. */
  readonly files: readonly string[];
  /** The commands in their order. The last one runs the tests. */
  readonly steps: readonly ScriptStep[];
}

/** The tests that a change affects, or why all tests have to run at once. */
export interface AffectedTests {
  /** The runs of the affected tests; empty if all tests run at once. */
  readonly runs: readonly AffectedRun[];
  /** The affected test files, sorted, relative to the root; empty if they are not known. */
  readonly files: readonly string[];
  /** The number of test files; `undefined` if they are not known. */
  readonly total: number | undefined;
  /** Why all tests run at once, as a sentence; `undefined` if there are runs. */
  readonly reason: string | undefined;
}

export interface AffectedTestsInput {
  readonly tree: TestTree;
  readonly command: TestCommand;
  /** The files that the change creates, modifies or deletes, relative to the root. */
  readonly changedFiles: readonly string[];
  /** The given files and all modules that import one of them, directly or indirectly. */
  readonly findDependents: (files: readonly string[]) => Promise<readonly string[]>;
  /** Whether commands run on Windows, where command lines are short. */
  readonly isWindows: boolean;
}

/** The length of a command line that every system accepts. Windows starts programs of packages with `cmd`. */
const MAX_COMMAND_LENGTH = { windows: 7_000, other: 100_000 };
/** With a larger share of all tests, running them first takes more time than it saves. */
const MAX_SHARE = 0.6;

/** Selects the tests that reach changed files through imports. Runs nothing. */
export async function selectAffectedTests(input: AffectedTestsInput): Promise<AffectedTests> {
  const { tree, changedFiles } = input;
  const owners = await findTestFiles(tree, input.command);
  if (owners === undefined)
    return createAll('The test command runs no known test runner in a way that takes single files.');
  const total = owners.size;
  const starts = changedFiles.flatMap((file) => findStarts(file, owners));
  const untraceable = starts.find(({ kind }) => kind === 'unknown');
  if (untraceable !== undefined) {
    return createAll(`${untraceable.file} changed, and imports do not show which tests depend on it.`, total);
  }
  const dependents = new Set(await input.findDependents(starts.map(({ file }) => file)));
  const setup = [...new Set(owners.values())]
    .flatMap(({ setupFiles }) => setupFiles)
    .find((file) => dependents.has(file));
  if (setup !== undefined) return createAll(`The change reaches ${setup}, which applies to every test.`, total);
  const neighbors = changedFiles.flatMap((file) => [...owners.keys()].filter((test) => isNeighbor(file, test)));
  const chosen = [...new Set([...neighbors, ...[...owners.keys()].filter((file) => dependents.has(file))])].sort();
  if (chosen.length === 0) return createAll('No test file reaches the changed files.', total);
  if (chosen.length > total * MAX_SHARE) {
    return { ...createAll(`The change affects ${chosen.length} of ${total} test files.`, total), files: chosen };
  }
  const runs = createRuns(chosen, owners);
  const limit = input.isWindows ? MAX_COMMAND_LENGTH.windows : MAX_COMMAND_LENGTH.other;
  if (runs.some(({ steps }) => lengthOf(steps.at(-1)) > limit)) {
    return {
      ...createAll(`The list of ${chosen.length} test files is too long for a command line.`, total),
      files: chosen,
    };
  }
  return { runs, files: chosen, total, reason: undefined };
}

/** The tests that several commands run. All tests run at once only if no command has affected tests. */
export function combineAffectedTests(parts: readonly AffectedTests[]): AffectedTests {
  const runs = parts.flatMap((part) => part.runs);
  const reasons = new Set(parts.flatMap(({ reason }) => reason ?? []));
  return {
    runs,
    files: parts.flatMap(({ files }) => files),
    total: parts.reduce<number | undefined>(
      (sum, { total }) => (sum === undefined || total === undefined ? undefined : sum + total),
      0,
    ),
    reason: runs.length > 0 ? undefined : [...reasons].join(' '),
  };
}

function createAll(reason: string, total?: number): AffectedTests {
  return { runs: [], files: [], total, reason };
}

/**
 * The test files that a command runs, each with the command of its package; `undefined` if no known runner takes single
 * files.
 */
export async function findTestFiles(
  tree: TestTree,
  command: TestCommand,
): Promise<ReadonlyMap<string, TestCommand> | undefined> {
  const commands = (await listCommands(tree, command)).filter(({ isTestFile }) => isTestFile !== undefined);
  if (commands.length === 0) return undefined;
  const owners = new Map<string, TestCommand>();
  for (const file of await tree.listFiles()) {
    const owner = commands.find((one) => isTestOf(one, file));
    if (owner !== undefined) owners.set(file, owner);
  }
  return owners;
}

/** The command itself, or those of the packages that it runs. */
async function listCommands(tree: TestTree, command: TestCommand): Promise<readonly TestCommand[]> {
  if (!command.runsPackages) return [command];
  const commands: TestCommand[] = [];
  // The innermost package of a file comes first.
  const folders = [...(await listTestedPackages(tree))].sort((a, b) => b.length - a.length);
  for (const folder of folders) {
    const found = await detectTestCommand(tree, folder);
    if (found !== undefined) commands.push(found);
  }
  return commands;
}

function isTestOf({ folder, isTestFile }: TestCommand, file: string): boolean {
  return isIndexedPath(file) && isWithin(file, folder) && isTestFile?.(pathWithin(file, folder)) === true;
}

/** A text for readers, which tests usually do not read. Files of tests can be their data. */
const DOCUMENT = /(?:^|\/)(?:[^/]+\.(?:md|mdx|markdown|rst|adoc)|LICENSE|\.gitignore|\.editorconfig)$/i;
const TEST_FOLDER = /(?:^|\/)(?:test|tests|__tests__|spec|fixtures?|__fixtures__|testdata)\//i;

interface Start {
  readonly kind: 'module' | 'unknown';
  readonly file: string;
}

/** Where the search for dependent tests starts for a changed file. None for a file that no test depends on. */
function findStarts(file: string, owners: ReadonlyMap<string, TestCommand>): readonly Start[] {
  const test = testOfSnapshot(file);
  if (test !== undefined && owners.has(test)) return [{ kind: 'module', file: test }];
  if (isIndexedPath(file) && settingsFileOf(file) === undefined) return [{ kind: 'module', file }];
  if (DOCUMENT.test(file) && !TEST_FOLDER.test(file)) return [];
  return [{ kind: 'unknown', file }];
}

/** The test file whose snapshots a file contains: `__snapshots__/a.test.ts.snap`, `a.test.js.snapshot`. */
function testOfSnapshot(file: string): string | undefined {
  const name = /^(.+)\.(?:snap|snapshot)$/.exec(nameOf(file))?.[1];
  if (name === undefined) return undefined;
  const folder = folderOf(file);
  return pathIn(nameOf(folder) === '__snapshots__' ? folderOf(folder) : folder, name);
}

/** Whether a test is named for a file in its folder, or in the folder above a folder of tests. */
export function isNeighbor(file: string, test: string): boolean {
  const stem = (path: string): string => nameOf(path).replace(/\.[^.]+$/, '');
  const isNamedForFile = stem(test).replace(/[._-](?:test|spec)$/, '') === stem(file) && test !== file;
  const testFolder = folderOf(test);
  const folder = /^(?:__tests__|tests?)$/.test(nameOf(testFolder)) ? folderOf(testFolder) : testFolder;
  return isNamedForFile && (folderOf(file) === testFolder || folderOf(file) === folder);
}

function createRuns(chosen: readonly string[], owners: ReadonlyMap<string, TestCommand>): readonly AffectedRun[] {
  const filesByCommand = new Map<TestCommand, string[]>();
  for (const file of chosen) {
    const owner = owners.get(file);
    if (owner !== undefined) filesByCommand.set(owner, [...(filesByCommand.get(owner) ?? []), file]);
  }
  return [...filesByCommand].flatMap(([{ runner, folder, before, argsForFiles }, files]) => {
    if (runner === undefined || argsForFiles === undefined) return [];
    const words = argsForFiles(files.map((file) => pathWithin(file, folder)));
    return [{ runner, files, steps: [...before, { words, folder }] }];
  });
}

/** The length of a command line with a quote on each side of every word. */
function lengthOf(step: ScriptStep | undefined): number {
  return (step?.words ?? []).reduce((sum, word) => sum + word.length + 3, 0);
}
