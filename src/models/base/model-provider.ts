import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { SecretVariable } from '../../foundation/secret-variables.ts';
import type { CostCalculator, ModelPrices } from '../cost/model-prices.ts';
import type { ConfiguredModel } from './configured-model.ts';

/**
 * Reads a secret, such as an API key, by the name of its environment variable, from the editor's secret storage or the
 * environment.
 *
 * @param url the server that receives the secret, if the account of the editor for this server may be used
 */
export type KeyReader = (name: string, url?: string) => Promise<string | undefined>;

/** Models that only the editor can access, by provider id (`vscode`). */
export type ExtraProviders = Readonly<Record<string, (model: string) => LanguageModelV4 | Promise<LanguageModelV4>>>;

/** The input of `ModelProvider.create`. */
export interface ModelRequest {
  /** The part after the colon of a model reference. */
  readonly model: string;
  readonly baseUrl: string | undefined;
  /** Reads the first of these API keys that is set, and remembers its value for redaction. */
  firstKey(names: readonly SecretVariable[]): Promise<string | undefined>;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly prices: ModelPrices | undefined;
  readonly extraProviders: ExtraProviders;
  /** The folder that relative paths start from. */
  readonly folder: string | undefined;
}

interface ProvidedModel {
  readonly model: LanguageModelV4;
  readonly supportsTools: ConfiguredModel['supportsTools'];
  readonly price: CostCalculator;
}

/** A service that provides models. */
export interface ModelProvider {
  /** The part before the colon of a model reference. */
  readonly id: string;
  /** The display name. */
  readonly title: string;
  /** An example of the part after the colon. */
  readonly modelExample: string;
  readonly needsBaseUrl: boolean;
  /** The environment variables of its key, in order of precedence. Empty if the provider needs no key. */
  readonly keyNames: readonly SecretVariable[];
  create(request: ModelRequest): Promise<ProvidedModel>;
}
