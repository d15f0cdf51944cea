import type { ModelProvider } from '../base/model-provider.ts';
import { configuredPrices, publishedPrices } from '../cost/model-prices.ts';
import { COMMON_KEY, requireApiKey } from './api-key.ts';

/** Set explicitly: without it the SDK reads the URL from the environment. */
export const GOOGLE_URL = 'https://generativelanguage.googleapis.com/v1beta';

export const google: ModelProvider = {
  id: 'google',
  title: 'Google',
  modelExample: 'gemini-2.5-pro',
  needsBaseUrl: false,
  keyNames: [COMMON_KEY, 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  async create({ model, baseUrl = GOOGLE_URL, fetch, prices, ...request }) {
    const apiKey = await requireApiKey(this, request);
    const { createGoogle } = await import('@ai-sdk/google');
    const provider = createGoogle({ apiKey, baseURL: baseUrl, ...(fetch === undefined ? {} : { fetch }) });
    return {
      model: provider(model),
      supportsTools: true,
      price: prices ? configuredPrices(prices) : await publishedPrices(model, { providerId: 'google' }),
    };
  },
};
