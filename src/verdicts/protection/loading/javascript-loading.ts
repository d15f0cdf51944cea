import { isBuiltin } from 'node:module';
import { ModuleStore } from '../../../code/index/module-store.ts';
import { loadTypeScript } from '../../../code/language/typescript-parser.ts';
import { isDeclarationFile, languageOf } from '../../../code/language/source-language.ts';
import { fileAt } from '../../../code/resolution/file-candidates.ts';
import { affectsResolution } from '../../../code/resolution/configuration-files.ts';
import { ModuleResolver } from '../../../code/resolution/module-resolver.ts';
import {
  ancestorFolders,
  folderOf,
  isRelative,
  isWithin,
  joinPath,
  nameOf,
} from '../../../code/resolution/tree-path.ts';
import type { ImportRecord } from '../../../code/modules/module-record.ts';
import type { ProtectedChange } from '../changes/protected-change.ts';
import { createLoaded, createRedirected, placeOf, type ChangedTree } from './changed-tree.ts';
import { findMocks } from './loaded-mocks.ts';
import { findReplacedSubjects, type SubjectReader } from './replaced-subjects.ts';
import { hasNameTables, mapName, readNameTables, type NameTables } from './name-tables.ts';

const CODE = /\.[cm]?[jt]sx?$/;
/** The keys of package.json that decide about modules besides those that the resolver reads. */
const MANIFEST_KEYS = ['jest', 'babel', 'alias', '_moduleAliases'];

/**
 * [PROOF-1] [PROOF-3] Finds the imports of unchanged tests, and of unchanged code that they reach, that lead to another file
 * than before: through aliases, package maps, paths, mocks and installed packages; and code with which a configuration
 * changes modules.
 */
export async function findJavaScriptLoading(
  tree: ChangedTree,
  loaded: ReadonlySet<string>,
): Promise<readonly ProtectedChange[]> {
  const tests = tree.listTests('', CODE).filter((test) => tree.unchanged.has(test));
  const ts = await loadTypeScriptFor(tree);
  const tables = {
    before: await readTables(tree, [...tree.before], (path) => tree.textBefore(path)),
    after: await readTables(tree, [...tree.after], (path) => tree.textAfter(path)),
  };
  const changes = tree.listTests('', CODE).length === 0 || ts === undefined ? [] : findChanging(tables);
  const imports = new UnchangedImports(tree, tests);
  const resolvers = {
    before: new TestResolver(tree.before, (path) => tree.textBefore(path), tables.before),
    after: new TestResolver(tree.after, (path) => tree.textAfter(path), tables.after),
  };
  const subjects: SubjectReader = {
    extension: CODE,
    importsIn: (file, text) => imports.recordsIn(file, text),
    resolve: (side, file, specifier) => resolvers[side].resolve(file, specifier)?.file,
  };
  const replaced = findReplacedSubjects(tree, subjects);
  if (tests.length === 0) return [...changes, ...replaced];
  return [
    ...changes,
    ...replaced,
    ...findDefined(tree, imports, tables),
    ...findConditions(tree, tables),
    ...findMocks(tree, loaded, {
      tests,
      importsOf: (test) => imports.of(test),
      resolve: subjects.resolve,
    }),
    ...(canRedirect(tree) ? findRedirected(tree, imports, resolvers) : []),
  ];
}

/** Whether an import can lead to another file than before: a file is new or gone, or one that decides about imports differs. */
function canRedirect(tree: ChangedTree): boolean {
  return tree.files.some(
    ({ path, previousPath = path, before, after }) =>
      before === undefined ||
      after === undefined ||
      path !== previousPath ||
      affectsResolution(path) ||
      hasNameTables(path),
  );
}

/** The parser is loaded only if a configuration with tables changed. */
async function loadTypeScriptFor(tree: ChangedTree): Promise<object | undefined> {
  return tree.files.some(({ path, before, after }) => hasNameTables(path) && before !== after)
    ? loadTypeScript()
    : undefined;
}

type TablesByFile = ReadonlyMap<string, NameTables>;
type Tables = Readonly<Record<'before' | 'after', TablesByFile>>;

async function readTables(
  tree: ChangedTree,
  files: readonly string[],
  textOf: (path: string) => string | undefined,
): Promise<TablesByFile> {
  if ((await loadTypeScriptFor(tree)) === undefined) return new Map();
  const ts = await loadTypeScript();
  const tables = new Map<string, NameTables>();
  for (const path of files) {
    const text = hasNameTables(path) ? textOf(path) : undefined;
    if (text !== undefined)
      tables.set(path, readNameTables(ts, path, nameOf(path) === 'package.json' ? toolKeysOf(text) : text));
  }
  return tables;
}

function toolKeysOf(manifest: string): string {
  try {
    const data = JSON.parse(manifest) as Readonly<Record<string, unknown>>;
    return JSON.stringify(Object.fromEntries(Object.entries(data).filter(([key]) => MANIFEST_KEYS.includes(key))));
  } catch {
    return '{}';
  }
}

/** The functions with which a configuration now changes or chooses modules. */
function findChanging({ before, after }: Tables): readonly ProtectedChange[] {
  const known = new Set([...before.values()].flatMap(({ changing }) => [...changing.keys()]));
  return [...after].flatMap(([path, { changing }]) =>
    [...changing].flatMap(([text, { line, text: name }]) =>
      known.has(text)
        ? []
        : [createLoaded(name, placeOf(path, line), `The function "${name}" changes the modules that tests import`)],
    ),
  );
}

/** The names of unchanged code that `define` now replaces. A name such as `__DEV__` is made for this. */
function findDefined(
  tree: ChangedTree,
  imports: UnchangedImports,
  { before, after }: Tables,
): readonly ProtectedChange[] {
  const known = new Set([...before.values()].flatMap(({ defined }) => defined));
  return [...after].flatMap(([path, { defined }]) =>
    defined.flatMap((name) => {
      if (known.has(name) || /^_|^(?:process\.env|import\.meta\.env|global$|globalThis$|[A-Z\d_]+$)/.test(name))
        return [];
      const pattern = new RegExp(`(?<![\\w.$])${name.replaceAll(/[^\w]/g, '\\$&')}(?![\\w$])`);
      const user = imports.files.find((file) => pattern.test(tree.unchanged.get(file) ?? ''));
      const actual = 'The configuration replaces it by another expression';
      return user === undefined
        ? []
        : [createRedirected(name, placeOf(path), { expected: `The name means what ${user} defines`, actual })];
    }),
  );
}

/** The conditions that a configuration adds and that a changed package map uses. */
function findConditions(tree: ChangedTree, { before, after }: Tables): readonly ProtectedChange[] {
  const known = new Set([...before.values()].flatMap(({ conditions }) => conditions));
  const maps = tree.files.filter(({ path, after: text }) => nameOf(path) === 'package.json' && text !== undefined);
  return [...after].flatMap(([path, { conditions }]) =>
    conditions.flatMap((name) => {
      const map = maps.find(
        ({ before: text = '', after: changed = '' }) => !text.includes(`"${name}"`) && changed.includes(`"${name}"`),
      );
      return known.has(name) || map === undefined
        ? []
        : [createLoaded(name, placeOf(path), `Imports lead to what ${map.path} states under the condition ${name}`)];
    }),
  );
}

type Resolvers = Readonly<Record<'before' | 'after', TestResolver>>;

function findRedirected(
  tree: ChangedTree,
  imports: UnchangedImports,
  { before, after }: Resolvers,
): readonly ProtectedChange[] {
  const found = new Map<string, ProtectedChange>();
  for (const file of imports.files) {
    for (const specifier of imports.of(file)) {
      const [one, other] = [before.resolve(file, specifier), after.resolve(file, specifier)];
      if (other === undefined || one?.file === other.file || found.has(`${specifier} ${other.file}`)) continue;
      // A package that becomes one of the tree, and a file that moves, are no redirection.
      if (one === undefined ? other.through === undefined : !tree.after.has(one.file) && other.through === undefined)
        continue;
      if ([one?.file, other.file].some((path) => path !== undefined && isDeclarationFile(path))) continue;
      if (one !== undefined && imports.reexports(other.file, one.file, after)) continue;
      const place = placeOf(other.through ?? imports.findCause(file));
      const expected = one === undefined ? `${file} imports the package` : `${file} imports ${one.file}`;
      found.set(
        `${specifier} ${other.file}`,
        createRedirected(specifier, place, { expected, actual: `It imports ${other.file}` }),
      );
    }
  }
  return [...found.values()];
}

const VITE_ORDER = ['.mjs', '.js', '.mts', '.ts', '.jsx', '.tsx'];
const JEST_ORDER = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.tsx'];

interface Resolved {
  readonly file: string;
  /** The configuration with the alias, or the file that hides a package. */
  readonly through?: string;
}

/** Resolves the imports of tests as their runner does. */
class TestResolver {
  readonly #files: ReadonlySet<string>;
  readonly #resolver: ModuleResolver;
  readonly #tables: TablesByFile;
  readonly #usesJest: boolean;
  readonly #order: readonly string[] | undefined;

  constructor(files: ReadonlySet<string>, textOf: (path: string) => string | undefined, tables: TablesByFile) {
    this.#files = files;
    this.#tables = tables;
    const configuration = new Map<string, string>();
    for (const path of files) {
      const text = affectsResolution(path) ? textOf(path) : undefined;
      if (text !== undefined) configuration.set(path, text);
    }
    this.#usesJest = [...configuration].some(([path, text]) => nameOf(path) === 'package.json' && /"jest"/.test(text));
    const usesVite = [...configuration].some(
      ([path, text]) => nameOf(path) === 'package.json' && /"vitest"/.test(text),
    );
    this.#order = usesVite ? VITE_ORDER : this.#usesJest ? JEST_ORDER : undefined;
    this.#resolver = new ModuleResolver(files, configuration, () => undefined);
  }

  resolve(fromFile: string, specifier: string): Resolved | undefined {
    for (const [path, { mappings, folders }] of this.#tables) {
      if (!isWithin(fromFile, folderOf(path))) continue;
      const mapped = mapName(mappings, specifier);
      if (mapped === null) return undefined;
      if (mapped !== undefined) {
        const file =
          fileAt(this.#files, mapped) ??
          fileAt(this.#files, `${mapped}/index`) ??
          this.#resolver.resolve(fromFile, mapped);
        // A name can be that of another package.
        return file === undefined ? undefined : { file, through: path };
      }
      const found = isBare(specifier)
        ? folders.map((folder) => this.#fileIn(folder, specifier)).find((one) => one !== undefined)
        : undefined;
      if (found !== undefined) return { file: found, through: path };
    }
    const hidden = isBare(specifier) ? this.#findHiding(fromFile, specifier) : undefined;
    if (hidden !== undefined) return { file: hidden, through: hidden };
    const file = this.#resolver.resolve(fromFile, specifier);
    return file === undefined ? undefined : { file: this.#inOrderOfRunner(file, specifier) };
  }

  /** For an import without an extension, vite and jest prefer JavaScript to TypeScript. */
  #inOrderOfRunner(file: string, specifier: string): string {
    const stem = file.replace(/\.[cm]?[jt]sx?$/, '');
    if (this.#order === undefined || CODE.test(specifier) || stem === file) return file;
    return this.#order.map((extension) => stem + extension).find((one) => this.#files.has(one)) ?? file;
  }

  /** A file of the tree that precedes an installed package: in `node_modules` of a folder, or a mock of jest. */
  #findHiding(fromFile: string, specifier: string): string | undefined {
    for (const folder of ancestorFolders(folderOf(fromFile))) {
      const found = this.#fileIn(folder === '' ? 'node_modules' : `${folder}/node_modules`, specifier);
      if (found !== undefined) return found;
    }
    // A mock of a module of Node.js needs a call in the test.
    return this.#usesJest && !isBuiltin(specifier) ? fileAt(this.#files, `__mocks__/${specifier}`) : undefined;
  }

  #fileIn(folder: string, specifier: string): string | undefined {
    const path = joinPath(folder, specifier);
    if (path === undefined) return undefined;
    const manifest = `${path}/package.json`;
    return (
      fileAt(this.#files, path) ??
      fileAt(this.#files, `${path}/index`) ??
      (this.#files.has(manifest) ? manifest : undefined)
    );
  }
}

function isBare(specifier: string): boolean {
  return !isRelative(specifier) && !/^[/#]|^node:/.test(specifier);
}

/** The imports of the unchanged tests, and of the unchanged code that they reach. */
class UnchangedImports {
  readonly #tree: ChangedTree;
  readonly #store = new ModuleStore();
  readonly #files: readonly string[];

  constructor(tree: ChangedTree, tests: readonly string[]) {
    this.#tree = tree;
    const code = [...tree.unchanged.keys()].filter((path) => CODE.test(path) && languageOf(path) !== undefined);
    const isTest = new Set(tests);
    this.#files = [...tests, ...code.filter((path) => !isTest.has(path) && !isTool(path))];
  }

  get files(): readonly string[] {
    return this.#files;
  }

  of(file: string): readonly string[] {
    const text = this.#tree.unchanged.get(file) ?? '';
    return this.#importsIn(file, text);
  }

  #importsIn(file: string, text: string): readonly string[] {
    if (this.#store.get(file) === undefined) this.#store.lexText(file, text);
    const imports = this.#store.get(file)?.imports;
    if (imports !== undefined)
      return imports.flatMap(({ kind, specifier }) => (kind === 'type' || kind === 'reference' ? [] : specifier));
    return [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)["']([^"'\n]+)["']/g)].map(
      ([, name = '']) => name,
    );
  }

  /** The imports of a version of a file. */
  recordsIn(file: string, text: string): readonly ImportRecord[] {
    const store = new ModuleStore();
    store.lexText(file, text);
    return store.get(file)?.imports ?? [];
  }

  /** Whether a file exports everything of another one. */
  reexports(file: string, original: string, resolver: TestResolver): boolean {
    const text = this.#tree.textAfter(file) ?? '';
    const specifiers = [
      ...text.matchAll(/\bexport\s*\*\s*from\s*["']([^"']+)["']|module\.exports\s*=\s*require\(["']([^"']+)["']\)/g),
    ];
    return specifiers.some(([, one, other]) => resolver.resolve(file, one ?? other ?? '')?.file === original);
  }

  /** The changed file that decides about the imports of a file: the nearest one. */
  findCause(file: string): string {
    const changed = this.#tree.files.map(({ path }) => path).filter((path) => affectsResolution(path));
    return (
      changed.filter((path) => isWithin(file, folderOf(path))).sort((a, b) => b.length - a.length)[0] ??
      changed[0] ??
      file
    );
  }
}

/** Whether a module configures a tool. Its imports are those of the tool. */
function isTool(path: string): boolean {
  return /(?:^|\/)[^/]*\.config\.[cm]?[jt]s$/.test(path);
}
