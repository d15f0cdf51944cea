import type { TestLanguage } from './interface/declared-test.ts';
import { goTests } from './go/go-tests.ts';
import { javaScriptTests } from './javascript/javascript-tests.ts';
import { pythonTests } from './python/python-tests.ts';

/** The languages whose tests are protected. */
const TEST_LANGUAGES: readonly TestLanguage[] = [javaScriptTests, pythonTests, goTests];

/** The language of a file that can contain tests; `undefined` if there is none. */
export function testLanguageOf(path: string): TestLanguage | undefined {
  return TEST_LANGUAGES.find((language) => language.canContainTests(path));
}
