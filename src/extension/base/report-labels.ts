import * as l10n from '@vscode/l10n';
/** Formats a cost. An unknown cost is `unknown`, never 0. */
export function formatCost(costUsd: number | null): string {
  if (costUsd === null) return 'unknown';
  return costUsd > 0 && costUsd < 0.0001 ? l10n.t('less than $0.0001') : `$${costUsd.toFixed(4)}`;
}

/** A share from 0 to 1 as a percentage. Rounded down, so that a share below a threshold never looks like it. */
export function formatShare(share: number | null): string {
  return share === null ? '–' : `${Math.floor(share * 1000) / 10} %`;
}

/** A duration in milliseconds. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return l10n.t('{0} ms', Math.round(durationMs));
  const seconds = durationMs / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return l10n.t('{0} min {1} s', Math.floor(seconds / 60), Math.round(seconds % 60));
}
