import { pythonEntry } from '../../../../code/languages/python/python-entry.ts';
import { nameOf } from '../../../../code/resolution/tree-path.ts';
import type { TestExclusion, TestLanguage } from '../interface/declared-test.ts';

/** The names that pytest searches without a configuration. */
const PYTEST_NAME = /^(?:test_.*|.*_test)\.py$/;
/** The names of unittest, of Django and of frequent configurations. */
const OTHER_NAME = /^(?:tests?|test[A-Z0-9].*|.*_tests|.*[a-z0-9]Tests?)\.py$/;
const TEST_FOLDER = /(?:^|\/)(?:tests?|testing|testsuite|specs?)\//;
const CONFIGURATION = 'conftest.py';
/** A package of tests is imported before its tests. */
const PACKAGE = '__init__.py';
/** A file without tests can still end the process, or replace parts of the runner. */
const EFFECT =
  /\b(?:_exit|__dict__|vars|__code__|exec\w*|abort|kill|exit|setattr|modules|unittest|_?pytest|builtins|load_tests|meta_path|path_hooks)\b/;
/** Code under test without any such word replaces no part of a runner. */
const REPLACEMENT = /\b(?:unittest|_?pytest|pluggy|AssertionError)\b/;

/** Reads tests of Python for pytest and unittest. The grammar is loaded for the first file with tests. */
export const pythonTests: TestLanguage = {
  canContainTests: (path) => path.endsWith('.py') && !pythonEntry.isInstalled(path),
  isTestPath: (path) => path.endsWith('.py') && !pythonEntry.isInstalled(path) && isMarked(path),
  isFoundLike(before, after, otherTestFiles) {
    if (!after.endsWith('.py')) return false;
    if (!PYTEST_NAME.test(nameOf(before))) return isMarked(after) || !isMarked(before);
    const isUsual = otherTestFiles.some((file) => OTHER_NAME.test(nameOf(file)));
    return PYTEST_NAME.test(nameOf(after)) || (isUsual && isMarked(after));
  },
  async read(path, text, isLoaded = false) {
    const isConfiguration =
      isLoaded || nameOf(path) === CONFIGURATION || (TEST_FOLDER.test(path) && nameOf(path) === PACKAGE);
    const isSearched = isMarked(path);
    const declares = isSearched || TEST_FOLDER.test(path) || /\bTestCase\b/.test(text);
    const isTests = isConfiguration || (isSearched && EFFECT.test(text)) || (declares && /\bdef\s+test/.test(text));
    if (!isTests && !REPLACEMENT.test(text)) return { tests: [], comments: '' };
    const { readPythonTests } = await import('./read-python-tests.ts');
    const file = await readPythonTests(text, { isSearched, isConfiguration });
    return isTests ? file : { tests: [], comments: '', exclusions: listReplacements(file.exclusions) };
  },
};

/** What code under test replaces of the runner. Names that all code uses, such as `_` for translations, are no part of it. */
function listReplacements(exclusions: readonly TestExclusion[] = []): readonly TestExclusion[] {
  return exclusions.filter(
    ({ name, replacesRunner }) => replacesRunner === true && !/^builtins\.(?!AssertionError$)/.test(name),
  );
}

function isMarked(path: string): boolean {
  const name = nameOf(path);
  return PYTEST_NAME.test(name) || OTHER_NAME.test(name);
}
