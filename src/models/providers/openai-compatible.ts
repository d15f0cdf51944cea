import { HoldfastError } from '../../shared/errors.ts';
import { givenPrices, publishedPrices, unknownPrice } from '../model-prices.ts';
import type { PriceOf } from '../model-prices.ts';
import type { ModelProvider, ModelRequest } from '../model-provider.ts';
import { COMMON_KEY, requiredKey } from './keys.ts';
import { isLocalAddress } from './local-address.ts';

/** Usual names of keys by the host that they belong to. A key is never sent to another host. */
const KEYS_OF_HOSTS: readonly { readonly host: RegExp; readonly names: readonly string[] }[] = [
  { host: /(?:^|\.)openrouter\.ai$/, names: ['OPENROUTER_API_KEY'] },
  { host: /(?:^|\.)z\.ai$|(?:^|\.)bigmodel\.cn$/, names: ['ZAI_API_KEY', 'ZHIPU_API_KEY'] },
  { host: /(?:^|\.)deepseek\.com$/, names: ['DEEPSEEK_API_KEY'] },
  { host: /(?:^|\.)openai\.com$/, names: ['OPENAI_API_KEY'] },
];

/** Every service that speaks the OpenAI chat protocol: GLM, Ollama, vLLM, LM Studio, OpenRouter, … */
export const openaiCompatible: ModelProvider = {
  id: 'openai-compatible',
  title: 'OpenAI-compatible service',
  modelExample: 'glm-4.6',
  needsBaseUrl: true,
  keyNames: [COMMON_KEY],
  async create(request) {
    const url = baseUrlOf(request);
    const keyNames = [
      COMMON_KEY,
      ...KEYS_OF_HOSTS.flatMap(({ host, names }) => (host.test(url.hostname) ? names : [])),
    ];
    const local = isLocalAddress(url);
    const title = `${this.title} at ${url.host}`;
    const apiKey = local ? await request.firstKey(keyNames) : await requiredKey({ title, keyNames }, request);
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const provider = createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: url.href,
      apiKey,
      fetch: request.fetch,
      includeUsage: true,
    });
    return {
      model: provider(request.model),
      supportsTools: 'unknown',
      price: await priceOf(request, url, local),
    };
  },
};

function baseUrlOf(request: ModelRequest): URL {
  const hint =
    'Set the base URL in the settings, in holdfast.config.yaml or in the environment variable HOLDFAST_BASE_URL, ' +
    'for example http://localhost:11434/v1.';
  const text = request.baseUrl?.trim() ?? '';
  if (text === '') {
    throw new HoldfastError('configuration', `Failed to use openai-compatible:${request.model}: no base URL is set`, {
      hint,
    });
  }
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new HoldfastError(
      'configuration',
      `Failed to use openai-compatible:${request.model}: "${text}" is not an http or https URL`,
      { hint },
    );
  }
  return url;
}

async function priceOf(request: ModelRequest, url: URL, local: boolean): Promise<PriceOf> {
  if (request.prices) return givenPrices(request.prices);
  return local ? unknownPrice : await publishedPrices(request.model, { providerApiUrl: url.href });
}
