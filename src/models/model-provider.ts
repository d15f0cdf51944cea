import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ConfiguredModel, ModelPrices } from './configured-model.ts';
import type { PriceOf } from './model-prices.ts';

/** Reads a key by the name of its environment variable: from the editor's secret storage or the environment. */
export type KeyReader = (name: string) => Promise<string | undefined>;

/** Models that only the edge can reach, by the provider's name (`vscode`). */
export type ExtraProviders = Readonly<Record<string, (model: string) => LanguageModelV4 | Promise<LanguageModelV4>>>;

/** What a provider needs to make a model. */
export interface ModelRequest {
  readonly model: string;
  readonly baseUrl: string | undefined;
  /** The first of these keys that is set, remembered for redaction; undefined where none is. */
  firstKey(names: readonly string[]): Promise<string | undefined>;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly prices: ModelPrices | undefined;
  readonly extraProviders: ExtraProviders;
  /** The folder that relative paths start from. */
  readonly folder: string | undefined;
}

interface ProvidedModel {
  readonly model: LanguageModelV4;
  readonly supportsTools: ConfiguredModel['supportsTools'];
  readonly price: PriceOf;
}

/** One kind of service that models come from. */
export interface ModelProvider {
  /** The part before the colon of a reference. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** What stands after the colon, for people. */
  readonly modelExample: string;
  readonly needsBaseUrl: boolean;
  /** Names of its keys, the first that is set counts; empty where it needs none. */
  readonly keyNames: readonly string[];
  create(request: ModelRequest): Promise<ProvidedModel>;
}
