import { readPythonModule } from '../../../code/languages/python/read-python-module.ts';
import { folderOf, isWithin, nameOf } from '../../../code/resolution/tree-path.ts';
import type { ProtectedChange } from '../changes/protected-change.ts';
import { createLoaded, createRedirected, placeOf, type ChangedTree } from './changed-tree.ts';
import { readPythonEffects, type PlacedText, type PythonModuleEffects } from './python-module-effects.ts';
import { findReplacedSubjects, pythonSubjects } from './replaced-subjects.ts';
import {
  findPythonModule,
  readFolder,
  readPythonPath,
  rootOf,
  topLevelName,
  type PythonPath,
} from './python-search.ts';

const CONFIGURATION = /(?:^|\/)(?:pyproject\.toml|\.?pytest\.(?:ini|toml)|setup\.cfg|tox\.ini)$/;
/** The files that the interpreter imports at its start. */
const CUSTOMIZATION = /(?:^|\/)(?:site|user)customize(?:\.py|\/__init__\.py)$/;
/** What the runners import themselves. */
const RUNNER_IMPORTS =
  'pytest _pytest pluggy iniconfig unittest argparse ast bdb contextlib copy dataclasses datetime difflib doctest fnmatch glob importlib inspect json linecache logging pathlib pdb platform pprint random shutil signal subprocess tempfile textwrap tokenize traceback typing warnings'.split(
    ' ',
  );
const PROJECT_FOLDERS = ['src', 'lib', 'python'];

const NO_EFFECTS: PythonModuleEffects = {
  hooks: new Map(),
  declarations: new Map(),
  fixtures: new Map(),
  stars: new Map(),
  automatic: new Map(),
  plugins: new Map(),
  paths: new Map(),
  replaced: new Map(),
  statements: new Map(),
};

/**
 * [PROOF-1] [PROOF-3] Finds what a change makes Python load for existing tests: plug-ins, hooks and automatic fixtures,
 * modules that hide those of the runner, of the standard library or the code under test, and what a loaded module replaces.
 */
export async function findPythonLoading(tree: ChangedTree): Promise<readonly ProtectedChange[]> {
  const tests = tree.listTests('', /\.py$/);
  if (tests.length === 0) return [];
  const search = new PythonSearch(tree, tests);
  const changes: ProtectedChange[] = [];
  for (const { path, before, after } of tree.files) {
    if (after === undefined) continue;
    if (CUSTOMIZATION.test(path) && before === undefined) {
      changes.push(createLoaded(path, placeOf(path), 'The interpreter imports the new file at its start'));
    } else if (path.endsWith('.py')) {
      changes.push(...(await findEffects(tree, search, { path, before, after })));
    } else if (CONFIGURATION.test(path)) changes.push(...findNamedPlugins(search, { path, before, after }));
  }
  return [...changes, ...search.findRedirected(), ...findReplacedSubjects(tree, pythonSubjects(search.resolver))];
}

interface Versions {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** The plug-ins that a configuration adds: `-p name` in the options, and entry points of pytest. */
function findNamedPlugins(search: PythonSearch, { path, before, after }: Versions): readonly ProtectedChange[] {
  const namesIn = (text: string): readonly string[] => [
    ...[...text.matchAll(/(?:^|[\s"'=])-p[\s"',=]*([\w.]+)/gm)].map(([, name = '']) => name),
    ...[...(/pytest11["']?\]?\s*=?\s*\n?([^[]*)/.exec(text)?.[1] ?? '').matchAll(/=\s*["']?([\w.]+)/g)].map(
      ([, name = '']) => name,
    ),
  ];
  const usedIn = (text: string): readonly string[] =>
    (/^usefixtures\s*=\s*(.*(?:\n[ \t]+.*)*)/m.exec(text)?.[1] ?? '').match(/\w+/g) ?? [];
  const used = usedIn(after).filter((name) => !usedIn(before ?? '').includes(name));
  const known = new Set(namesIn(before ?? ''));
  const fixtures = used.map((name) =>
    createLoaded(
      name,
      placeOf(path),
      'The fixture is executed for all tests',
      search.hasNewFixture(name) ? 'less' : 'unknown',
    ),
  );
  return [
    ...fixtures,
    ...namesIn(after).flatMap((name) => {
      const file = known.has(name) ? undefined : search.findNew(name);
      return file === undefined ? [] : [createLoaded(name, placeOf(path), `pytest loads the new file ${file}`)];
    }),
  ];
}

async function findEffects(
  tree: ChangedTree,
  search: PythonSearch,
  { path, before, after }: Versions,
): Promise<readonly ProtectedChange[]> {
  const isConftest = nameOf(path) === 'conftest.py';
  const isTest =
    tree.listTests('', /\.py$/).includes(path) ||
    (before === undefined && /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path));
  const isPackage =
    nameOf(path) === '__init__.py' &&
    tree.listTests(folderOf(path), /\.py$/).length > 0 &&
    /(?:^|\/)tests?(?:\/|$)/.test(folderOf(path));
  if (!isConftest && !isTest && !isPackage) return [];
  const affected = isConftest
    ? tree.listTests(folderOf(path), /\.py$/)
    : tree.listTests('', /\.py$/).filter((test) => test !== path);
  if (affected.length === 0) return [];
  const known = before === undefined ? NO_EFFECTS : await readPythonEffects(before);
  const effects = await readPythonEffects(after);
  const changes: ProtectedChange[] = [];
  const add = (name: string, { line }: PlacedText, actual: string, direction?: ProtectedChange['direction']): void => {
    const change = createLoaded(name, placeOf(path, line), actual, direction);
    // A permission for a file of tests is none for what the file does to others.
    changes.push(isConftest ? change : { ...change, affectsOtherFiles: true });
  };
  for (const [name, place] of added(effects.plugins, known.plugins)) {
    const file = search.findNew(name);
    if (file !== undefined) add(name, place, `pytest loads the new file ${file} for all tests`);
    else if (isConftest) add(name, place, `pytest loads the plug-in ${name}`, 'unknown');
  }
  for (const [expression, place] of added(effects.paths, known.paths)) {
    const folder = readFolder(expression, path);
    const hidden = folder === undefined ? undefined : search.findHidden(folder, affected);
    if (hidden !== undefined) add('sys.path', place, `Tests import ${hidden} in place of another module`);
    else if (isConftest)
      add(
        'sys.path',
        place,
        `The file adds ${expression} to the search path`,
        before === undefined && folder === undefined ? 'less' : 'unknown',
      );
  }
  for (const [name, place] of added(effects.replaced, known.replaced)) {
    // An automatic fixture of a test file is for its own tests.
    const isOwn = !isConftest && [...effects.automatic.values()].some(({ text }) => text.includes(place.text));
    if (!isOwn && search.isUsed(name, affected)) add(name, place, `It replaces ${name}, which existing tests use`);
  }
  if (!isConftest) return changes;
  for (const [name, place] of added(effects.fixtures, known.fixtures)) {
    if (search.isParameter(name, affected)) add(name, place, 'It replaces the fixture that existing tests use');
  }
  for (const [name, place] of added(effects.stars, known.stars)) {
    add(name, place, 'Its hooks and fixtures apply to existing tests', before === undefined ? 'less' : 'unknown');
  }
  for (const [name, place] of added(effects.automatic, known.automatic)) {
    add(name, place, 'The fixture is executed for existing tests', before === undefined ? 'less' : 'unknown');
  }
  for (const [name, place] of added(effects.hooks, known.hooks)) {
    add(name, place, 'The hook is executed for existing tests', before === undefined ? 'less' : 'unknown');
  }
  for (const [name, place] of added(effects.declarations, known.declarations)) {
    add(name, place, 'The hook is executed for existing tests', 'unknown');
  }
  return changes;
}

/** What is new under its name, or has another text. */
function added(
  after: ReadonlyMap<string, PlacedText>,
  before: ReadonlyMap<string, PlacedText>,
): readonly (readonly [string, PlacedText])[] {
  return [...after].filter(([name]) => !before.has(name));
}

/** The imports of the unchanged tests, before and after the change. */
class PythonSearch {
  readonly #tree: ChangedTree;
  readonly #tests: readonly string[];
  readonly #path: Readonly<Record<'before' | 'after', PythonPath>>;
  #imports: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(tree: ChangedTree, tests: readonly string[]) {
    this.#tree = tree;
    this.#tests = tests.filter((test) => tree.unchanged.has(test));
    const pathOf = (files: ReadonlySet<string>, textOf: (path: string) => string | undefined): PythonPath => {
      const texts = [...files]
        .filter((file) => CONFIGURATION.test(file))
        .map((file) => [file, textOf(file) ?? ''] as const);
      return { first: readPythonPath(texts), last: PROJECT_FOLDERS };
    };
    this.#path = {
      before: pathOf(tree.before, (file) => tree.textBefore(file)),
      after: pathOf(tree.after, (file) => tree.textAfter(file)),
    };
  }

  readonly resolver = (side: 'before' | 'after', file: string, specifier: string): string | undefined => {
    const files = side === 'before' ? this.#tree.before : this.#tree.after;
    const [dots = ''] = /^\.*/.exec(specifier) ?? [];
    if (dots === '') return findPythonModule(files, file, specifier, this.#path[side])?.file;
    let folder = folderOf(file);
    for (let level = 1; level < dots.length; level++) folder = folderOf(folder);
    const path = [folder, ...specifier.slice(dots.length).split('.')].filter((name) => name !== '').join('/');
    return [`${path}.py`, `${path}/__init__.py`].find((one) => files.has(one));
  };

  /** The new file that a module name leads to. */
  findNew(module: string): string | undefined {
    const path = module.replaceAll('.', '/');
    return [...this.#tree.after].find(
      (file) =>
        this.#tree.isNew(file) &&
        [`${path}.py`, `${path}/__init__.py`].some((end) => file === end || file.endsWith(`/${end}`)),
    );
  }

  /** The module of a folder that unchanged tests would import in place of another one. */
  findHidden(folder: string, tests: readonly string[]): string | undefined {
    for (const test of tests) {
      for (const module of this.#importsOf(test)) {
        const path = { ...this.#path.after, first: [folder, ...this.#path.after.first] };
        const found = findPythonModule(this.#tree.after, `${folder}/x.py`, module, path);
        const original = findPythonModule(this.#tree.before, test, module, this.#path.before);
        if (found !== undefined && isWithin(found.file, folder) && found.file !== original?.file) return found.file;
      }
    }
    return undefined;
  }

  /** Whether a name is one of the code under test that an unchanged test imports or calls. */
  isUsed(name: string, tests: readonly string[]): boolean {
    const [member = '', ...rest] = name.split('.').reverse();
    const owner = rest.reverse();
    // `sys.modules["calc"]` and `setattr(calc, "add", f)`.
    const modules = [name, owner.join('.'), owner.slice(0, -1).join('.')].filter((one) => one !== '');
    return tests.some((test) => {
      const text = this.#tree.unchanged.get(test) ?? '';
      const imports = this.#importsOf(test);
      const module = modules.find((one) => imports.includes(one) && this.#find(test, one) !== undefined);
      if (module === undefined) return false;
      return module === name || new RegExp(`\\b${member.replaceAll(/\W/g, '')}\\b`).test(text);
    });
  }

  /** Whether an unchanged test has a parameter with the name of a fixture that its file does not define. */
  isParameter(name: string, tests: readonly string[]): boolean {
    const pattern = new RegExp(`\\bdef test\\w*\\([^)]*\\b${name}\\b`);
    const own = new RegExp(`\\bdef ${name}\\(`);
    // A fixture can move from one file to another.
    if (this.#tree.files.some(({ before = '' }) => own.test(before))) return false;
    const texts = tests.map((test) => this.#tree.unchanged.get(test) ?? '');
    return texts.some((text) => pattern.test(text) && !own.test(text));
  }

  /** Whether the change adds a fixture with a name. */
  hasNewFixture(name: string): boolean {
    const pattern = new RegExp(`\\bdef ${name}\\(`);
    return this.#tree.files.some(({ before = '', after = '' }) => pattern.test(after) && !pattern.test(before));
  }

  #find(test: string, module: string): string | undefined {
    return findPythonModule(this.#tree.before, test, module, this.#path.before)?.file;
  }

  #importsOf(test: string): readonly string[] {
    this.#imports ??= new Map(
      this.#tests.map((path) => [
        path,
        readPythonModule(path, this.#tree.unchanged.get(path) ?? '').imports.map(({ specifier }) => specifier),
      ]),
    );
    return this.#imports.get(test) ?? [];
  }

  /** The imports of unchanged tests and of their runner that lead to another file than before. */
  findRedirected(): readonly ProtectedChange[] {
    const { before, after } = this.#tree;
    const names = new Set(
      [...after].filter((file) => file.endsWith('.py') && this.#tree.isNew(file)).map(topLevelName),
    );
    const hasOtherPath = this.#path.before.first.join('\0') !== this.#path.after.first.join('\0');
    if (names.size === 0 && !hasOtherPath) return [];
    const found = new Map<string, ProtectedChange>();
    for (const test of this.#tests) {
      const root = rootOf(before, folderOf(test));
      for (const module of [...this.#importsOf(test), ...RUNNER_IMPORTS]) {
        if (module.startsWith('.') || (!hasOtherPath && ![...module.split('.')].some((name) => names.has(name))))
          continue;
        const original = findPythonModule(before, test, module, this.#path.before);
        const changed = findPythonModule(after, test, module, this.#path.after);
        if (changed === undefined || changed.file === original?.file || found.has(`${root} ${module}`)) continue;
        // The folders of an installed project come after installed packages.
        if (original === undefined ? !changed.hidesOthers : !after.has(original.file)) continue;
        if (original !== undefined && this.#reexports(changed.file, module, original.file)) continue;
        const expected =
          original === undefined ? `Tests import the installed module ${module}` : `Tests import ${original.file}`;
        const place = this.#tree.isNew(changed.file)
          ? placeOf(changed.file)
          : placeOf([...after].find((file) => CONFIGURATION.test(file)) ?? changed.file);
        found.set(
          `${root} ${module}`,
          createRedirected(module, place, { expected, actual: `They import ${changed.file}` }),
        );
      }
    }
    return [...found.values()];
  }

  /** Whether a module imports everything from the one that it replaces. */
  #reexports(file: string, module: string, original: string): boolean {
    const text = this.#tree.textAfter(file);
    if (text === undefined) return false;
    const { starImports = [] } = readPythonModule(file, text);
    return starImports.some((name) => topLevelName(original) === name.split('.').at(-1) && name !== module);
  }
}
