import type { ModelProvider } from '../base/model-provider.ts';
import { configuredPrices, publishedPrices } from '../cost/model-prices.ts';
import { COMMON_KEY, requireApiKey } from './api-key.ts';

/** Set explicitly: without it the SDK reads the URL from the environment. */
export const OPENAI_URL = 'https://api.openai.com/v1';

export const openai: ModelProvider = {
  id: 'openai',
  title: 'OpenAI',
  modelExample: 'gpt-5',
  needsBaseUrl: false,
  keyNames: [COMMON_KEY, 'OPENAI_API_KEY'],
  async create({ model, baseUrl = OPENAI_URL, fetch, prices, ...request }) {
    const apiKey = await requireApiKey(this, request);
    const { createOpenAI } = await import('@ai-sdk/openai');
    const provider = createOpenAI({ apiKey, baseURL: baseUrl, ...(fetch === undefined ? {} : { fetch }) });
    return {
      model: provider(model),
      supportsTools: true,
      price: prices ? configuredPrices(prices) : await publishedPrices(model, { providerId: 'openai' }),
    };
  },
};
