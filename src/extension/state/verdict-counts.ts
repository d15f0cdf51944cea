import * as l10n from '@vscode/l10n';
import type { VerdictCounts } from '../../foundation/verdict.ts';

/** `2/3 chunks, 1 unverified` */
export function formatVerdictCounts({ satisfied, unverified, total }: VerdictCounts): string {
  return unverified === 0
    ? l10n.t('{0}/{1} chunks', satisfied, total)
    : l10n.t('{0}/{1} chunks, {2} unverified', satisfied, total, unverified);
}
