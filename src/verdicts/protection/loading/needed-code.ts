import { folderOf, nameOf } from '../../../code/resolution/tree-path.ts';
import type { FileVersions } from '../changes/protected-change.ts';
import { testLanguageOf } from '../tests/test-languages.ts';
import { replacesSomething } from './loaded-mocks.ts';
import { isResolutionFile } from './resolution-files.ts';

/** With more modules, only tests are read. */
const MAX_MODULES = 3000;

/**
 * The unchanged files whose imports a change can redirect, so that their texts are needed: tests, and for JavaScript and
 * TypeScript also the code that they reach. Empty if the change cannot redirect any import.
 */
export function listNeededCode(files: readonly FileVersions[], baseFiles: readonly string[]): readonly string[] {
  const known = new Set(baseFiles);
  const extensions = files.flatMap((file) => redirectedExtension(file, known));
  const needed = baseFiles.filter((path) => extensions.some((extension) => extension.test(path)));
  const tests = needed.filter((path) => testLanguageOf(path)?.isTestPath(path) === true);
  if (tests.length === 0) return [];
  return needed.length > MAX_MODULES
    ? tests
    : [...tests, ...needed.filter((path) => JAVASCRIPT.test(path) && testLanguageOf(path)?.isTestPath(path) === false)];
}

const JAVASCRIPT = /\.[cm]?[jt]sx?$/;
const PYTHON = /\.py$/;
const GO = /\.go$/;

/** The files whose imports a changed file can redirect. */
function redirectedExtension({ path, before, after }: FileVersions, known: ReadonlySet<string>): readonly RegExp[] {
  if (before === after) return [];
  if (path.endsWith('.go') || /(?:^|\/)(?:go\.(?:mod|work)|vendor\/.*)$/.test(path)) {
    return /(?:^|\/)(?:go\.(?:mod|work)|vendor\/.*)$/.test(path) ? [GO] : [];
  }
  if (path.endsWith('.py')) return canRedirectPython(path, before, after, known) ? [PYTHON] : [];
  if (/(?:^|\/)(?:node_modules|__mocks__)\//.test(path)) return [JAVASCRIPT];
  const stem = path.replace(JAVASCRIPT, '');
  const isTwin =
    JAVASCRIPT.test(path) &&
    before === undefined &&
    ['.ts', '.tsx', '.mts', '.js', '.jsx'].some((extension) => known.has(stem + extension));
  if (isTwin) return [JAVASCRIPT];
  if (JAVASCRIPT.test(path) && !/[._-](?:test|spec)\.\w+$/.test(path) && replacesSomething(after ?? '')) {
    return [JAVASCRIPT];
  }
  if (!isResolutionFile(path)) return [];
  if (/\.(?:toml|ini|cfg)$/.test(path)) return /pythonpath/.test(`${before} ${after}`) ? [PYTHON] : [];
  return resolutionOf(path, before) === resolutionOf(path, after) ? [] : [JAVASCRIPT];
}

/** A new module outside of packages can hide another one. A configuration can add to the search path, or replace names. */
function canRedirectPython(
  path: string,
  before: string | undefined,
  after: string | undefined,
  known: ReadonlySet<string>,
): boolean {
  if (
    after !== undefined &&
    /\bsys\.(?:path|modules)\b|\bsetattr\(|\bpatch\b|\bvars\(|__dict__|^\s*\w+(?:\.\w+)+\s*=(?!=)/m.test(after)
  ) {
    return nameOf(path) === 'conftest.py' || testLanguageOf(path)?.isTestPath(path) === true;
  }
  if (before !== undefined || after === undefined || testLanguageOf(path)?.isTestPath(path) === true) return false;
  const folder = nameOf(path) === '__init__.py' ? folderOf(folderOf(path)) : folderOf(path);
  return !known.has(`${folder}/__init__.py`);
}

/** The part of a file that decides about imports, as a text to compare. */
function resolutionOf(path: string, text = ''): string {
  if (nameOf(path) !== 'package.json') return text;
  try {
    const { name, exports, imports, main, module, types, browser, workspaces, jest, babel, alias, _moduleAliases } =
      JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify({
      name,
      exports,
      imports,
      main,
      module,
      types,
      browser,
      workspaces,
      jest,
      babel,
      alias,
      _moduleAliases,
    });
  } catch {
    return text;
  }
}
