import type { BrokenImport } from '../../code/impact/broken-imports.ts';
import { configuresImports, isIndexedPath } from '../../code/languages/language-table.ts';
import type { EarlierFile } from '../../verdicts/analysis/tree-before.ts';
import type { ChangeFinding } from './change-types.ts';
import type { JudgedFiles } from './change-findings.ts';
import type { ChangeTrees } from './change-trees.ts';

/**
 * [CHANGE-1] The imports of the result that led to a file or a name on the base and lead to none now. A file that git ignores
 * now may be generated.
 */
export async function findBrokenImports(
  { services, repository, signal }: JudgedFiles,
  files: readonly EarlierFile[],
  trees: Pick<ChangeTrees, 'openHead'>,
): Promise<readonly ChangeFinding[]> {
  const paths = files.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  if (!paths.some((path) => isIndexedPath(path) || configuresImports(path))) return [];
  const { tree } = await trees.openHead();
  const broken = await services.analysis.brokenImports(tree.root, files, { signal });
  const excluded = new Map<string, boolean>();
  const mayBeGenerated = async ({ missing }: BrokenImport): Promise<boolean> => {
    for (const file of missing) {
      if (!excluded.has(file)) excluded.set(file, (await repository.commits?.isExcluded(file, signal)) === true);
      if (excluded.get(file) === true) return true;
    }
    return false;
  };
  const findings: ChangeFinding[] = [];
  for (const one of broken) {
    if (await mayBeGenerated(one)) continue;
    findings.push(toFinding(one));
  }
  return findings;
}

function toFinding({ file, line, column, specifier, name, was }: BrokenImport): ChangeFinding {
  const place = { kind: 'broken-import', severity: 'error', file, line, column } as const;
  const noun = name === 'default' ? 'the default export' : name;
  if (specifier === undefined) {
    return {
      ...place,
      message: `Restore ${noun} in ${was.file}, or change the use: the package no longer has it`,
      expected: `The package has ${noun} (${was.file}:${was.line} on the base)`,
      actual: 'It has no such name',
    };
  }
  if (name === undefined) {
    return {
      ...place,
      message: `Restore ${was.file}, or change the import: nothing is at "${specifier}" any longer`,
      expected: `"${specifier}" leads to ${was.file}`,
      actual: 'It leads to no file',
    };
  }
  return {
    ...place,
    message: `Restore ${noun} in ${was.file}, or change the import: "${specifier}" no longer exports it`,
    expected: `"${specifier}" exports ${noun} (${was.file}:${was.line} on the base)`,
    actual: 'It has no such export',
  };
}
