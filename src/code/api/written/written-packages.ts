import { findSourceRoots } from '../../languages/python/source-roots.ts';
import { folderOf, isWithin, nameOf, pathWithin } from '../../resolution/tree-path.ts';

/** A package of Python or a module of Go, whose API is what its text states. */
export interface WrittenPackage {
  readonly name: string;
  readonly version: string | undefined;
  readonly folder: string;
  readonly language: 'python' | 'go';
  /** Whether nothing says that the package is published: it has neither a name nor a setup.py. */
  readonly isPrivate: boolean;
  readonly modules: readonly WrittenModule[];
  /** The modules of Python that are built from files of another language. */
  readonly builtModules: readonly { readonly subpath: string; readonly target: string }[];
}

/** A public module of Python, or a public package of Go: what an importer writes, and its files. */
export interface WrittenModule {
  readonly path: string;
  readonly files: readonly string[];
}

/** The files from which a module of Python is built, or that a build wrote. */
const BUILT = /\.(?:pyx|pyd|[\w-]*\.?so|c|cc|cpp|rs|py\.\w+)$/;

/** What is a test, an example or a tool, and not part of a package of Python. */
const NOT_OFFERED = /(?:^|\/)(?:tests?|testing|testdata|docs?|examples?|benchmarks?|scripts|vendor|node_modules)\//;

/** The folders that Go does not import from. It imports from all others, such as `test` or `examples`. */
const NOT_IN_GO = /(?:^|\/)(?:testdata|vendor|node_modules)\//;

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
    else if (nameOf(file) === 'pyproject.toml' || nameOf(file) === 'setup.cfg') {
      const isSecond = nameOf(file) === 'setup.cfg' && configuration.has(join(folder, 'pyproject.toml'));
      if (!isSecond) packages.push(...readPythonPackage(all, folder, configuration));
    }
  }
  return packages.filter(({ modules }) => modules.length > 0).sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** The value of a key in one of the tables of a pyproject.toml or a setup.cfg, whose values have no quotes. */
function readSetting(text: string, tables: string, key: string): string | undefined {
  const table = new RegExp(String.raw`^\[(?:${tables})\]\s*$([\s\S]*?)(?=^\[|(?![\s\S]))`, 'm').exec(text)?.[1] ?? '';
  return new RegExp(String.raw`^${key}\s*=\s*["']?([^"'\s:]+)["']?\s*$`, 'm').exec(table)?.[1];
}

function readPythonPackage(
  files: readonly string[],
  folder: string,
  configuration: ReadonlyMap<string, string>,
): readonly WrittenPackage[] {
  const text = configuration.get(join(folder, 'pyproject.toml')) ?? '';
  const setup = configuration.get(join(folder, 'setup.cfg')) ?? '';
  const setting = (key: string): string | undefined =>
    readSetting(text, String.raw`project|tool\.poetry`, key) ?? readSetting(setup, 'metadata', key);
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
  const builtModules = files
    .filter((file) => isWithin(file, folder) && BUILT.test(file) && !NOT_OFFERED.test(file))
    .flatMap((target) => {
      const root = roots.find((one) => isWithin(target, one));
      const inside = root === undefined ? '' : pathWithin(target.replace(BUILT, '.py'), root);
      const subpath = root === undefined ? undefined : modulePath(inside, files, root);
      return subpath === undefined || modules.has(subpath) ? [] : [{ subpath, target }];
    });
  const tops = new Set([...modules.keys()].map((path) => path.split('.')[0] ?? path));
  const [top] = tops;
  // Older packages state their name in a setup.py, which is a program.
  const stated = setting('name');
  const name = stated ?? (tops.size === 1 ? top : undefined);
  if (name === undefined) return [];
  const isPrivate = stated === undefined && !files.includes(join(folder, 'setup.py'));
  const list = [...modules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, of]) => ({ path, files: of.slice(0, 1) }));
  return [{ name, version: setting('version'), folder, language: 'python', isPrivate, modules: list, builtModules }];
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
    if (!file.endsWith('.go') || file.endsWith('_test.go') || !isWithin(file, folder) || NOT_IN_GO.test(file)) continue;
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
  return { name, version: undefined, folder, language: 'go', isPrivate: false, modules, builtModules: [] };
}

function join(folder: string, rest: string): string {
  return folder === '' ? rest : `${folder}/${rest}`;
}
