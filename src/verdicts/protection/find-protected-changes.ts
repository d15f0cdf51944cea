import type { FileVersions, ProtectedChange } from './changes/protected-change.ts';
import { compareSettings } from './settings/compare-settings.ts';
import type { BaseText } from './settings/find-overrides.ts';
import { ChangedTree } from './loading/changed-tree.ts';
import { listLoadedFiles } from './loading/loaded-files.ts';
import { canBeLoaded, isResolutionFile } from './loading/resolution-files.ts';
import { findReferencedSettings, mentions } from './settings/referenced-settings.ts';
import { isSettingsPath, settingsFileOf } from './settings/settings-files.ts';
import { compareTests } from './tests/compare-tests.ts';
import { findRecognizedTests } from './recognized-tests.ts';
import { testLanguageOf } from './tests/test-languages.ts';
import { folderOf, isWithin, pathWithin } from '../../code/resolution/tree-path.ts';
import { createFileMatcher } from './direction/compare-files.ts';
import { readSettings } from './settings/read-settings.ts';
import { listOf, readValue } from './settings/setting-value.ts';
import { isRunnerConfiguration, findNamedFiles } from './loading/named-files.ts';
import { findEnvironment } from './loading/environment.ts';
import { findJavaScriptLoading } from './loading/javascript-loading.ts';
import { findReplacedPackages } from './loading/replaced-packages.ts';

/** Changed files, and the tree before the change. */
export interface ProtectionQuery {
  /** The changed files for which `canBeProtected` or `canBeReferenced` holds. */
  readonly files: readonly FileVersions[];
  /** Every file of the tree before the change. */
  readonly baseFiles: readonly string[];
  /** The texts of the settings files of that tree. Their paths are those for which `isSettingsPath` holds. */
  readonly baseSettings: readonly BaseText[];
  /** The texts of unchanged tests, and of code that they reach, if the change can redirect their imports. */
  readonly baseCode?: readonly BaseText[] | undefined;
  /** The commands of the contract. The scripts that they run are settings, too. */
  readonly commands?: readonly string[] | undefined;
}

/** Whether a file can contain tests or settings, by its path alone. */
export function canBeProtected(path: string): boolean {
  return testLanguageOf(path) !== undefined || settingsFileOf(path) !== undefined || canBeLoaded(path);
}

/** Whether the text of an unchanged file is needed: it is a settings file, or decides what imports lead to. */
export function isNeededText(path: string): boolean {
  return isSettingsPath(path) || isResolutionFile(path);
}

/** Whether settings files or commands can name a file: one of these texts contains its name. */
export function canBeReferenced(path: string, texts: readonly string[]): boolean {
  return texts.some((text) => mentions(text, path));
}

/** [TRUST-7] Finds the changes that weaken tests, package scripts and tool configuration. */
export async function findProtectedChanges(query: ProtectionQuery): Promise<readonly ProtectedChange[]> {
  const { files, baseFiles } = query;
  const base = { files: baseFiles, settings: query.baseSettings };
  const referenced = await findReferencedSettings(
    base,
    files.map(({ path, previousPath = path }) => previousPath),
    query.commands ?? [],
  );
  // The configuration of a test runner is often a module: it is not searched for tests.
  const modules = files.filter(({ path, previousPath = path }) => settingsFileOf(previousPath) === undefined);
  const tree = new ChangedTree(files, baseFiles, [...query.baseSettings, ...(query.baseCode ?? [])], query.commands);
  const loaded = await listLoadedFiles(tree);
  const options = { awaitsTests: findAsyncPlugin(tree), loaded, isCollected: await createCollected(tree) };
  return [
    ...(await compareSettings(files, base, referenced)),
    ...(await compareTests(modules, baseFiles, options)),
    ...(await findRecognizedTests(modules)),
    ...(await findLoading(tree, loaded)),
  ];
}

/** The keys of the globs by which vitest, jest and mocha find tests. */
const GLOBS = /^(?:test\.include|(?:jest\.)?testMatch|(?:mocha\.)?spec)$/;

/**
 * Whether the runner finds a file by the globs of its configuration; `undefined` if no configuration, or more than one, has
 * globs.
 */
async function createCollected(tree: ChangedTree): Promise<(path: string) => boolean | undefined> {
  const matchers: ((path: string) => boolean)[] = [];
  for (const path of tree.after) {
    const file = settingsFileOf(path);
    const text = file !== undefined && isRunnerConfiguration(file) ? tree.textAfter(path) : undefined;
    if (file === undefined || text === undefined || !/include|testMatch|spec/.test(text)) continue;
    for (const setting of (await readSettings({ ...file, keys: undefined }, path, text))?.values() ?? []) {
      const value = GLOBS.test(setting.path.join('.')) ? readValue(setting) : undefined;
      if (value === undefined) continue;
      const matches = createFileMatcher(listOf(value).map((glob) => glob.replace(/^<rootDir>\//, '')));
      const folder = folderOf(path);
      matchers.push((one) => isWithin(one, folder) && matches(pathWithin(one, folder)));
    }
  }
  const [matches] = matchers;
  return (path) => (matchers.length === 1 ? matches?.(path) : undefined);
}

/**
 * [PROOF-1] Finds what a change makes runners, interpreters and commands load for existing tests: by resolution of what
 * configurations, commands and loaded modules name.
 *
 * @param loaded the changed files that a runner loads for the tests of other files
 */
async function findLoading(tree: ChangedTree, loaded: ReadonlySet<string>): Promise<readonly ProtectedChange[]> {
  const has = (extension: string): boolean => [...tree.before, ...tree.after].some((path) => path.endsWith(extension));
  const python = has('.py') ? await import('./loading/python-loading.ts') : undefined;
  const go = has('.go') ? await import('./loading/go-loading.ts') : undefined;
  return [
    ...(await findNamedFiles(tree)),
    ...(await findJavaScriptLoading(tree, loaded)),
    ...((await python?.findPythonLoading(tree)) ?? []),
    ...(go?.findGoLoading(tree) ?? []),
    ...findReplacedPackages(tree),
    ...findEnvironment(tree),
  ];
}

/** The files that name the dependencies of a Python project. */
const DEPENDENCIES =
  /(?:^|\/)(?:pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|requirements[^/]*\.txt|Pipfile|environment\.ya?ml|noxfile\.py)$/;
const ASYNC_PLUGIN = /asyncio|anyio|trio|aiohttp|tornado|twisted|curio/i;

/** Whether a plug-in of pytest waits for coroutines; `undefined` if the tree does not show it. */
function findAsyncPlugin(tree: ChangedTree): boolean | undefined {
  const files = [...tree.after].filter((path) => DEPENDENCIES.test(path));
  const texts = files.map((path) => tree.textAfter(path));
  if (texts.some((text) => text !== undefined && ASYNC_PLUGIN.test(text))) return true;
  return texts.includes(undefined) ? undefined : false;
}
