import { boundedFetch } from '../../foundation/bounded-fetch.ts';
import * as z from 'zod';
import { CancelledError, HoldfastError, messageOf } from '../../foundation/errors.ts';
import { ModelError } from '../base/model-error.ts';
import { redact } from '../base/redaction.ts';
import { publishedPrices, type CostCalculator } from '../cost/model-prices.ts';
import { NO_TOKENS } from '../cost/token-usage.ts';
import { ANTHROPIC_URL } from '../providers/anthropic.ts';
import { GOOGLE_URL } from '../providers/google.ts';
import { OPENAI_URL } from '../providers/openai.ts';
import { isLocalService, type ModelService } from './model-service.ts';

/** In US dollars. */
export interface TokenPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

export interface ServedModel {
  /** The part after the colon of a model reference. */
  readonly id: string;
  /** Absent if the price is unknown. */
  readonly price?: TokenPrice | undefined;
}

export interface ListModelsInput {
  readonly service: ModelService;
  readonly key: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** How long the server may take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const ACTION = 'list the models';
/** A longer detail of an error is cut off. */
const MAX_DETAIL_LENGTH = 200;

const openAiSchema = z.object({ data: z.array(z.object({ id: z.string() })) });
const googleSchema = z.object({
  models: z.array(z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).optional() })),
});

/**
 * Lists the models that a service offers, sorted by name. Returns `undefined` if the service has no list.
 *
 * @throws ModelError with the status if the server refuses the request, for example 401 for a wrong key; without a status if
 * it does not answer or its answer is no list of models
 */
export async function listModels(input: ListModelsInput): Promise<readonly ServedModel[] | undefined> {
  const { service } = input;
  const answer = await requestList(input);
  if (answer === undefined) return undefined;
  const ids = parseList(service, answer);
  if (ids === undefined) {
    throw new ModelError(`Failed to ${ACTION} of ${service.title}: the answer is not a list of models.`, {
      hint: `Check the address ${addressOf(service)}. That of most services ends with /v1.`,
    });
  }
  return Promise.all(
    [...new Set(ids)]
      .sort((one, other) => one.localeCompare(other))
      .map(async (id) => ({ id, ...(await findPrice(service, id)) })),
  );
}

function parseList({ provider }: ModelService, answer: unknown): readonly string[] | undefined {
  if (provider !== 'google') return openAiSchema.safeParse(answer).data?.data.map(({ id }) => id);
  return googleSchema
    .safeParse(answer)
    .data?.models.filter(({ supportedGenerationMethods: methods }) => methods?.includes('generateContent') ?? true)
    .map(({ name }) => name.replace(/^models\//, ''));
}

/** Services list thousands of models with a few hundred bytes each. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** The answer of the server; `undefined` if it knows no such request. */
async function requestList({ service, key, fetch, timeoutMs, signal }: ListModelsInput): Promise<unknown> {
  const mask = (text: string): string => redact(text, key === undefined ? [] : [key]);
  const fail = (cause: string, hint: string, statusCode?: number): ModelError =>
    new ModelError(`Failed to ${ACTION} of ${service.title}: ${mask(cause)}`, { hint, statusCode });
  let response: Response;
  let text: string;
  try {
    response = await boundedFetch(fetch, { milliseconds: timeoutMs, bytes: MAX_LIST_BYTES })(
      `${addressOf(service)}${LIST_PATHS[service.provider] ?? '/models'}`,
      {
        headers: headersOf(service, key),
        signal,
      },
    );
    text = await response.text();
  } catch (thrown) {
    if (signal.aborted) throw new CancelledError(ACTION);
    throw fail(`${describeNetworkError(thrown)}.`, `Check that a server is running at ${addressOf(service)}.`);
  }
  const { status } = response;
  if (status === 404 || status === 405 || status === 501) return undefined;
  if (!response.ok) {
    const detail = readErrorMessage(text).replace(/\s+/g, ' ').trim().slice(0, MAX_DETAIL_LENGTH);
    const hint = status === 401 || status === 403 ? 'Enter a valid key of the service.' : 'Try again later.';
    throw fail(`the server answered ${status}: ${detail}`, hint, status);
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The most models of a list. Other services have no pages. */
const LIST_PATHS: Readonly<Record<string, string>> = {
  anthropic: '/models?limit=1000',
  google: '/models?pageSize=1000',
};

function addressOf({ provider, baseUrl }: ModelService): string {
  if (baseUrl !== undefined) return baseUrl.replace(/\/+$/, '');
  switch (provider) {
    case 'openai':
      return OPENAI_URL;
    case 'anthropic':
      return ANTHROPIC_URL;
    case 'google':
      return GOOGLE_URL;
    default:
      throw new HoldfastError('configuration', `Failed to ${ACTION} of ${provider}: it has no address.`);
  }
}

function headersOf({ provider }: ModelService, key: string | undefined): Readonly<Record<string, string>> {
  const accept = { accept: 'application/json' };
  if (provider === 'anthropic')
    return { ...accept, 'anthropic-version': '2023-06-01', ...(key && { 'x-api-key': key }) };
  if (provider === 'google') return { ...accept, ...(key && { 'x-goog-api-key': key }) };
  return { ...accept, ...(key && { authorization: `Bearer ${key}` }) };
}

const errorSchema = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

/** The message in the body of an error, or the body if it has another form. */
function readErrorMessage(body: string): string {
  try {
    const { error } = errorSchema.parse(JSON.parse(body));
    return typeof error === 'string' ? error : error.message;
  } catch {
    return body;
  }
}

/** `fetch failed` alone does not name the error of the socket. */
function describeNetworkError(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const code = typeof cause === 'object' && cause !== null ? (Reflect.get(cause, 'code') as unknown) : undefined;
  if (code === 'ECONNREFUSED') return 'no server answers there';
  if (code === 'ENOTFOUND') return 'there is no server with this name';
  return cause instanceof Error && cause.message !== '' ? cause.message : messageOf(thrown);
}

async function findPrice(service: ModelService, model: string): Promise<{ readonly price?: TokenPrice }> {
  if (isLocalService(service)) return {};
  const { provider, baseUrl } = service;
  const source = baseUrl === undefined ? { providerId: provider } : { providerApiUrl: baseUrl };
  return toTokenPrice(await publishedPrices(model, source));
}

/** The price of a million tokens, from that of a short call: long calls can cost more. */
export function toTokenPrice(price: CostCalculator): { readonly price?: TokenPrice } {
  const input = price({ ...NO_TOKENS, inputTokens: 1_000 });
  const output = price({ ...NO_TOKENS, outputTokens: 1_000 });
  if (input === null || output === null) return {};
  return { price: { inputPerMillion: input * 1_000, outputPerMillion: output * 1_000 } };
}
