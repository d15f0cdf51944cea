import { readPythonModule } from '../../../code/languages/python/read-python-module.ts';
import type { ImportRecord } from '../../../code/modules/module-record.ts';
import type { ProtectedChange } from '../changes/protected-change.ts';
import { testLanguageOf } from '../tests/test-languages.ts';
import { createRedirected, placeOf, type ChangedTree } from './changed-tree.ts';

/** The imports of a text, and the file that a specifier leads to before or after the change. */
export interface SubjectReader {
  readonly extension: RegExp;
  importsIn(file: string, text: string): readonly ImportRecord[];
  readonly resolve: (side: 'before' | 'after', file: string, specifier: string) => string | undefined;
}

/**
 * [PROOF-3] Finds the names that a changed test imported from the code under test, and now imports from a file that the change
 * writes and that does not reach the earlier one, although that one still provides the name.
 */
export function findReplacedSubjects(tree: ChangedTree, reader: SubjectReader): readonly ProtectedChange[] {
  return tree.files.flatMap(({ path, previousPath = path, before, after }) => {
    if (before === undefined || after === undefined || before === after || !reader.extension.test(path)) return [];
    if (testLanguageOf(path)?.isTestPath(path) !== true) return [];
    const earlier = namesOf(reader.importsIn(previousPath, before));
    return [...namesOf(reader.importsIn(path, after))].flatMap(([name, specifier]): readonly ProtectedChange[] => {
      const known = earlier.get(name);
      if (known === undefined || known === specifier) return [];
      const original = reader.resolve('before', previousPath, known);
      const file = reader.resolve('after', path, specifier);
      if (original === undefined || file === undefined || original === file) return [];
      if (isTestSide(original) || !provides(tree, original, name) || !isWritten(tree, file)) return [];
      if (!isTestSide(file) || reaches(tree, reader, file, original)) return [];
      const expected = `The test imports ${name} from ${original}`;
      const change = createRedirected(
        name,
        { ...placeOf(path), originalFile: previousPath },
        { expected, actual: `It imports ${file}` },
      );
      return [{ ...change, area: 'tests' }];
    });
  });
}

function namesOf(imports: readonly ImportRecord[]): ReadonlyMap<string, string> {
  return new Map(
    imports.flatMap(({ names, specifier, kind }) =>
      kind === 'type' ? [] : names.map(({ local }) => [local, specifier] as const),
    ),
  );
}

/** Whether a file belongs to the tests: by its name and folder, or as one that imitates others. */
function isTestSide(file: string): boolean {
  return (
    testLanguageOf(file)?.isTestPath(file) === true ||
    /(?:^|\/)(?:tests?|__tests__|specs?|fakes?|mocks?|__mocks__|stubs?|fixtures?|helpers?|support)\/|(?:^|\/)[\w-]*(?:fake|mock|stub)[\w-]*\.\w+$/i.test(
      file,
    )
  );
}

/** Whether a file still provides a name after the change. */
function provides(tree: ChangedTree, file: string, name: string): boolean {
  if (!tree.after.has(file)) return false;
  const changed = tree.files.find(({ path }) => path === file);
  return changed === undefined || new RegExp(`\\b${name.replaceAll(/\W/g, '')}\\b`).test(changed.after ?? '');
}

function isWritten(tree: ChangedTree, file: string): boolean {
  return tree.files.some(({ path, after }) => path === file && after !== undefined);
}

/** Whether a file imports another one, directly or through files that the change writes. */
function reaches(
  tree: ChangedTree,
  reader: SubjectReader,
  file: string,
  target: string,
  seen = new Set<string>(),
): boolean {
  if (file === target) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  const text = tree.textAfter(file);
  // What an unchanged file imports is not known.
  if (text === undefined) return true;
  return reader.importsIn(file, text).some(({ specifier }) => {
    const imported = reader.resolve('after', file, specifier);
    return imported !== undefined && reaches(tree, reader, imported, target, seen);
  });
}

/** The imports of Python. @param resolve finds a module of the tree */
export function pythonSubjects(resolve: SubjectReader['resolve']): SubjectReader {
  return { extension: /\.py$/, importsIn: (file, text) => readPythonModule(file, text).imports, resolve };
}
