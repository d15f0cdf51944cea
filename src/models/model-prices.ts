import type { ModelPrices } from './configured-model.ts';
import type { TokenUsage } from './token-usage.ts';

export type PriceOf = (usage: TokenUsage) => number | null;

/** For models whose price nobody knows: a recorded cost, or nothing. */
export const unknownPrice: PriceOf = (usage) => usage.recordedCostUsd ?? null;

/** Prices that the configuration gives. Cached input counts as input. */
export function givenPrices(prices: ModelPrices): PriceOf {
  return (usage) =>
    usage.recordedCostUsd ??
    (usage.inputTokens * prices.inputPerMillion + usage.outputTokens * prices.outputPerMillion) / 1_000_000;
}

/** Where a price list is looked up: by the provider's name in it, or by the address that is called. */
type PriceSource = { readonly providerId: string } | { readonly providerApiUrl: string };

/** The published prices of a model, or `unknownPrice` where the list does not know it. The list is large, so it is loaded here. */
export async function publishedPrices(model: string, source: PriceSource): Promise<PriceOf> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  const price: PriceOf = (usage) => {
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
      // The list throws where it has a model but not a price for this kind of usage: that is an unknown price too.
      return null;
    }
  };
  return price;
}
