import { ancestorFolders, folderOf, joinPath, nameOf } from '../../../code/resolution/tree-path.ts';

/** The folders that an interpreter adds to the search path besides those of the tests, in order. */
export interface PythonPath {
  /** Before the standard library: `pythonpath` of pytest, and what files add to `sys.path`. */
  readonly first: readonly string[];
  /** After it: the folders from which a project is installed. */
  readonly last: readonly string[];
}

/** A module as the search finds it. */
export interface FoundModule {
  readonly file: string;
  /** Whether the folder precedes the standard library and installed packages. */
  readonly hidesOthers: boolean;
}

/** Resolves an absolute import of a test as pytest and unittest do; `undefined` if no file of the tree is found. */
export function findPythonModule(
  files: ReadonlySet<string>,
  fromFile: string,
  module: string,
  { first, last }: PythonPath,
): FoundModule | undefined {
  const own = rootOf(files, folderOf(fromFile));
  for (const [folders, hidesOthers] of [
    [[own, ...first, ''], true],
    [last, false],
  ] as const) {
    for (const folder of folders) {
      const [top = ''] = module.split('.');
      if (moduleAt(files, pathIn(folder, top)) === undefined) continue;
      const file = moduleAt(files, pathIn(folder, module.replaceAll('.', '/')));
      return file === undefined ? undefined : { file, hidesOthers };
    }
  }
  return undefined;
}

/** The folder that a file is imported from: the nearest one that is no package. */
export function rootOf(files: ReadonlySet<string>, folder: string): string {
  for (const ancestor of ancestorFolders(folder)) if (!files.has(pathIn(ancestor, '__init__.py'))) return ancestor;
  return '';
}

/** The top-level name under which a file can be imported from a folder outside of its package. */
export function topLevelName(file: string): string {
  return nameOf(file) === '__init__.py' ? nameOf(folderOf(file)) : nameOf(file).replace(/\.pyi?$/, '');
}

function moduleAt(files: ReadonlySet<string>, path: string): string | undefined {
  return [`${path}/__init__.py`, `${path}.py`].find((file) => files.has(file));
}

function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The folders of the setting `pythonpath` of pytest. */
export function readPythonPath(texts: Iterable<readonly [path: string, text: string]>): readonly string[] {
  return [...texts].flatMap(([path, text]) => {
    const [, value = ''] = /^pythonpath\s*=\s*(\[[^\]]*\]|[^\n]*(?:\n[ \t]+[^\n]+)*)/m.exec(text) ?? [];
    const quoted = [...value.matchAll(/["']([^"'\n]*)["']/g)].map(([, item = '']) => item);
    const names = quoted.length > 0 ? quoted : value.split(/\s+/);
    return names.flatMap((name) => (name === '' ? [] : (joinPath(folderOf(path), name) ?? [])));
  });
}

/**
 * The folder that an expression adds to `sys.path`: a text, or one that starts from the folder of the file. `undefined` if it
 * is computed in another way.
 */
export function readFolder(expression: string, file: string): string | undefined {
  const isOwn = /__file__/.test(expression);
  const names = [...expression.matchAll(/["']([^"'\n]*)["']/g)].map(([, name = '']) => name);
  if (!isOwn) return names.length === 1 ? joinPath('', names[0] ?? '') : undefined;
  const levels =
    [...expression.matchAll(/\bdirname\(/g)].length + [...expression.matchAll(/\.parent\b/g)].length ||
    ([...expression.matchAll(/\.parents\[(\d+)\]/g)].map(([, level]) => Number(level) + 1)[0] ?? 0);
  let folder: string | undefined = file;
  for (let level = 0; level < levels; level++) folder = folderOf(folder);
  return joinPath(folder, names.join('/'));
}
