/**
 * Converts any error that a provider throws or streams into a ModelError, which states whether and when a retry may help
 * and what the user can do.
 *
 * Providers and servers have no common error codes. The kind of an error without an HTTP status must be derived from the
 * provider's message. Only this file does that, and stores the result in fields of the ModelError.
 *
 * The original error is not kept as the cause, because it contains the request and the answer, and so keys and prompts.
 * Only its redacted message is kept.
 */
import { APICallError } from '@ai-sdk/provider';
import { ExchangeLimitError } from '../../shared/bounded-fetch.ts';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import type { ConfiguredModel } from '../base/configured-model.ts';
import { ModelError, type ModelLimitation } from '../base/model-error.ts';
import { parseRetryAfter } from './retry-policy.ts';

const KEY_HINT =
  'Set a valid key with the command "Holdfast: Set API Key" or in the environment variable HOLDFAST_API_KEY.';

/** Retryable status codes, in addition to those from 500 on. */
const RETRYABLE_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Matches the body of a 429 response for an account without credit. A retry does not help. */
const NO_CREDIT = /insufficient[_ ](quota|balance|funds|credits?)|billing_hard_limit/i;

/** Matches transient errors that a provider reports in a stream. */
const TRANSIENT_ERROR =
  /overload|rate[_ ]?limit|too many requests|server[_ ]error|internal|timeout|timed out|unavailable|try again|capacity|\b(?:429|5\d\d)\b/i;

const NETWORK_ERROR =
  /terminated|socket|network|fetch failed|ECONN|EPIPE|ETIMEDOUT|UND_ERR|EAI_AGAIN|premature|aborted/i;

const TOOLS_UNSUPPORTED =
  /(?:does not|doesn't|do not|not) support[^.]{0,40}\b(?:tools?|function[ _]call)|\btools?\b[^.]{0,40}not supported/i;

const CONTEXT_OVERFLOW =
  /context[_ ](?:length|window|size)|maximum context|too many (?:input )?tokens|prompt is too long|input is too long|exceeds? [^.]{0,40}token/i;

const MAX_DETAIL_LENGTH = 500;

/** Whether the conversation exceeds the context length of the model. */
export function isContextOverflow(error: ModelError): boolean {
  return error.limitation === 'context-length';
}

/** Whether the model cannot call tools. */
export function isToolUseUnsupported(error: ModelError): boolean {
  return error.limitation === 'tool-use';
}

/** Returns a HoldfastError, such as a cancellation, unchanged. */
export function toModelError(thrown: unknown, model: Pick<ConfiguredModel, 'reference' | 'redact'>): HoldfastError {
  const prefix = `Failed to call ${model.reference}`;
  const exceeded = findExchangeLimit(thrown);
  if (exceeded !== undefined) {
    return new ModelError(`${prefix}: ${exceeded.message}`, { hint: exceeded.hint, mayBeBilled: true });
  }
  if (thrown instanceof HoldfastError) return thrown;
  const detail = model.redact(describe(thrown));
  const cause = new Error(detail);
  cause.name = thrown instanceof Error ? thrown.name : 'ProviderError';
  if (!APICallError.isInstance(thrown)) {
    // The error occurred in a stream that had already started, or the answer does not follow the protocol.
    const retryable =
      isMarkedRetryable(thrown) ||
      isProtocolError(thrown) ||
      TRANSIENT_ERROR.test(detail) ||
      NETWORK_ERROR.test(detail);
    const hint = retryable
      ? 'The connection or the server ended the answer early. Try again.'
      : 'Try again, or use another model.';
    const limitation = retryable ? undefined : findLimitation(detail, undefined);
    return new ModelError(`${prefix}: ${detail}`, { retryable, mayBeBilled: true, cause, hint, limitation });
  }
  const statusCode = thrown.statusCode;
  if (statusCode === undefined || (statusCode >= 200 && statusCode < 300)) {
    // Without a status, the server was not reached. With success, its answer does not follow the protocol.
    const retryable = thrown.isRetryable || statusCode !== undefined;
    return new ModelError(`${prefix}: ${detail}`, {
      retryable,
      mayBeBilled: statusCode !== undefined,
      cause,
      hint: 'Check that the server is running and that the base URL (HOLDFAST_BASE_URL) is correct.',
      limitation: retryable ? undefined : findLimitation(detail, undefined),
    });
  }
  const hasNoCredit = NO_CREDIT.test(thrown.responseBody ?? '');
  const retryable = !hasNoCredit && (RETRYABLE_STATUS.has(statusCode) || statusCode >= 500);
  return new ModelError(`${prefix}: the server answered ${statusCode}: ${detail}`, {
    statusCode,
    retryable,
    retryAfterMs: parseRetryAfter(thrown.responseHeaders, Date.now()),
    hint: hasNoCredit ? 'The account has no credit left. Add credit, or use another model.' : findHint(statusCode),
    cause,
    limitation: retryable ? undefined : findLimitation(detail, statusCode),
  });
}

/** A provider wraps what `fetch` throws. */
function findExchangeLimit(thrown: unknown): ExchangeLimitError | undefined {
  if (thrown instanceof ExchangeLimitError) return thrown;
  return thrown instanceof Error ? findExchangeLimit(thrown.cause) : undefined;
}

function findLimitation(detail: string, statusCode: number | undefined): ModelLimitation | undefined {
  if (TOOLS_UNSUPPORTED.test(detail)) return 'tool-use';
  return statusCode === 413 || CONTEXT_OVERFLOW.test(detail) ? 'context-length' : undefined;
}

function findHint(statusCode: number): string {
  if (statusCode === 401 || statusCode === 403) return KEY_HINT;
  if (statusCode === 404) return 'Check the name of the model and the base URL (HOLDFAST_BASE_URL).';
  if (statusCode === 413) return 'The request is too large for this model. Use fewer context files, or another model.';
  if (statusCode === 429) return 'The rate limit of the account is reached. Wait, or use another model.';
  if (statusCode >= 500) return 'The server reported an internal error. Try again later.';
  return 'Check that the model exists and accepts requests of this kind and size.';
}

/** Some providers mark the errors in their streams as retryable. */
function isMarkedRetryable(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && Reflect.get(thrown, 'isRetryable') === true;
}

/** Whether the SDK could not parse the answer as the provider's protocol. */
function isProtocolError(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    /InvalidResponseData|JSONParse|TypeValidation|EmptyResponseBody|NoContentGenerated/.test(thrown.name)
  );
}

/** Describes anything that a provider throws or streams: an Error, a string, or `{message, type, code}`. */
function describe(thrown: unknown): string {
  return truncate(
    typeof thrown === 'object' && thrown !== null && !(thrown instanceof Error)
      ? describeObject(thrown)
      : describeWithCause(thrown),
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

/** Adds the cause to a message such as `terminated`, which alone does not name the socket error. */
function describeWithCause(thrown: unknown): string {
  const message = messageOf(thrown);
  const cause = thrown instanceof Error && !APICallError.isInstance(thrown) ? thrown.cause : undefined;
  const causeMessage = cause instanceof Error ? cause.message : '';
  return causeMessage === '' || message.includes(causeMessage) ? message : `${message} (${causeMessage})`;
}

function truncate(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  return oneLine.length <= MAX_DETAIL_LENGTH ? oneLine : `${oneLine.slice(0, MAX_DETAIL_LENGTH)}…`;
}
