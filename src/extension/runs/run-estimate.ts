import * as l10n from '@vscode/l10n';
import type { AnalyticsReport } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';

/** What a run of several chunks will cost, from what earlier runs in the folder have cost: sentences for a question. */
export function describeRunCost(chunks: number, { totals }: Pick<AnalyticsReport, 'totals'>): string {
  const count = formatCount(chunks, l10n.t('chunk'), l10n.t('chunks'));
  const calls = l10n.t('The model is called for each chunk that is not done: at most {0}.', count);
  const { runs, costUsd, isCostPartial } = totals;
  if (runs === 0 || costUsd === null) return `${calls} ${l10n.t('No earlier run in this folder has a known cost.')}`;
  const each = costUsd / runs;
  const bound = isCostPartial ? '≥ ' : '';
  const average = l10n.t(
    'Earlier runs in this folder cost {0} for each chunk, so about {1} for all.',
    bound + formatUsd(each),
    bound + formatUsd(each * chunks),
  );
  return `${calls} ${average}`;
}

function formatUsd(usd: number): string {
  return `$${usd.toFixed(usd < 0.1 ? 4 : 2)}`;
}
