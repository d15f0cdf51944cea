import { ancestorFolders, folderOf, isWithin, joinPath, nameOf } from '../../code/resolution/tree-path.ts';
import { isInstalled } from '../../code/language/source-language.ts';
import { stringsOf, valuesOf, type RunnerConfiguration } from './runners/configuration-values.ts';
import type { RunnerCall, TestRunner } from './runners/test-runner.ts';
import { pathIn, readTestManifest, type TestTree } from './test-package.ts';

/** The configurations that a call reads: its own first, then those of the folders below, which can be projects. */
export async function readConfigurations(
  tree: TestTree,
  runner: TestRunner,
  call: RunnerCall,
): Promise<readonly RunnerConfiguration[]> {
  const files = await tree.listFiles();
  const named = call.options.flatMap(({ name, value }) => (/^(?:--config|-c)$/.test(name) ? (value ?? []) : []));
  const explicit = named.flatMap((path) => joinPath(call.folder, path) ?? []);
  const own = explicit.length > 0 ? explicit : findOwn(files, runner, call.folder);
  const below = files.filter(
    (file) =>
      runner.configurationFiles.test(nameOf(file)) &&
      isWithin(folderOf(file), call.folder) &&
      !own.includes(file) &&
      !isInstalled(file),
  );
  const configurations: RunnerConfiguration[] = [];
  for (const file of [...own, ...below]) {
    const text = await tree.readText(file);
    if (text !== undefined) configurations.push({ folder: folderOf(file), file, text });
  }
  if (configurations.length === 0) configurations.push(...(await readManifestKey(tree, runner, call.folder)));
  return configurations;
}

/** The configuration files in the folder of the call, else in its nearest parent that has one. */
function findOwn(files: readonly string[], { configurationFiles }: TestRunner, folder: string): readonly string[] {
  for (const parent of ancestorFolders(folder)) {
    const found = files.filter((file) => folderOf(file) === parent && configurationFiles.test(nameOf(file)));
    if (found.length > 0) return found;
  }
  return [];
}

async function readManifestKey(
  tree: TestTree,
  { name }: TestRunner,
  folder: string,
): Promise<readonly RunnerConfiguration[]> {
  if (name !== 'jest' && name !== 'mocha') return [];
  const value = (await readTestManifest(tree, folder))?.[name];
  if (value === undefined) return [];
  return [{ folder, file: pathIn(folder, 'package.json'), text: JSON.stringify(value) }];
}

/**
 * The files of the tree that run before every test, as the options and the configurations name them, and the configuration
 * files themselves. A name that code computes is not found.
 */
export async function listSetupFiles(
  tree: TestTree,
  { setupKeys, setupFiles }: TestRunner,
  call: RunnerCall,
  configurations: readonly RunnerConfiguration[],
): Promise<readonly string[]> {
  const files = new Set(await tree.listFiles());
  const named = [
    ...call.options.flatMap(({ name, value = '' }) =>
      name === '-r' || setupKeys.includes(name.replace(/^--/, '')) ? [{ folder: call.folder, path: value }] : [],
    ),
    ...configurations.flatMap(({ folder, text }) =>
      setupKeys.flatMap((key) => valuesOf(text, key).flatMap(stringsOf)).map((path) => ({ folder, path })),
    ),
  ];
  const setup = named.flatMap(({ folder, path }) => findFile(files, folder, path));
  const byName = setupFiles === undefined ? [] : [...files].filter((file) => setupFiles.test(nameOf(file)));
  return [...new Set([...setup, ...byName, ...configurations.map(({ file }) => file)])];
}

function findFile(files: ReadonlySet<string>, folder: string, path: string): readonly string[] {
  const file = joinPath(folder, path.replace(/^<rootDir>\//, ''));
  if (file === undefined) return [];
  const extensions = ['', '.js', '.cjs', '.mjs', '.ts', '.cts', '.mts', '/index.js', '/index.ts'];
  return extensions.map((extension) => file + extension).filter((candidate) => files.has(candidate));
}
