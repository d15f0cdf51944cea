import type { ModelError } from './model-error.ts';

export interface RetryPolicy {
  /** How often a call is made again after the first time. */
  readonly maxRetries: number;
  /** The first delay; each further one is twice as long. */
  readonly baseDelayMs: number;
  /** No delay is longer. A server that asks for more is not called again. */
  readonly maxDelayMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { maxRetries: 4, baseDelayMs: 1_000, maxDelayMs: 120_000 };

/**
 * How long to wait before a failed call is made again, or undefined where it is not.
 *
 * @param retried how many times it has been made again already
 */
export function retryDelay(error: ModelError, retried: number, policy: RetryPolicy): number | undefined {
  if (!error.retryable || retried >= policy.maxRetries) return undefined;
  const asked = error.retryAfterMs;
  if (asked !== undefined) return asked > policy.maxDelayMs ? undefined : asked;
  return Math.min(policy.baseDelayMs * 2 ** retried, policy.maxDelayMs);
}

/**
 * What `retry-after-ms` (milliseconds) or `Retry-After` (seconds, or a date) asks for, in milliseconds.
 *
 * @param nowMs the time as milliseconds since 1970, for dates
 */
export function retryAfterOf(headers: Record<string, string> | undefined, nowMs: number): number | undefined {
  if (headers === undefined) return undefined;
  const lowered = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const milliseconds = Number.parseFloat(lowered.get('retry-after-ms') ?? '');
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const text = lowered.get('retry-after');
  if (text === undefined || text === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
