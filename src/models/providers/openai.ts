import { givenPrices, publishedPrices } from '../model-prices.ts';
import type { ModelProvider } from '../model-provider.ts';
import { COMMON_KEY, requiredKey } from './keys.ts';

/** Named here, because the provider's package would otherwise look into the environment. */
const BASE_URL = 'https://api.openai.com/v1';

export const openai: ModelProvider = {
  id: 'openai',
  title: 'OpenAI',
  modelExample: 'gpt-5',
  needsBaseUrl: false,
  keyNames: [COMMON_KEY, 'OPENAI_API_KEY'],
  async create(request) {
    const apiKey = await requiredKey(this, request);
    const { createOpenAI } = await import('@ai-sdk/openai');
    const provider = createOpenAI({ apiKey, baseURL: request.baseUrl ?? BASE_URL, fetch: request.fetch });
    return {
      model: provider(request.model),
      supportsTools: true,
      price: request.prices
        ? givenPrices(request.prices)
        : await publishedPrices(request.model, { providerId: 'openai' }),
    };
  },
};
