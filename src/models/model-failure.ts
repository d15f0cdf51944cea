/**
 * Turns whatever a provider throws or streams as an error into one ModelError: what failed, whether calling again can
 * help, when, and what the person can do. The original is not kept as the cause, because it carries the request and
 * the answer, in which keys and prompts stand; only its redacted message is.
 */
import { APICallError } from '@ai-sdk/provider';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import type { ConfiguredModel } from './configured-model.ts';
import { ModelError } from './model-error.ts';
import { retryAfterOf } from './retry-policy.ts';

const KEY_HINT =
  'Set a valid key with the command "Holdfast: Set API Key" or in the environment variable HOLDFAST_API_KEY.';

/** Status codes that mean "later", beside every one from 500 on. */
const RETRYABLE_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** An account without money also answers 429, and no waiting mends it. */
const OUT_OF_MONEY = /insufficient[_ ](quota|balance|funds|credits?)|billing_hard_limit/i;

/** How providers name passing trouble inside a stream. */
const PASSING_TROUBLE =
  /overload|rate[_ ]?limit|too many requests|server[_ ]error|internal|timeout|timed out|unavailable|try again|capacity|\b(?:429|5\d\d)\b/i;

const NETWORK_TROUBLE =
  /terminated|socket|network|fetch failed|ECONN|EPIPE|ETIMEDOUT|UND_ERR|EAI_AGAIN|premature|aborted/i;

const TOOLS_REFUSED =
  /(?:does not|doesn't|do not|not) support[^.]{0,40}\b(?:tools?|function[ _]call)|\btools?\b[^.]{0,40}not supported/i;

const CONTEXT_FULL =
  /context[_ ](?:length|window|size)|maximum context|too many (?:input )?tokens|prompt is too long|input is too long|exceeds? [^.]{0,40}token/i;

/** Whether the error says that the conversation has outgrown what the model can take in. */
export function saysContextFull(error: ModelError): boolean {
  return !error.retryable && (error.statusCode === 413 || CONTEXT_FULL.test(error.message));
}

/** Whether the error says that this model cannot call tools. */
export function saysToolsUnsupported(error: ModelError): boolean {
  return !error.retryable && TOOLS_REFUSED.test(error.message);
}

export function toModelError(thrown: unknown, model: Pick<ConfiguredModel, 'reference' | 'redact'>): HoldfastError {
  if (thrown instanceof HoldfastError) return thrown;
  const what = `Failed to call ${model.reference}`;
  const detail = model.redact(describe(thrown));
  const cause = new Error(detail);
  cause.name = thrown instanceof Error ? thrown.name : 'ProviderError';
  if (!APICallError.isInstance(thrown)) {
    // What comes here stood inside a stream that had begun, or is a broken answer.
    const retryable =
      saysRetryable(thrown) || isBrokenAnswer(thrown) || PASSING_TROUBLE.test(detail) || NETWORK_TROUBLE.test(detail);
    const hint = retryable
      ? 'The connection or the server ended the answer early; try again.'
      : 'Try again, or use another model.';
    return new ModelError(`${what}: ${detail}`, { retryable, answered: true, cause, hint });
  }
  const statusCode = thrown.statusCode;
  if (statusCode === undefined || (statusCode >= 200 && statusCode < 300)) {
    return new ModelError(`${what}: ${detail}`, {
      retryable: thrown.isRetryable || statusCode !== undefined,
      answered: statusCode !== undefined,
      cause,
      hint: 'Check that the server is running and that the base URL (HOLDFAST_BASE_URL) is right.',
    });
  }
  const retryAfterMs = retryAfterOf(thrown.responseHeaders, Date.now());
  const body = thrown.responseBody ?? '';
  const outOfMoney = OUT_OF_MONEY.test(body);
  return new ModelError(`${what}: the server answered ${statusCode}: ${detail}`, {
    statusCode,
    retryable: !outOfMoney && (RETRYABLE_STATUS.has(statusCode) || statusCode >= 500),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    hint: outOfMoney ? 'The account has no credit left; top it up or use another model.' : hintFor(statusCode),
    cause,
  });
}

function hintFor(statusCode: number): string {
  if (statusCode === 401 || statusCode === 403) return KEY_HINT;
  if (statusCode === 404) return 'Check the name of the model and the base URL (HOLDFAST_BASE_URL).';
  if (statusCode === 413) return 'The request is too large for this model; use fewer context files or another model.';
  if (statusCode === 429) return 'The rate limit of the account is reached; wait, or use another model.';
  if (statusCode >= 500) return 'The server has trouble of its own; try again later.';
  return 'Check that the model exists and accepts requests of this kind and size.';
}

/** Some providers mark the errors inside their streams themselves. */
function saysRetryable(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && Reflect.get(thrown, 'isRetryable') === true;
}

/** An answer that could not be read as the provider's protocol. */
function isBrokenAnswer(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    /InvalidResponseData|JSONParse|TypeValidation|EmptyResponseBody|NoContentGenerated/.test(thrown.name)
  );
}

const LONGEST_DETAIL = 500;

/** The message of anything that a provider throws or streams: an Error, a string, or `{message, type, code}`. */
function describe(thrown: unknown): string {
  return brief(
    typeof thrown === 'object' && thrown !== null && !(thrown instanceof Error)
      ? describeObject(thrown)
      : withCauses(thrown),
  );
}

function describeObject(value: object): string {
  const fields: string[] = [];
  for (const key of ['type', 'code', 'status', 'message']) {
    const field: unknown = Reflect.get(value, key);
    if (typeof field === 'string' || typeof field === 'number') fields.push(String(field));
  }
  const nested: unknown = Reflect.get(value, 'error');
  if (typeof nested === 'object' && nested !== null) fields.push(describeObject(nested));
  return fields.length === 0 ? JSON.stringify(value) : fields.join(': ');
}

/** `terminated` alone says little: the cause below it names the socket. */
function withCauses(thrown: unknown): string {
  const message = messageOf(thrown);
  const cause = thrown instanceof Error && !APICallError.isInstance(thrown) ? thrown.cause : undefined;
  const below = cause instanceof Error ? cause.message : '';
  return below === '' || message.includes(below) ? message : `${message} (${below})`;
}

function brief(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  return oneLine.length <= LONGEST_DETAIL ? oneLine : `${oneLine.slice(0, LONGEST_DETAIL)}…`;
}
