import { readRunnerCall, testRunner, TEST_RUNNERS } from './read-runner-call.ts';
import { readSteps, type ScriptStep } from './script-steps.ts';
import {
  detectPackageManager,
  programCommand,
  readTestManifest,
  scriptCommand,
  workspacesTestCommand,
  type PackageManager,
  type TestManifest,
  type TestTree,
} from './test-package.ts';
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
  /** The commands that the test script runs before the runner, for example a build. */
  readonly before: readonly ScriptStep[];
  /** The command line of the runner; `undefined` if it is not understood. */
  readonly call: RunnerCall | undefined;
}

/** The scripts that can run the tests, the usual one first. */
const TEST_SCRIPTS = ['test', 'test:run', 'test:ci', 'test:unit', 'unit', 'tests'];
/** The script that `npm init` writes. */
const PLACEHOLDER = /no test specified/;

/**
 * Finds the command that runs the tests of a tree: a package script, else the test runner that is configured or installed,
 * else the test scripts of the packages of a workspace. Runs nothing. `undefined` if there is none.
 *
 * @param folder the package. Default: the root.
 */
export async function detectTestCommand(tree: TestTree, folder = ''): Promise<TestCommand | undefined> {
  const manifest = await readTestManifest(tree, folder);
  if (manifest === undefined) return undefined;
  const manager = await detectPackageManager(tree);
  return (
    (await findScript(tree, manager, folder, manifest)) ??
    (await findRunner(tree, manager, folder, manifest)) ??
    (folder === '' ? await findWorkspaces(tree, manager, manifest) : undefined)
  );
}

/** Reads a command that runs all tests, as a contract names it. */
export async function readTestCommand(tree: TestTree, command: string): Promise<TestCommand> {
  const steps = await readSteps(tree, command);
  const calls = (steps ?? []).map(readRunnerCall);
  const index = calls.findIndex((call) => call !== undefined);
  const call = calls[index];
  if (steps === undefined || call === undefined) {
    return { command, runner: undefined, folder: '', before: [], call: undefined };
  }
  const { argumentsForFiles } = testRunner(call.runner);
  return {
    command,
    runner: call.runner,
    folder: call.folder,
    before: steps.slice(0, index),
    call,
    argsForFiles: (files) => [...call.start, ...argumentsForFiles(call, files)],
  };
}

async function findScript(
  tree: TestTree,
  manager: PackageManager,
  folder: string,
  { scripts }: TestManifest,
): Promise<TestCommand | undefined> {
  for (const name of TEST_SCRIPTS) {
    const script = scripts[name];
    if (script === undefined || PLACEHOLDER.test(script)) continue;
    const found = await readTestCommand(tree, scriptCommand(manager, folder, name));
    if (!isWatching(found.call)) return found;
  }
  return undefined;
}

/** Whether the runner waits for changes, so that the command does not end. */
function isWatching(call: RunnerCall | undefined): boolean {
  if (call === undefined) return false;
  const { watchOptions } = testRunner(call.runner);
  return call.options.some(({ name, value }) => watchOptions.includes(name) && value !== 'false');
}

/** The runner of a package without a test script. */
async function findRunner(
  tree: TestTree,
  manager: PackageManager,
  folder: string,
  { dependencies, devDependencies, ...manifest }: TestManifest,
): Promise<TestCommand | undefined> {
  // A runner starts in its folder. From the root, only a script can start it elsewhere.
  if (folder !== '') return undefined;
  const installed = { ...dependencies, ...devDependencies };
  const rootFiles = (await tree.listFiles()).filter((file) => !file.includes('/'));
  const hasConfiguration = (configuration: RegExp): boolean => rootFiles.some((file) => configuration.test(file));
  const runner =
    TEST_RUNNERS.find(({ configuration, name }) => name !== 'vitest' && hasConfiguration(configuration)) ??
    TEST_RUNNERS.find(({ name }) => (name === 'jest' || name === 'mocha') && manifest[name] !== undefined) ??
    TEST_RUNNERS.find((candidate) => Object.hasOwn(installed, candidate.package));
  return runner && readTestCommand(tree, programCommand(manager, runner.command));
}

/** The test scripts of the packages of a workspace whose root has none. */
async function findWorkspaces(
  tree: TestTree,
  manager: PackageManager,
  { workspaces }: TestManifest,
): Promise<TestCommand | undefined> {
  if (workspaces === undefined && (await tree.kindOf('pnpm-workspace.yaml')) === undefined) return undefined;
  for (const file of await tree.listFiles()) {
    if (!file.endsWith('/package.json') || file.includes('node_modules/')) continue;
    const member = await readTestManifest(tree, file.slice(0, -'/package.json'.length));
    const script = member?.scripts['test'];
    if (script === undefined || PLACEHOLDER.test(script)) continue;
    return { command: workspacesTestCommand(manager), runner: undefined, folder: '', before: [], call: undefined };
  }
  return undefined;
}
