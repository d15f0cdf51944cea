import { findChangedFunctions } from '../../code/impact/changed-functions.ts';
import { findNewCycles } from '../../code/impact/import-cycles.ts';
import { findUnreachedFunctions, type ExportedFunction } from '../../code/impact/unreached-functions.ts';
import { tryReadText } from '../../code/index/read-tree.ts';
import { isIndexedPath } from '../../code/languages/language-table.ts';
import { loadTypeScript } from '../../code/language/typescript-parser.ts';
import type { Fact } from '../../foundation/fact.ts';
import { CHANGE_FACT_RULES, type ChangeFactRule } from '../facts/change-fact-rules.ts';
import { testLanguageOf } from '../protection/tests/test-languages.ts';
import type { RootSnapshot } from './analyzed-root.ts';
import { indexBefore, originalPaths, type EarlierFile } from './tree-before.ts';

export type ImportFactRule = Exclude<ChangeFactRule['id'], 'secret-added'>;

/** What the imports of a tree show about a change. */
export async function queryImportFacts(
  root: RootSnapshot,
  files: readonly EarlierFile[],
  rules: readonly ImportFactRule[],
  signal: AbortSignal | undefined,
): Promise<readonly Fact[]> {
  const code = files.filter(({ after }) => after !== undefined && isIndexedPath(after));
  if (code.length === 0) return [];
  return [
    ...(rules.includes('unproved-function') ? await findUnproved(root, code) : []),
    ...(rules.includes('import-cycle') ? await findCycles(root, files, signal) : []),
  ];
}

async function findUnproved({ tree, index }: RootSnapshot, files: readonly EarlierFile[]): Promise<readonly Fact[]> {
  const isTest = (file: string): boolean => testLanguageOf(file)?.isTestPath(file) === true;
  const functions: ExportedFunction[] = [];
  for (const { after: file, text: before = '' } of files) {
    const after = file === undefined || isTest(file) ? undefined : await tryReadText(tree, file);
    if (file === undefined || after === undefined || file.endsWith('.go')) continue;
    const changed = new Set(findChangedFunctions(await loadTypeScript(), file, { before, after }));
    for (const { name, line, localName, declaredAt } of index.moduleOf(file)?.exports ?? []) {
      if (localName !== undefined && changed.has(localName)) {
        functions.push({ file, name: localName === name ? name : localName, line: declaredAt?.line ?? line });
      }
    }
  }
  const mentionsAgain = async (file: string, name: string): Promise<boolean> => {
    const text = (await tryReadText(tree, file)) ?? '';
    return text.split(new RegExp(String.raw`(?<![\w$])${escapeRegExp(name)}(?![\w$])`)).length > 2;
  };
  const unreached = await findUnreachedFunctions({ index, isTest, functions, mentionsAgain });
  return unreached.map(({ file, name, line }) => ({
    rule: 'unproved-function',
    file,
    line,
    message: `${CHANGE_FACT_RULES['unproved-function'].message}: ${name}`,
    places: 1,
  }));
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[$]/g, String.raw`\$&`);
}

async function findCycles(
  { tree, index }: RootSnapshot,
  files: readonly EarlierFile[],
  signal: AbortSignal | undefined,
): Promise<readonly Fact[]> {
  const before = await indexBefore(tree, index, files, signal);
  const changed = files.flatMap(({ after }) => after ?? []);
  const cycles = findNewCycles({ before, after: index, changed, originalOf: originalPaths(files) });
  return cycles.map(({ file, line, path }) => ({
    rule: 'import-cycle',
    file,
    line,
    message: `${CHANGE_FACT_RULES['import-cycle'].message}: ${path.join(' → ')}`,
    places: 1,
  }));
}
