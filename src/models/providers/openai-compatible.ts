import { HoldfastError } from '../../foundation/errors.ts';
import type { SecretVariable } from '../../foundation/secret-variables.ts';
import type { ModelProvider, ModelRequest } from '../base/model-provider.ts';
import { configuredPrices, publishedPrices, unknownPrice, type CostCalculator } from '../cost/model-prices.ts';
import { COMMON_KEY, requireApiKey } from './api-key.ts';
import { withStrictAnswers } from './chat-answer.ts';

/** The usual API key variables of known hosts. The key of one host is never sent to another. */
const KEY_NAMES_BY_HOST: readonly { readonly host: RegExp; readonly names: readonly SecretVariable[] }[] = [
  { host: /(?:^|\.)openrouter\.ai$/, names: ['OPENROUTER_API_KEY'] },
  { host: /(?:^|\.)z\.ai$|(?:^|\.)bigmodel\.cn$/, names: ['ZAI_API_KEY', 'ZHIPU_API_KEY'] },
  { host: /(?:^|\.)deepseek\.com$/, names: ['DEEPSEEK_API_KEY'] },
  { host: /(?:^|\.)openai\.com$/, names: ['OPENAI_API_KEY'] },
];

const PRIVATE_ADDRESS = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[::1\]$|\[f[cd])/i;

/** Any service that implements the OpenAI chat protocol: GLM, Ollama, vLLM, LM Studio, OpenRouter, … */
export const openaiCompatible: ModelProvider = {
  id: 'openai-compatible',
  title: 'OpenAI-compatible service',
  modelExample: 'glm-4.6',
  needsBaseUrl: true,
  keyNames: [COMMON_KEY],
  async create(request) {
    const url = requireBaseUrl(request);
    const keyNames = keyNamesOf(url);
    const isLocal = isLocalAddress(url);
    const title = `${this.title} at ${url.host}`;
    const apiKey = isLocal ? await request.firstKey(keyNames) : await requireApiKey({ title, keyNames }, request);
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const provider = createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: url.href,
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(request.fetch === undefined ? {} : { fetch: withStrictAnswers(request.fetch) }),
      includeUsage: true,
    });
    return {
      model: provider(request.model),
      supportsTools: 'unknown',
      price: await findPrice(request, url, isLocal),
    };
  },
};

/** The variables of the keys that the server at an address may receive, in order of precedence. */
export function keyNamesOf(url: URL): readonly SecretVariable[] {
  return [COMMON_KEY, ...KEY_NAMES_BY_HOST.flatMap(({ host, names }) => (host.test(url.hostname) ? names : []))];
}

function requireBaseUrl(request: ModelRequest): URL {
  const hint =
    'Select the model again and enter its address, or set "baseUrl" in the settings or in holdfast.config.yaml, ' +
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

/** Whether a URL refers to this machine or its local network, where model servers need no key. */
export function isLocalAddress(url: URL): boolean {
  const host = url.hostname.toLowerCase();
  return PRIVATE_ADDRESS.test(host) || !/[.:]/.test(host) || /\.(?:localhost|local|internal|lan)$/.test(host);
}

async function findPrice(request: ModelRequest, url: URL, isLocal: boolean): Promise<CostCalculator> {
  if (request.prices) return configuredPrices(request.prices);
  return isLocal ? unknownPrice : await publishedPrices(request.model, { providerApiUrl: url.href });
}
