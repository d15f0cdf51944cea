import type { ProtectedChange } from '../changes/protected-change.ts';
import { createRedirected, placeOf, type ChangedTree } from './changed-tree.ts';
import type { SubjectReader } from './replaced-subjects.ts';

/** The unchanged tests, what they import, and where an import leads. */
export interface TestImports extends Pick<SubjectReader, 'resolve'> {
  readonly tests: readonly string[];
  readonly importsOf: (test: string) => readonly string[];
}

/**
 * [PROOF-3] Finds the modules of unchanged tests that a loaded file now mocks for all tests, and the members of such modules
 * that it now replaces.
 */
export function findMocks(
  tree: ChangedTree,
  loaded: ReadonlySet<string>,
  imports: TestImports,
): readonly ProtectedChange[] {
  return tree.files.flatMap(({ path, before = '', after = '' }) => {
    if (!loaded.has(path)) return [];
    return [...findMocked(path, before, after, imports), ...findReplaced(tree, path, before, after, imports)];
  });
}

const MOCK =
  /\b(?:(?:vi|vitest|jest)\.(?:mock|doMock|unstable_mockModule|setMock)|mock\.module)\(\s*(?:import\(\s*)?["'`]([^"'`]+)["'`]/g;

/** Whether a text mocks a module, or replaces a member of one: only then are the texts of tests compared with it. */
export function replacesSomething(text: string): boolean {
  return text.search(MOCK) !== -1 || listReplacedMembers(text).length > 0;
}

function findMocked(path: string, before: string, after: string, imports: TestImports): readonly ProtectedChange[] {
  const known = new Set([...before.matchAll(MOCK)].map(([, name]) => name));
  return [...after.matchAll(MOCK)].flatMap(([, name = '']): readonly ProtectedChange[] => {
    const use = known.has(name) ? undefined : findUse(path, name, imports);
    if (use === undefined) return [];
    const expected = `${use.test} imports ${use.file}`;
    return [createRedirected(name, placeOf(path), { expected, actual: 'It imports a mock of it' })];
  });
}

function findReplaced(
  tree: ChangedTree,
  path: string,
  before: string,
  after: string,
  imports: TestImports,
): readonly ProtectedChange[] {
  const known = new Set(listReplacedMembers(before).map((one) => one.join('\0')));
  return listReplacedMembers(after).flatMap(([specifier, member]): readonly ProtectedChange[] => {
    if (known.has(`${specifier}\0${member}`)) return [];
    const uses = new RegExp(`\\b${member}\\b`);
    const tests = imports.tests.filter((test) => uses.test(tree.unchanged.get(test) ?? ''));
    const use = findUse(path, specifier, { ...imports, tests });
    if (use === undefined) return [];
    const expected = `${use.test} uses ${member} of ${use.file}`;
    return [
      createRedirected(member, placeOf(path), { expected, actual: 'A file that is loaded before it replaces it' }),
    ];
  });
}

/** The file that a specifier of a loaded file leads to, and a test that imports it. */
function findUse(
  path: string,
  specifier: string,
  { tests, importsOf, resolve }: TestImports,
): { readonly file: string; readonly test: string } | undefined {
  const file = resolve('after', path, specifier);
  if (file === undefined) return undefined;
  const test = tests.find((one) => importsOf(one).some((name) => resolve('before', one, name) === file));
  return test === undefined ? undefined : { file, test };
}

const BINDING =
  /(?:\b(?:const|let|var)\s+(\w+)\s*=\s*require\(\s*|\bimport\s+(?:\*\s+as\s+)?(\w+)\s+from\s+)["'](\.{1,2}\/[^"']+)["']/g;
const DIRECT = /\brequire\(\s*["'](\.{1,2}\/[^"']+)["']\s*\)\.(\w+)\s*=(?!=)/g;

/** The members of modules that a file replaces: `calc.add = f`, `spyOn(calc, 'add')`. */
function listReplacedMembers(text: string): readonly (readonly [specifier: string, member: string])[] {
  const direct = [...text.matchAll(DIRECT)].map(([, specifier = '', member = '']) => [specifier, member] as const);
  const bound = [...text.matchAll(BINDING)].flatMap(([, one, other, specifier = '']) => {
    const name = one ?? other ?? '';
    const pattern = new RegExp(
      `\\b${name}(?:\\.default)?\\.(\\w+)\\s*=(?!=)|\\b(?:spyOn|stub|method|replace)\\(\\s*${name}\\s*,\\s*["'](\\w+)["']`,
      'g',
    );
    return [...text.matchAll(pattern)].map(([, set, spied]) => [specifier, set ?? spied ?? ''] as const);
  });
  return [...direct, ...bound];
}
