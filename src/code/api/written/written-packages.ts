import { findSourceRoots } from '../../languages/python/source-roots.ts';
import { folderOf, isWithin, nameOf, pathWithin } from '../../resolution/tree-path.ts';

/** A package of Python or a module of Go, whose API is what its text states. */
export interface WrittenPackage {
  readonly name: string;
  readonly version: string | undefined;
  readonly folder: string;
  readonly language: 'python' | 'go';
  readonly modules: readonly WrittenModule[];
}

/** A public module of Python, or a public package of Go: what an importer writes, and its files. */
export interface WrittenModule {
  readonly path: string;
  readonly files: readonly string[];
}

/** What is a test, an example or a tool, and not part of a package. */
const NOT_OFFERED = /(?:^|\/)(?:tests?|testing|testdata|docs?|examples?|benchmarks?|scripts|vendor|node_modules)\//;

/**
 * [CHANGE-5] The packages of Python and the modules of Go in a tree.
 *
 * @param configuration the texts of pyproject.toml, setup.cfg and go.mod by path
 */
export function findWrittenPackages(
  files: Iterable<string>,
  configuration: ReadonlyMap<string, string>,
): readonly WrittenPackage[] {
  const all = [...files];
  const packages: WrittenPackage[] = [];
  for (const [file, text] of configuration) {
    const folder = folderOf(file);
    if (nameOf(file) === 'go.mod') packages.push(readGoPackage(all, folder, text, configuration));
    else if (nameOf(file) === 'pyproject.toml') packages.push(...readPythonPackage(all, folder, text));
  }
  return packages.filter(({ modules }) => modules.length > 0).sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

function readPythonPackage(files: readonly string[], folder: string, text: string): readonly WrittenPackage[] {
  const table = /^\[(?:project|tool\.poetry)\]\s*$([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(text)?.[1] ?? '';
  const name = /^name\s*=\s*["']([^"'\n]+)["']/m.exec(table)?.[1];
  if (name === undefined) return [];
  const version = /^version\s*=\s*["']([^"'\n]+)["']/m.exec(table)?.[1];
  const own = files.filter((file) => isWithin(file, folder) && /\.pyi?$/.test(file) && !NOT_OFFERED.test(file));
  const roots = [...findSourceRoots(new Map([[`${folder === '' ? '' : `${folder}/`}pyproject.toml`, text]]))];
  const modules = new Map<string, string[]>();
  for (const root of roots.sort((a, b) => b.length - a.length)) {
    for (const file of own) {
      const path = isWithin(file, root) ? modulePath(pathWithin(file, root), files, root) : undefined;
      if (path === undefined || [...modules.values()].some((list) => list.includes(file))) continue;
      const known = modules.get(path) ?? [];
      // A stub describes its module.
      modules.set(path, file.endsWith('.pyi') ? [file, ...known] : [...known, file]);
    }
  }
  const list = [...modules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, of]) => ({ path, files: of.slice(0, 1) }));
  return [{ name, version, folder, language: 'python', modules: list }];
}

/** The dotted name of a public module in a regular package; `undefined` for others. */
function modulePath(file: string, files: readonly string[], root: string): string | undefined {
  const parts = file.replace(/\.pyi?$/, '').split('/');
  if (parts.at(-1) === '__init__') parts.pop();
  const [top] = parts;
  if (top === undefined || parts.some((part) => part.startsWith('_') || !/^\w+$/.test(part))) return undefined;
  const isPackage = ['__init__.py', '__init__.pyi'].some((name) => files.includes(join(root, `${top}/${name}`)));
  return isPackage ? parts.join('.') : undefined;
}

function readGoPackage(
  files: readonly string[],
  folder: string,
  text: string,
  configuration: ReadonlyMap<string, string>,
): WrittenPackage {
  const name = /^\s*module\s+\(?\s*["`]?([^\s"`)]+)/m.exec(text)?.[1] ?? folder;
  const nested = [...configuration.keys()]
    .filter((file) => nameOf(file) === 'go.mod' && folderOf(file) !== folder && isWithin(file, folder))
    .map(folderOf);
  const packages = new Map<string, string[]>();
  for (const file of files) {
    if (!file.endsWith('.go') || file.endsWith('_test.go') || !isWithin(file, folder) || NOT_OFFERED.test(file))
      continue;
    const inside = folderOf(pathWithin(file, folder));
    const isClosed = inside
      .split('/')
      .some((part) => part === 'internal' || part.startsWith('_') || part.startsWith('.'));
    if (isClosed || nested.some((one) => isWithin(file, one))) continue;
    packages.set(inside, [...(packages.get(inside) ?? []), file]);
  }
  const modules = [...packages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([inside, of]) => ({ path: inside === '' ? name : `${name}/${inside}`, files: of.sort() }));
  return { name, version: undefined, folder, language: 'go', modules };
}

function join(folder: string, rest: string): string {
  return folder === '' ? rest : `${folder}/${rest}`;
}
