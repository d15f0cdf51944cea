import type { EarlierFile } from '../../verdicts/analysis/tree-before.ts';
import type { JudgedFiles } from './change-findings.ts';

/** The changed files with their texts on the base. A file that is not text there has none. */
export async function readEarlierFiles({
  base,
  changes,
}: Pick<JudgedFiles, 'base' | 'changes'>): Promise<readonly EarlierFile[]> {
  const existing = changes.filter(({ kind }) => kind !== 'created');
  await base.preload(existing.map(({ path, previousPath = path }) => previousPath));
  return Promise.all(
    changes.map(async ({ kind, path, previousPath = path }) => {
      const before = kind === 'created' ? undefined : previousPath;
      return {
        before,
        after: kind === 'deleted' ? undefined : path,
        text: before === undefined ? undefined : await base.readText(before).catch(() => undefined),
      };
    }),
  );
}
