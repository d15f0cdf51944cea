import type { BrokenImport } from '../../code/impact/broken-imports.ts';
import { configuresImports, isIndexedPath } from '../../code/languages/language-table.ts';
import type { ChangeFinding } from './change-types.ts';
import type { JudgedFiles } from './change-findings.ts';
import type { ChangeTrees } from './change-trees.ts';

/**
 * [CHANGE-1] The imports of the result that led to a file or a name on the base and lead to none now. A file that git ignores
 * now may be generated.
 */
export async function findBrokenImports(
  { services, repository, base, changes, signal }: JudgedFiles,
  trees: Pick<ChangeTrees, 'openHead'>,
): Promise<readonly ChangeFinding[]> {
  const paths = changes.flatMap(({ path, previousPath = path }) => [path, previousPath]);
  if (!paths.some((path) => isIndexedPath(path) || configuresImports(path))) return [];
  const existing = changes.filter(({ kind }) => kind !== 'created');
  await base.preload(existing.map(({ path, previousPath = path }) => previousPath));
  const files = await Promise.all(
    changes.map(async ({ kind, path, previousPath = path }) => {
      const before = kind === 'created' ? undefined : previousPath;
      return {
        before,
        after: kind === 'deleted' ? undefined : path,
        text: before === undefined ? undefined : await base.readText(before).catch(() => undefined),
      };
    }),
  );
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
  if (name === undefined) {
    return {
      ...place,
      message: `Restore ${was.file}, or change the import: nothing is at "${specifier}" any longer`,
      expected: `"${specifier}" leads to ${was.file}`,
      actual: 'It leads to no file',
    };
  }
  const noun = name === 'default' ? 'the default export' : name;
  return {
    ...place,
    message: `Restore ${noun} in ${was.file}, or change the import: "${specifier}" no longer exports it`,
    expected: `"${specifier}" exports ${noun} (${was.file}:${was.line} on the base)`,
    actual: 'It has no such export',
  };
}
