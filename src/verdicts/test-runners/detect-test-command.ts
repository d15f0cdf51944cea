import { isInstalled } from '../../code/language/source-language.ts';
import { codeLanguageOf, isIndexedPath } from '../../code/languages/language-table.ts';
import { folderOf, nameOf } from '../../code/resolution/tree-path.ts';
import { readRunnerCall, testRunner, TEST_RUNNERS } from './read-runner-call.ts';
import { listSetupFiles, readConfigurations } from './runner-configurations.ts';
import { readSteps, type ScriptStep } from './script-steps.ts';
import {
  detectPackageManager,
  programCommand,
  readTestManifest,
  scriptCommand,
  workspacesTestCommand,
  type PackageManagerName,
  type TestManifest,
  type TestTree,
} from './test-package.ts';
import { findOtherCommand } from './other-languages.ts';
import type { RunnerCall, TestRunnerName } from './runners/test-runner.ts';

/** The command that runs the tests of a tree or of one package. */
export interface TestCommand {
  /** The command that runs all tests, from the root of the tree and without a shell: `npm test`. */
  readonly command: string;
  /** `undefined` if the runner is not known. The command can then run only all tests. */
  readonly runner: TestRunnerName | undefined;
  /** The folder in which the runner starts. `''` is the root. */
  readonly folder: string;
  /**
   * The arguments of the command that runs only the given test files. It runs in `folder`, without a shell, after the
   * commands `before`. `undefined` if the command can run only all tests.
   *
   * @param files paths relative to `folder`
   */
  readonly argsForFiles?: ((files: readonly string[]) => readonly string[]) | undefined;
  /** Whether a file is one of its test files. The path is relative to `folder`. Absent without `argsForFiles`. */
  readonly isTestFile?: ((file: string) => boolean) | undefined;
  /** The files that configure the runner or run before every test, relative to the root. */
  readonly setupFiles: readonly string[];
  /** The commands that the test script runs before the runner, for example a build. */
  readonly before: readonly ScriptStep[];
  /** Whether it runs the test scripts of the packages of a workspace. */
  readonly runsPackages: boolean;
}

/** The scripts that can run the tests, the usual one first. */
const TEST_SCRIPTS = ['test', 'test:run', 'test:ci', 'test:unit', 'unit', 'tests'];
/** The script that `npm init` writes. */
const PLACEHOLDER = /no test specified/;
/** The commands that run a script in several packages. */
const PACKAGES_COMMAND = /^(?:turbo|nx|lerna|wireit|lage)$|^(?:-r|-ws|--recursive|--workspaces?|--filter|workspaces?)$/;

/**
 * Finds the command that runs the tests of a tree: a package script, else the test runner that is configured or installed,
 * else the test scripts of the packages of a workspace, else pytest or `go test`. Runs nothing. `undefined` if there is
 * none.
 *
 * @param folder the package. Default: the root.
 */
export async function detectTestCommand(tree: TestTree, folder = ''): Promise<TestCommand | undefined> {
  const manifest = await readTestManifest(tree, folder);
  if (manifest === undefined) return folder === '' ? findOtherRunner(tree) : undefined;
  const manager = await detectPackageManager(tree);
  const script = await findScript(tree, manager, folder, manifest);
  // A runner starts in its folder. From the root, only a script can start it elsewhere.
  if (script !== undefined || folder !== '') return script;
  return (
    (await findRunner(tree, manager, manifest)) ??
    (await findWorkspaces(tree, manager, manifest)) ??
    (await findOtherRunner(tree))
  );
}

/** Reads a command that runs all tests, as a contract names it. */
export async function readTestCommand(tree: TestTree, command: string): Promise<TestCommand> {
  const steps = (await readSteps(tree, command)) ?? [];
  const calls = steps.map(readRunnerCall);
  const index = calls.findIndex((call) => call !== undefined);
  const call = calls[index];
  if (call === undefined) {
    const runsPackages = steps.some(({ words }) => words.some((word) => PACKAGES_COMMAND.test(word)));
    return { command, runner: undefined, folder: '', setupFiles: [], before: [], runsPackages };
  }
  return { command, before: steps.slice(0, index), runsPackages: false, ...(await readCall(tree, call)) };
}

async function readCall(
  tree: TestTree,
  call: RunnerCall,
): Promise<Pick<TestCommand, 'runner' | 'folder' | 'argsForFiles' | 'isTestFile' | 'setupFiles'>> {
  const runner = testRunner(call.runner);
  const configurations = await readConfigurations(tree, runner, call);
  const selection = runner.selectFiles(call, configurations);
  return {
    runner: call.runner,
    folder: call.folder,
    setupFiles: await listSetupFiles(tree, runner, call, configurations),
    ...(selection && {
      argsForFiles: (files) => [...call.start, ...selection.argumentsFor(files)],
      isTestFile: selection.isTestFile,
    }),
  };
}

async function findScript(
  tree: TestTree,
  manager: PackageManagerName,
  folder: string,
  { scripts }: TestManifest,
): Promise<TestCommand | undefined> {
  for (const name of TEST_SCRIPTS) {
    const script = scripts[name];
    if (script === undefined || PLACEHOLDER.test(script)) continue;
    const command = scriptCommand(manager, folder, name);
    if (!(await isWatching(tree, command))) return readTestCommand(tree, command);
  }
  return undefined;
}

/** Whether a runner waits for changes, so that the command does not end. */
async function isWatching(tree: TestTree, command: string): Promise<boolean> {
  const steps = (await readSteps(tree, command)) ?? [];
  return steps.some((step) => {
    const call = readRunnerCall(step);
    if (call === undefined) return false;
    const { watchOptions } = testRunner(call.runner);
    return call.options.some(({ name, value }) => watchOptions.includes(name) && value !== 'false');
  });
}

/** The runner of a tree without a test script. */
async function findRunner(
  tree: TestTree,
  manager: PackageManagerName,
  { dependencies, devDependencies, ...manifest }: TestManifest,
): Promise<TestCommand | undefined> {
  const installed = { ...dependencies, ...devDependencies };
  const rootFiles = (await tree.listFiles()).filter((file) => !file.includes('/'));
  const isConfigured = (pattern: RegExp): boolean =>
    rootFiles.some((file) => pattern.test(file) && !file.startsWith('vite.'));
  const runner =
    TEST_RUNNERS.find(({ configurationFiles }) => isConfigured(configurationFiles)) ??
    TEST_RUNNERS.find(({ name }) => (name === 'jest' || name === 'mocha') && manifest[name] !== undefined) ??
    TEST_RUNNERS.find((candidate) => candidate.package !== undefined && Object.hasOwn(installed, candidate.package));
  if (runner !== undefined) return readTestCommand(tree, programCommand(manager, runner.command));
  return (await hasNodeTests(tree)) ? readTestCommand(tree, 'node --test') : undefined;
}

/** A name that Node's test runner finds by itself. */
const NODE_TEST_FILE = /(?:^|\/)(?:test(?:-[^/]*)?|[^/]*[._-]test)\.[cm]?js$|(?:^|\/)test\/.*\.[cm]?js$/;
const MAX_READ_TEST_FILES = 20;

/** Whether test files import Node's test runner. */
async function hasNodeTests(tree: TestTree): Promise<boolean> {
  const candidates = (await tree.listFiles()).filter((file) => NODE_TEST_FILE.test(file) && !isInstalled(file));
  for (const file of candidates.slice(0, MAX_READ_TEST_FILES)) {
    if (/["']node:test["']/.test((await tree.readText(file)) ?? '')) return true;
  }
  return false;
}

/**
 * Finds the command that runs the tests of code in one language, in a repository that can have others.
 *
 * @param language the id of a language with its own tests; `undefined` for JavaScript and TypeScript
 */
export async function detectTestsOf(tree: TestTree, language: string | undefined): Promise<TestCommand | undefined> {
  const own = language === undefined ? undefined : await findOtherRunner(tree, language);
  return own ?? detectTestCommand(tree);
}

/**
 * Finds the commands that run the tests of a change: the usual command of the tree, and for changed files of Python or Go
 * the command of their language. A usual command that is not a package script, and that runs the tests of another language
 * only, is left out.
 *
 * @param changedFiles relative to the root; empty for all files of the tree
 */
export async function detectTestCommands(
  tree: TestTree,
  changedFiles: readonly string[],
): Promise<readonly TestCommand[]> {
  const usual = await detectTestCommand(tree);
  const isScript = usual !== undefined && usual.command !== (await findOtherCommand(tree));
  const files = changedFiles.length > 0 || isScript ? changedFiles : await tree.listFiles();
  const found: TestCommand[] = [];
  for (const language of new Set(files.filter(isIndexedPath).flatMap((file) => codeLanguageOf(file)?.id ?? []))) {
    const command = await findOtherRunner(tree, language);
    if (command !== undefined) found.push(command);
  }
  const others = found.filter(({ runner }) => runner !== usual?.runner);
  const isNeeded = isScript || others.length === 0 || others.length < found.length;
  return [...(usual !== undefined && isNeeded ? [usual] : []), ...others];
}

async function findOtherRunner(tree: TestTree, language?: string): Promise<TestCommand | undefined> {
  const command = await findOtherCommand(tree, language);
  return command === undefined ? undefined : readTestCommand(tree, command);
}

/** The test scripts of the packages of a workspace whose root has none. */
async function findWorkspaces(
  tree: TestTree,
  manager: PackageManagerName,
  { workspaces }: TestManifest,
): Promise<TestCommand | undefined> {
  if (workspaces === undefined && (await tree.kindOf('pnpm-workspace.yaml')) === undefined) return undefined;
  if ((await listTestedPackages(tree)).length === 0) return undefined;
  const command = workspacesTestCommand(manager);
  return { command, runner: undefined, folder: '', setupFiles: [], before: [], runsPackages: true };
}

/** The folders of the packages below the root that have a test script. */
export async function listTestedPackages(tree: TestTree): Promise<readonly string[]> {
  const folders: string[] = [];
  for (const file of await tree.listFiles()) {
    if (nameOf(file) !== 'package.json' || !file.includes('/') || isInstalled(file)) continue;
    const script = (await readTestManifest(tree, folderOf(file)))?.scripts['test'];
    if (script !== undefined && !PLACEHOLDER.test(script)) folders.push(folderOf(file));
  }
  return folders;
}
