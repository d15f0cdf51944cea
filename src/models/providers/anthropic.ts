import type { ModelProvider } from '../base/model-provider.ts';
import { configuredPrices, publishedPrices } from '../cost/model-prices.ts';
import { COMMON_KEY, requireApiKey } from './api-key.ts';

/** Set explicitly: without it the SDK reads the URL from the environment. */
export const ANTHROPIC_URL = 'https://api.anthropic.com/v1';

export const anthropic: ModelProvider = {
  id: 'anthropic',
  title: 'Anthropic',
  modelExample: 'claude-sonnet-4-5',
  needsBaseUrl: false,
  keyNames: [COMMON_KEY, 'ANTHROPIC_API_KEY'],
  async create({ model, baseUrl = ANTHROPIC_URL, fetch, prices, ...request }) {
    const apiKey = await requireApiKey(this, request);
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const provider = createAnthropic({ apiKey, baseURL: baseUrl, ...(fetch === undefined ? {} : { fetch }) });
    return {
      model: provider(model),
      supportsTools: true,
      price: prices ? configuredPrices(prices) : await publishedPrices(model, { providerId: 'anthropic' }),
    };
  },
};
