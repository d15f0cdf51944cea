import type { ApiComparison } from '../../code/api/compare/api-difference.ts';
import { summarizeDifferences } from '../../code/api/compare/version-bump.ts';
import type { Repository } from '../../workspace/repository.ts';

/** [CHANGE-2] Judges no entry whose file the change deleted and git ignores now: a build may write it. */
export async function withoutBuiltEntries(
  comparisons: readonly ApiComparison[],
  { commits }: Pick<Repository, 'commits'>,
  signal: AbortSignal,
): Promise<readonly ApiComparison[]> {
  const missing = comparisons.flatMap(({ differences }) => differences.flatMap(({ missingFile = [] }) => missingFile));
  const built = new Set<string | undefined>();
  for (const file of new Set(missing)) if ((await commits?.isExcluded(file, signal)) !== false) built.add(file);
  if (built.size === 0) return comparisons;
  return comparisons.map((one) => {
    const kept = one.differences.filter(({ missingFile }) => missingFile === undefined || !built.has(missingFile));
    const dropped = one.differences.filter((difference) => !kept.includes(difference)).map(({ name }) => name);
    return {
      ...one,
      ...summarizeDifferences(kept, one.versionBefore),
      notJudged: [...new Set([...one.notJudged, ...dropped])].sort(),
    };
  });
}
