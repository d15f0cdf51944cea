import type { LanguageModelV4Usage } from '@ai-sdk/provider';

/** What one call used, in tokens. */
export interface TokenUsage {
  /** All input tokens, those read from and written to the provider's cache included. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
  /** All output tokens, reasoning included. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** The cost in US dollars where the answer itself carried it (a recording does). */
  readonly recordedCostUsd?: number;
}

export const NO_TOKENS: TokenUsage = {
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

/** The usage that a provider reported, or undefined where it reported none. */
export function reportedUsage(usage: LanguageModelV4Usage): TokenUsage | undefined {
  const { inputTokens: input, outputTokens: output, raw } = usage;
  if (input.total === undefined && output.total === undefined) return undefined;
  const recorded = raw?.['recordedCostUsd'];
  return {
    inputTokens: input.total ?? 0,
    cachedInputTokens: input.cacheRead ?? 0,
    cacheWriteTokens: input.cacheWrite ?? 0,
    outputTokens: output.total ?? 0,
    reasoningTokens: output.reasoning ?? 0,
    ...(typeof recorded === 'number' ? { recordedCostUsd: recorded } : {}),
  };
}
