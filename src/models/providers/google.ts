import { givenPrices, publishedPrices } from '../model-prices.ts';
import type { ModelProvider } from '../model-provider.ts';
import { COMMON_KEY, requiredKey } from './keys.ts';

/** Named here, because the provider's package would otherwise look into the environment. */
const BASE_URL = 'https://generativelanguage.googleapis.com/v1beta';

export const google: ModelProvider = {
  id: 'google',
  title: 'Google',
  modelExample: 'gemini-2.5-pro',
  needsBaseUrl: false,
  keyNames: [COMMON_KEY, 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  async create(request) {
    const apiKey = await requiredKey(this, request);
    const { createGoogle } = await import('@ai-sdk/google');
    const provider = createGoogle({ apiKey, baseURL: request.baseUrl ?? BASE_URL, fetch: request.fetch });
    return {
      model: provider(request.model),
      supportsTools: true,
      price: request.prices
        ? givenPrices(request.prices)
        : await publishedPrices(request.model, { providerId: 'google' }),
    };
  },
};
