import { givenPrices, publishedPrices } from '../model-prices.ts';
import type { ModelProvider } from '../model-provider.ts';
import { COMMON_KEY, requiredKey } from './keys.ts';

/** Named here, because the provider's package would otherwise look into the environment. */
const BASE_URL = 'https://api.anthropic.com/v1';

export const anthropic: ModelProvider = {
  id: 'anthropic',
  title: 'Anthropic',
  modelExample: 'claude-sonnet-4-5',
  needsBaseUrl: false,
  keyNames: [COMMON_KEY, 'ANTHROPIC_API_KEY'],
  async create(request) {
    const apiKey = await requiredKey(this, request);
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const provider = createAnthropic({ apiKey, baseURL: request.baseUrl ?? BASE_URL, fetch: request.fetch });
    return {
      model: provider(request.model),
      supportsTools: true,
      price: request.prices
        ? givenPrices(request.prices)
        : await publishedPrices(request.model, { providerId: 'anthropic' }),
    };
  },
};
