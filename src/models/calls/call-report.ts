/** The record of one model call. Every retry is a separate call. */
export interface CallReport {
  /** `provider:model`. */
  readonly model: string;
  /** All input tokens, including the cached ones. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  /** All output tokens, including reasoning. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** null if the price is unknown. */
  readonly costUsd: number | null;
  /** Whether the token counts are estimates because the provider reported none. */
  readonly estimated: boolean;
  readonly durationMs: number;
  /** `stop`, `tool-calls`, `length`, …; `error` if the call failed, `cancelled` if it was cancelled. */
  readonly finishReason: string;
  /** The error message, with keys redacted. */
  readonly error?: string;
}

/** Announces that a failed call is retried. */
export interface RetryNotice {
  readonly reason: string;
  readonly delayMs: number;
}
