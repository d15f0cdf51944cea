import type { AttemptRecord } from './sub-item.ts';

/** So many failures of the same kind in a row end the attempts. */
const SAME_CATEGORY_LIMIT = 3;

/**
 * Why further attempts are not expected to help: the same category of failure three times in a row, or the same code that
 * fails in the same way twice [PIPE-6]. Undefined if they may help.
 */
export function explainStall(attempts: readonly AttemptRecord[]): string | undefined {
  const last = attempts.at(-1);
  if (last === undefined || last.passed) return undefined;
  const same = attempts.find(
    ({ number, codeHash, failureHash }) =>
      number !== last.number && codeHash === last.codeHash && failureHash === last.failureHash,
  );
  if (same !== undefined) {
    return `Attempts ${same.number} and ${last.number} produced the same code, which failed in the same way.`;
  }
  const recent = attempts.slice(-SAME_CATEGORY_LIMIT);
  const isSameCategory = recent.every(({ passed, category }) => !passed && category === last.category);
  if (recent.length < SAME_CATEGORY_LIMIT || last.category === undefined || !isSameCategory) return undefined;
  return `The last ${SAME_CATEGORY_LIMIT} attempts failed in the category ${last.category}.`;
}
