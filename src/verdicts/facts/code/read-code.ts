import { isDeclarationFile, isInstalled, languageOf } from '../../../code/language/source-language.ts';
import type { FileVersions } from '../../protection/changes/protected-change.ts';
import { testLanguageOf } from '../../protection/tests/test-languages.ts';
import { withLaterNames } from '../compare/renamed-scopes.ts';
import type { CodeVersions, FactLanguage } from '../interface/code-versions.ts';
import type { ObservedCode } from '../interface/observed-code.ts';

/** Code that is not written by hand, or is a copy of others' code. */
const NOT_OWN = /(?:^|\/)(?:dist|build|vendor|third_party|node_modules|\.yarn)\/|\.min\.[cm]?js$|\.pb\.go$|_pb2\.py$/;
const TEST_FOLDER = /(?:^|\/)(?:tests?(?:[-_]\w+)?|specs?|__tests__|__mocks__|e2e|testdata|fixtures?|testing)\//i;
const OTHER =
  /(?:^|\/)(?:docs?|examples?|samples?|scripts?|tools?|bench(?:mark)?s?|demos?|playground|website|\.[^/]+)\/|\.config\.[cm]?[jt]s$|(?:^|\/)(?:setup|noxfile|conftest)\.py$/i;
/** A longer line is mostly generated. */
const LONG_LINE = /[^\n]{5000}/;

/** The language of a module that the rules of facts read; `undefined` for other files. */
export function factLanguageOf(path: string): FactLanguage | undefined {
  if (NOT_OWN.test(path) || isInstalled(path)) return undefined;
  if (path.endsWith('.py')) return 'Python';
  if (path.endsWith('.go')) return 'Go';
  const language = languageOf(path);
  if (language === 'js') return 'JavaScript';
  return (language === 'ts' || language === 'tsx') && !isDeclarationFile(path) ? 'TypeScript' : undefined;
}

/** Whether a file is a module that the rules of facts read. */
export function isCodePath(path: string): boolean {
  return factLanguageOf(path) !== undefined;
}

/** Reads the two versions of a module. `undefined` if it is none, if one is missing, or if nothing can be read. */
export async function readVersions({ path, before, after }: FileVersions): Promise<CodeVersions | undefined> {
  const language = factLanguageOf(path);
  if (language === undefined || before === undefined || after === undefined || before === after) return undefined;
  if (LONG_LINE.test(after)) return undefined;
  try {
    const role = roleOf(path);
    const later = await readCode(path, after);
    return { path, language, role, before: withLaterNames(await readCode(path, before), later), after: later };
  } catch (thrown) {
    // A text that is nested too deeply for the parser or the reader.
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/** Whether a module is shipped, by its path alone, or is for tests or tools. */
export function roleOf(path: string): CodeVersions['role'] {
  if (
    testLanguageOf(path)?.isTestPath(path) === true ||
    TEST_FOLDER.test(path) ||
    /\.(?:test-d|tst)\.[cm]?tsx?$/.test(path)
  )
    return 'test';
  return OTHER.test(path) ? 'other' : 'shipped';
}

/** The parser of each language is loaded for its first module. */
async function readCode(path: string, text: string): Promise<ObservedCode> {
  const language = languageOf(path);
  if (language === 'js' || language === 'ts' || language === 'tsx') {
    const { readJavaScriptCode } = await import('./javascript-code.ts');
    return readJavaScriptCode(text, language);
  }
  if (path.endsWith('.go')) {
    const { readGoCode } = await import('./go-code.ts');
    return readGoCode(text);
  }
  const { readPythonCode } = await import('./python-code.ts');
  return readPythonCode(text);
}
