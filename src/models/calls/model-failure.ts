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
import { ExchangeLimitError } from '../../foundation/bounded-fetch.ts';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { isRecord } from '../../foundation/is-record.ts';
import type { ConfiguredModel } from '../base/configured-model.ts';
import { ModelError, type ModelLimitation } from '../base/model-error.ts';
import { readServerWords, wordsOfValue, type ServerWords } from './server-words.ts';
import { parseRetryAfter } from './retry-policy.ts';
import { statedContextWindow } from './stated-window.ts';

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
  /(?:does not|doesn't|do not|not) support[^.]{0,40}\b(?:tools?|function[ _]call)|\b(?:tools?|tool use|function[ _]calling)\b[^.]{0,40}(?:not |un)(?:supported|available)|\btools? param(?:eter)?s? requires?\b|unsupported param(?:eter)?s?\b[^.]{0,10}\btools?\b|tool[ _]choice[^.]{0,10} requires|no endpoints found that support tool/i;

const CONTEXT_OVERFLOW =
  /context[_ ](?:length|window|size|limit)|maximum context|context the overflows|too many (?:input )?tokens|(?:prompt|input) (?:is )?too (?:long|large)|exceeds? [^.]{0,60}\btokens?\b|token (?:count|limit)[^.]{0,40}exceed|reduce the length of/i;

/** Limits of an account, whose texts count tokens too. */
const RATE_LIMIT = /rate[_ ]?limit|per[_ ](?:minute|hour|day)|quota|\bTPM\b/i;

const UNKNOWN_MODEL =
  /\bmodel\b[^.]{0,80}(?:not found|does not exist|doesn't exist|not exist|unknown|not available)|(?:unknown|no such|invalid) model|not a valid model/i;

const UNKNOWN_CAUSE = 'Check that the model exists and accepts requests of this kind and size.';

/** Node waits so long for the first part of an answer, and between two parts. */
const NODE_TIMEOUT = /\b(?:headers|body) timeout|UND_ERR_(?:HEADERS|BODY)_TIMEOUT/i;
const SLOW_SERVER =
  'The server was reached, and may still evaluate the prompt. Use a smaller model, fewer context files, or a faster machine.';

const MAX_DETAIL_LENGTH = 500;

/** Whether the conversation exceeds the context length of the model. */
export function isContextOverflow(error: ModelError): boolean {
  return error.limitation === 'context-length';
}

/** Whether a text says that the conversation exceeds the context length of the model. */
export function isContextOverflowText(text: string): boolean {
  return CONTEXT_OVERFLOW.test(text) && !RATE_LIMIT.test(text);
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
  const { shown, judged } = describe(thrown);
  const detail = model.redact(shown);
  const cause = new Error(detail);
  cause.name = thrown instanceof Error ? thrown.name : 'ProviderError';
  // What a model cannot do does not change with a repetition, at any status.
  const limitation = findLimitation(judged, APICallError.isInstance(thrown) ? thrown.statusCode : undefined);
  const body = APICallError.isInstance(thrown) ? (thrown.responseBody ?? '') : '';
  const contextWindow = limitation === 'context-length' ? statedContextWindow(`${body}\n${judged}`) : undefined;
  if (!APICallError.isInstance(thrown)) {
    // The error occurred in a stream that had already started, or the answer does not follow the protocol.
    const retryable =
      limitation === undefined &&
      !UNKNOWN_MODEL.test(judged) &&
      (isMarkedRetryable(thrown) ||
        isProtocolError(thrown) ||
        TRANSIENT_ERROR.test(judged) ||
        NETWORK_ERROR.test(judged));
    const hint = retryable
      ? 'The connection or the server ended the answer early. Try again.'
      : (findHint(judged, undefined) ?? 'Try again, or use another model.');
    return new ModelError(`${prefix}: ${detail}`, {
      retryable,
      mayBeBilled: true,
      cause,
      hint,
      limitation,
      contextWindow,
    });
  }
  const statusCode = thrown.statusCode;
  if (statusCode === undefined && NODE_TIMEOUT.test(judged)) {
    const message = `${prefix}: the server sent nothing for 300 s, which is the longest time that Node waits`;
    return new ModelError(message, { retryable: true, mayBeBilled: true, cause, hint: SLOW_SERVER });
  }
  if (statusCode === undefined || (statusCode >= 200 && statusCode < 300)) {
    // Without a status, the server was not reached. With success, its answer does not follow the protocol.
    const retryable = limitation === undefined && (thrown.isRetryable || statusCode !== undefined);
    return new ModelError(`${prefix}: ${detail}`, {
      retryable,
      mayBeBilled: statusCode !== undefined,
      cause,
      hint: 'Check that the server is running and that the base URL is correct.',
      limitation,
      contextWindow,
    });
  }
  const hasNoCredit = NO_CREDIT.test(thrown.responseBody ?? '');
  const isDeterministic = hasNoCredit || limitation !== undefined || UNKNOWN_MODEL.test(judged);
  const retryable = !isDeterministic && (RETRYABLE_STATUS.has(statusCode) || statusCode >= 500);
  const stated = readServerWords(thrown.responseBody ?? '')?.statusCode;
  return new ModelError(`${prefix}: the server answered ${statusCode}: ${detail}`, {
    statusCode,
    retryable,
    retryAfterMs: parseRetryAfter(thrown.responseHeaders, Date.now()),
    hint: hasNoCredit
      ? 'The account has no credit left. Add credit, or use another model.'
      : (findHint(
          `${judged}\n${limitation === 'context-length' ? body : ''}`,
          statusCode === 400 ? (stated ?? statusCode) : statusCode,
        ) ?? UNKNOWN_CAUSE),
    cause,
    limitation,
    contextWindow,
  });
}

/** A provider wraps what `fetch` throws. */
function findExchangeLimit(thrown: unknown): ExchangeLimitError | undefined {
  if (thrown instanceof ExchangeLimitError) return thrown;
  return thrown instanceof Error ? findExchangeLimit(thrown.cause) : undefined;
}

function findLimitation(detail: string, statusCode: number | undefined): ModelLimitation | undefined {
  if (statusCode === 429) return undefined;
  if (TOOLS_UNSUPPORTED.test(detail)) return 'tool-use';
  return statusCode === 413 || isContextOverflowText(detail) ? 'context-length' : undefined;
}

function findHint(detail: string, statusCode: number | undefined): string | undefined {
  if (statusCode === 401 || statusCode === 403) return KEY_HINT;
  if (statusCode === 404 || UNKNOWN_MODEL.test(detail)) {
    return 'Check the name of the model and the base URL.';
  }
  if (statusCode === 413 || isContextOverflowText(detail)) {
    const window = statedContextWindow(detail);
    const size = window === undefined ? '' : ` (${window} tokens)`;
    return `The request is too large for the context window of this model${size}. Increase the window in the server, use fewer context files, or use another model.`;
  }
  if (statusCode === 429) return 'The rate limit of the account is reached. Wait, or use another model.';
  if (statusCode !== undefined && statusCode >= 500) return 'The server reported an internal error. Try again later.';
  return undefined;
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

/** Describes anything that a provider throws or streams: an Error, a string, or the body of an error in any form. */
function describe(thrown: unknown): { readonly shown: string; readonly judged: string } {
  let words: ServerWords | undefined;
  if (APICallError.isInstance(thrown)) {
    if (!isSuccess(thrown.statusCode)) words = readServerWords(thrown.responseBody ?? '');
  } else if (!(thrown instanceof Error) && isRecord(thrown)) {
    words = wordsOfValue(thrown) ?? { text: JSON.stringify(thrown), kind: '', parameters: [] };
  }
  const text = truncate(words?.text ?? describeWithCause(thrown));
  if (words === undefined || words.kind === '') return { shown: text, judged: text };
  const judged = `${words.kind}: ${text}`;
  // A stream has no status, so its message alone says little.
  return { shown: APICallError.isInstance(thrown) ? text : judged, judged };
}

function isSuccess(statusCode: number | undefined): boolean {
  return statusCode !== undefined && statusCode >= 200 && statusCode < 300;
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
