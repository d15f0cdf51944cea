import type { TokenUsage } from './token-usage.ts';

/** Prices from the configuration or a recording, in US dollars. */
export interface ModelPrices {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

/**
 * Returns the cost of a call in US dollars, or null if the price is unknown. An unknown price is never 0. A recorded cost
 * takes precedence over a calculated cost.
 */
export type CostCalculator = (usage: TokenUsage) => number | null;

/** For models without a known price: the recorded cost, or null. */
export const unknownPrice: CostCalculator = (usage) => usage.recordedCostUsd ?? null;

/** Calculates with configured prices. Cached input is charged as input. */
export function configuredPrices(prices: ModelPrices): CostCalculator {
  return (usage) =>
    usage.recordedCostUsd ??
    (usage.inputTokens * prices.inputPerMillion + usage.outputTokens * prices.outputPerMillion) / 1_000_000;
}

/** Selects the provider in the price list: by its name in the list, or by the URL of the calls. */
type PriceSource = { readonly providerId: string } | { readonly providerApiUrl: string };

/** Calculates with the published price list. The list is large, so it is loaded on first use. */
export async function publishedPrices(model: string, source: PriceSource): Promise<CostCalculator> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  const price: CostCalculator = (usage) => {
    if (usage.recordedCostUsd !== undefined) return usage.recordedCostUsd;
    const cached = Math.min(usage.cachedInputTokens, usage.inputTokens);
    const written = Math.min(usage.cacheWriteTokens, usage.inputTokens - cached);
    try {
      const result = calcPrice(
        {
          input_tokens: usage.inputTokens,
          output_tokens: usage.outputTokens,
          cache_read_tokens: cached,
          cache_write_tokens: written,
        },
        model,
        source,
      );
      return result === null ? null : result.total_price;
    } catch {
      // The library throws if it lists the model without a price for this kind of usage. That price is unknown.
      return null;
    }
  };
  return price;
}
