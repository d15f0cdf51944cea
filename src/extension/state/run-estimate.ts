import * as l10n from '@vscode/l10n';
import { formatCount } from '../../foundation/format-count.ts';
import type { FolderPast } from './workspace-state.ts';

type Past = Pick<FolderPast, 'runs' | 'costUsd' | 'isCostPartial'>;

/** What a run of several chunks will cost, from what earlier runs in the folder have cost: sentences for a question. */
export function describeRunCost(chunks: number, past: Past | undefined): string {
  const count = formatCount(chunks, l10n.t('chunk'), l10n.t('chunks'));
  const calls = l10n.t('The model is called for each chunk that is not done: at most {0}.', count);
  return `${calls} ${estimateRun(chunks, past) ?? l10n.t('No earlier run in this folder has a known cost.')}`;
}

/** What a run will cost, in one sentence. `undefined` if no earlier run in the folder has a known cost. */
export function estimateRun(chunks: number, past: Past | undefined): string | undefined {
  if (past === undefined || past.runs === 0 || past.costUsd === null) return undefined;
  const each = past.costUsd / past.runs;
  const bound = past.isCostPartial ? '≥ ' : '';
  return chunks === 1
    ? l10n.t('A run costs about {0}, as earlier runs in this folder.', bound + formatUsd(each))
    : l10n.t(
        'Earlier runs in this folder cost {0} for each chunk, so about {1} for all.',
        bound + formatUsd(each),
        bound + formatUsd(each * chunks),
      );
}

function formatUsd(usd: number): string {
  return `$${usd.toFixed(usd < 0.1 ? 4 : 2)}`;
}
