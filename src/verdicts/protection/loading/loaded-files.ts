import { folderOf, joinPath, nameOf } from '../../../code/resolution/tree-path.ts';
import { readPythonModule } from '../../../code/languages/python/read-python-module.ts';
import { readSettings } from '../settings/read-settings.ts';
import { settingsFileOf } from '../settings/settings-files.ts';
import type { ChangedTree } from './changed-tree.ts';
import { EXTENSIONS, isRunnerConfiguration, listNamed } from './named-files.ts';

/**
 * The changed files that a runner loads for the tests of other files: those that its configurations name, under any name, the
 * conftest.py of pytest, and new modules that these import.
 */
export async function listLoadedFiles(tree: ChangedTree): Promise<ReadonlySet<string>> {
  const changed = new Map(
    tree.files.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after] as const])),
  );
  const loaded = new Set<string>();
  const add = (file: string | undefined): void => {
    if (file === undefined || loaded.has(file)) return;
    loaded.add(file);
    for (const imported of listImported(changed, file)) if (tree.isNew(imported)) add(imported);
  };
  const texts = new Map([...tree.unchanged, ...changed]);
  for (const [path, text] of texts) {
    if (nameOf(path) === 'conftest.py' && changed.has(path)) add(path);
    const file = settingsFileOf(path);
    if (file === undefined || !isRunnerConfiguration(file)) continue;
    // A text that names no changed file is not parsed.
    if (![...changed.keys()].some((one) => text.includes(nameOf(one).replace(/\.\w+$/, '')))) continue;
    const settings = await readSettings({ ...file, keys: undefined }, path, text);
    for (const { text: name } of settings === undefined ? [] : listNamed(file, settings)) {
      const target = joinPath(folderOf(path), name.replace(/^<rootDir>\//, ''));
      if (target !== undefined) add(EXTENSIONS.map((extension) => target + extension).find((one) => changed.has(one)));
    }
  }
  return loaded;
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)["'](\.{1,2}\/[^"'\n]+)["']/g;

/** The changed files that a file imports. */
function listImported(changed: ReadonlyMap<string, string>, file: string): readonly string[] {
  const text = changed.get(file) ?? '';
  if (file.endsWith('.py')) {
    return readPythonModule(file, text).imports.flatMap(({ specifier, names }) => {
      const modules = [specifier, ...names.flatMap(({ submodule }) => submodule ?? [])].map((name) =>
        name.replace(/^\.+/, '').replaceAll('.', '/'),
      );
      return modules.flatMap((module) =>
        [...changed.keys()].filter((path) =>
          [`${module}.py`, `${module}/__init__.py`].some((end) => path === end || path.endsWith(`/${end}`)),
        ),
      );
    });
  }
  return [...text.matchAll(IMPORT)].flatMap(([, name = '']) => {
    const path = joinPath(folderOf(file), name);
    const candidates =
      path === undefined
        ? []
        : [...EXTENSIONS.map((extension) => path + extension), path.replace(/\.([cm]?)js$/, '.$1ts')];
    return candidates.find((one) => changed.has(one)) ?? [];
  });
}
