import type { ModelError } from '../base/model-error.ts';

export interface RetryPolicy {
  /** The maximum number of retries after the first call. */
  readonly maxRetries: number;
  /** The first delay. Each further delay is twice as long. */
  readonly baseDelayMs: number;
  /** The maximum delay. If a server requests a longer delay, the call is not retried. */
  readonly maxDelayMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { maxRetries: 4, baseDelayMs: 1_000, maxDelayMs: 120_000 };

/**
 * Returns the delay before a failed call is retried, or `undefined` if it is not retried.
 *
 * @param retryCount the number of retries so far
 */
export function retryDelay(error: ModelError, retryCount: number, policy: RetryPolicy): number | undefined {
  if (!error.retryable || retryCount >= policy.maxRetries) return undefined;
  const requested = error.retryAfterMs;
  if (requested !== undefined) return requested > policy.maxDelayMs ? undefined : requested;
  return Math.min(policy.baseDelayMs * 2 ** retryCount, policy.maxDelayMs);
}

/**
 * Parses the headers `retry-after-ms` (milliseconds) and `Retry-After` (seconds, or a date). Returns milliseconds,
 * or `undefined` if neither header is valid.
 *
 * @param nowMs the current time in milliseconds since 1970, for dates
 */
export function parseRetryAfter(headers: Record<string, string> | undefined, nowMs: number): number | undefined {
  if (headers === undefined) return undefined;
  const byLowerCaseName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const milliseconds = Number.parseFloat(byLowerCaseName.get('retry-after-ms') ?? '');
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const text = byLowerCaseName.get('retry-after');
  if (text === undefined || text === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
