import * as l10n from '@vscode/l10n';
import type { ModelTest, TokenPrice } from '../../engine.ts';

/** The price of a model: `$0.60 in, $2.20 out per million tokens`, or that it is unknown. */
export function formatPrice(price: TokenPrice | undefined): string {
  if (price === undefined) return l10n.t('price unknown');
  const { inputPerMillion, outputPerMillion } = price;
  return l10n.t(
    '${0} in, ${1} out per million tokens',
    formatDollars(inputPerMillion),
    formatDollars(outputPerMillion),
  );
}

/** What a test call showed, in one sentence. */
export function formatTest({ durationMs, price }: ModelTest): string {
  const seconds = (durationMs / 1_000).toFixed(1);
  return l10n.t('It answered in {0} s, {1}.', seconds, formatPrice(price));
}

/** At least two decimals, and two digits of small amounts. */
function formatDollars(amount: number): string {
  if (amount === 0 || amount >= 0.1) return amount.toFixed(2);
  return String(Number(amount.toPrecision(2)));
}
