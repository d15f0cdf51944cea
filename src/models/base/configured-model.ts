import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Telemetry } from '../../foundation/telemetry/telemetry.ts';
import type { CostCalculator } from '../cost/model-prices.ts';

/** A model that is ready for calls. */
export interface ConfiguredModel {
  /** `provider:model`. */
  readonly reference: string;
  readonly model: LanguageModelV4;
  /** Whether the model can call tools. `unknown`: the first call shows it. */
  readonly supportsTools: boolean | 'unknown';
  readonly price: CostCalculator;
  /** Masks the values of the API keys of this model, and other secrets of Holdfast. */
  readonly redact: (text: string) => string;
  /** The masked values, to redact streamed text. Never shown, stored or logged. */
  readonly secrets: readonly string[];
  /** Where calls are reported to. Default: nowhere. */
  readonly telemetry?: Telemetry | undefined;
}
