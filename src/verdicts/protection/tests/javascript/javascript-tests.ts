import { posix } from 'node:path';
import { loadTypeScript, parseScript } from '../../../../code/language/typescript-parser.ts';
import { isDeclarationFile, languageOf } from '../../../../code/language/source-language.ts';
import type { Dialect } from '../../../../code/language/source-language.ts';
import type { TestLanguage } from '../interface/declared-test.ts';
import { findEffects } from './file-effects.ts';
import { TestFileReader } from './test-file-reader.ts';

/** The name of a test file: `a.test.ts`, `a.spec.js`, `a_test.ts`, `test-a.mjs`, `test.js`. */
const MARKED_NAME = /(^|[._-])(test|tests|spec|e2e|cy)\.[cm]?[jt]sx?$|^test-[^/]*\.[cm]?[jt]sx?$/i;
const TEST_FOLDER = /(^|\/)(tests?|specs?|__tests__|e2e|cypress|integration)\//i;

/** Reads tests of JavaScript and TypeScript for mocha, jest, vitest, node:test, playwright and similar runners. */
export const javaScriptTests: TestLanguage = {
  canContainTests: (path) => dialectOf(path) !== undefined && !isDeclarationFile(path),
  isTestPath: (path) => dialectOf(path) !== undefined && (isMarked(path) || TEST_FOLDER.test(path)),
  isFoundLike(before, after, otherTestFiles) {
    if (dialectOf(after) === undefined) return false;
    if (isMarked(before)) return isMarked(after) && isInSearchedFolder(before, after, otherTestFiles);
    return !TEST_FOLDER.test(before) || TEST_FOLDER.test(after) || isMarked(after);
  },
  async read(path, text, isLoaded = false) {
    const dialect = dialectOf(path);
    const isForTests = isLoaded || javaScriptTests.isTestPath(path);
    const canAffect = (isForTests ? EFFECT : REPLACEMENT).test(text);
    if (dialect === undefined || !(canAffect || RUNNER_NAME.test(text))) return { tests: [], comments: '' };
    const ts = await loadTypeScript();
    const source = parseScript(ts, text, dialect);
    const file = new TestFileReader(ts, source, javaScriptTests.isTestPath(path)).read();
    // Code under test is loaded by its tests, and can replace parts of the runner.
    if (canAffect && !isForTests)
      return { ...file, exclusions: findEffects(ts, source).filter(({ replacesRunner }) => replacesRunner === true) };
    // A file in a folder of tests can be an input of tests, or a program that they start.
    if (!canAffect || !(isLoaded || isMarked(path) || file.tests.length > 0)) return file;
    return { ...file, exclusions: findEffects(ts, source) };
  },
};

function dialectOf(path: string): Dialect | undefined {
  const language = languageOf(path);
  return language === 'ts' || language === 'tsx' || language === 'js' ? language : undefined;
}

/** Whether a file stays in a test folder, or moves to a folder in which a runner finds other tests. */
function isInSearchedFolder(before: string, after: string, otherTestFiles: readonly string[]): boolean {
  const [, , name] = TEST_FOLDER.exec(before) ?? [];
  if (name === undefined || `/${after}`.includes(`/${name}/`)) return true;
  return otherTestFiles.some((file) => {
    const folder = posix.dirname(file);
    return folder !== '.' && after.startsWith(`${folder}/`);
  });
}

function isMarked(path: string): boolean {
  return MARKED_NAME.test(path.slice(path.lastIndexOf('/') + 1));
}

/** A text without any such word neither ends the process nor replaces parts of the runner. */
const EFFECT =
  /\bprocess\b|\bthis\.skip\b|\brequire\(|\bexit\b|\.extend\b|\bprototype\b|\bglobal(?:This)?\b|\b(?:Object|Reflect)\.|\bassert\.\w+\s*=|\boverwrite\w+\b|\b(?:spyOn|stub|method)\b|\brequire\.(?:cache|extensions)\b|\bmodule['"]/;

/** Code under test without any such text replaces no part of a runner. */
const REPLACEMENT =
  /\b(?:assert|expect|chai|vitest|jest|mocha|Mocha|node:test|global(?:This)?)\b[^]*(?:[^=!<>]=[^=>]|\.extend\(|overwrite\w+\(|\b(?:defineProperty|assign)\()/;

/** A text without any such name declares no test, and is not parsed. */
const RUNNER_NAME = /\b(?:[xf]?(?:it|test|specify|describe|context|suite))\b/;
