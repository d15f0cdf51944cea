import type { LanguageModelV4Usage } from '@ai-sdk/provider';

/** The tokens of one call. */
export interface TokenUsage {
  /** All input tokens, including those that the provider's cache read or wrote. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
  /** All output tokens, including reasoning. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** The cost in US dollars that a replay recording states. */
  readonly recordedCostUsd?: number;
}

export const NO_TOKENS: TokenUsage = {
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

/** Converts the usage that a provider reports. Returns `undefined` if it reports none. */
export function toTokenUsage(usage: LanguageModelV4Usage): TokenUsage | undefined {
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
