/** One call of a model as it is stored. A call that was tried again is a call of its own. */
export interface CallReport {
  /** `provider:model`. */
  readonly model: string;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** null where the price is not known. */
  readonly costUsd: number | null;
  /** The tokens are an estimate, because the call ended without the provider's own count. */
  readonly estimated: boolean;
  readonly durationMs: number;
  /** stop, tool-calls, length, …; `error` where there is an error. */
  readonly finishReason: string;
  /** What went wrong, keys redacted. */
  readonly error?: string;
}

/** A call that is going to be made again. */
export interface RetryNotice {
  readonly reason: string;
  readonly delayMs: number;
}
