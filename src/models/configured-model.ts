import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { TokenUsage } from './token-usage.ts';

/** A price that the shared configuration gives for a model that nobody else knows, in US dollars. */
export interface ModelPrices {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

/** A model that is ready to be called. */
export interface ConfiguredModel {
  /** `provider:model`. */
  readonly reference: string;
  readonly model: LanguageModelV4;
  /** Whether it can call tools; `unknown` is tried and found out. */
  readonly supportsTools: boolean | 'unknown';
  /** The cost of a usage in US dollars, or null where the price is not known. Never 0 for want of knowledge. */
  readonly price: (usage: TokenUsage) => number | null;
  /** Replaces the values of the keys that this model was given. */
  readonly redact: (text: string) => string;
  /** The values of those keys, for redacting text that arrives in pieces. Never shown, stored or logged. */
  readonly secrets: readonly string[];
}
