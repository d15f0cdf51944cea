import type { SecretVariable } from '../../foundation/secret-variables.ts';
import { COMMON_KEY } from '../providers/api-key.ts';
import { isLocalAddress, keyNamesOf } from '../providers/openai-compatible.ts';
import { modelProviders } from '../providers/provider-table.ts';

/** A server that models can be selected from: its provider, and its address if the provider does not imply it. */
export interface ModelService {
  /** The part before the colon of a model reference. */
  readonly provider: string;
  readonly title: string;
  /** The base URL. Absent for providers with their own address. */
  readonly baseUrl?: string | undefined;
}

/** Services that need no address from the person. */
export const KNOWN_SERVICES: readonly ModelService[] = [
  { provider: 'openai-compatible', title: 'Z.ai', baseUrl: 'https://api.z.ai/api/paas/v4' },
  { provider: 'openai-compatible', title: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
  { provider: 'openai-compatible', title: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1' },
  { provider: 'openai', title: 'OpenAI' },
  { provider: 'anthropic', title: 'Anthropic' },
  { provider: 'google', title: 'Google' },
];

/** Where model servers on this machine listen by default. */
export const LOCAL_SERVICES: readonly ModelService[] = [
  { provider: 'openai-compatible', title: 'Ollama', baseUrl: 'http://localhost:11434/v1' },
  { provider: 'openai-compatible', title: 'LM Studio', baseUrl: 'http://localhost:1234/v1' },
  { provider: 'openai-compatible', title: 'llama.cpp', baseUrl: 'http://localhost:8080/v1' },
  { provider: 'openai-compatible', title: 'vLLM', baseUrl: 'http://localhost:8000/v1' },
];

/** Returns the service at an address, or why the text is no address, as a sentence. */
export function parseServiceAddress(text: string): ModelService | string {
  const trimmed = text.trim().replace(/\/+$/, '');
  const url = URL.parse(trimmed);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'Enter an address that starts with http:// or https://.';
  if (url.username !== '' || url.password !== '')
    return 'Enter the address without a user name, and the key separately.';
  const known = KNOWN_SERVICES.find(({ baseUrl }) => baseUrl === trimmed);
  return known ?? { provider: 'openai-compatible', title: url.host, baseUrl: trimmed };
}

/** The variables of the keys that a service accepts, in order of precedence. */
export function serviceKeyNames({ provider, baseUrl }: ModelService): readonly SecretVariable[] {
  if (baseUrl !== undefined && provider === 'openai-compatible') return keyNamesOf(new URL(baseUrl));
  return modelProviders.find(({ id }) => id === provider)?.keyNames ?? [];
}

/** The variable that a new key of a service is stored under: its own one, or that of any service. */
export function ownKeyName(service: ModelService): SecretVariable {
  return serviceKeyNames(service).find((name) => name !== COMMON_KEY) ?? COMMON_KEY;
}

/** Whether a service is on this machine or in its local network, where servers usually need no key. */
export function isLocalService({ baseUrl }: ModelService): boolean {
  return baseUrl !== undefined && isLocalAddress(new URL(baseUrl));
}
