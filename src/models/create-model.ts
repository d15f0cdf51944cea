import { boundedFetch, type ExchangeLimits } from '../foundation/bounded-fetch.ts';
import { HoldfastError } from '../foundation/errors.ts';
import type { Telemetry } from '../foundation/telemetry/telemetry.ts';
import type { ConfiguredModel } from './base/configured-model.ts';
import type { ExtraProviders, KeyReader, ModelRequest } from './base/model-provider.ts';
import { formatModelReference, parseModelReference } from './base/model-reference.ts';
import { redact } from './base/redaction.ts';
import { withoutRefusedParameters } from './calls/refused-parameters.ts';
import type { ModelPrices } from './cost/model-prices.ts';
import { modelProviders } from './providers/provider-table.ts';
import { recordModel, type RecordedAnswers } from './replay/record-model.ts';
import { requireRecordable, writeRecording } from './replay/recording-file.ts';

/** No model thinks longer, and no answer is larger. Pauses have a separate limit. */
const CALL_LIMITS: ExchangeLimits = { milliseconds: 60 * 60_000, bytes: 256 * 1024 * 1024 };

export interface CreateModelOptions {
  /** `provider:model`. */
  readonly reference: string;
  /** Required by openai-compatible. Replaces the default URL of the other providers. */
  readonly baseUrl?: string | undefined;
  readonly keys: KeyReader;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Models that only the editor can access. */
  readonly extraProviders?: ExtraProviders | undefined;
  /** Prices from the configuration. They override the published prices. */
  readonly prices?: ModelPrices | undefined;
  /** The workspace folder. Relative paths of recordings start from it. */
  readonly folder?: string | undefined;
  /** The absolute path of a file to record every answer in. */
  readonly recordTo?: string | undefined;
  /** Other secrets to mask in what is sent to the model and in what it answers. */
  readonly secrets?: readonly string[] | undefined;
  /** What other models recorded in the same file. */
  readonly recorded?: RecordedAnswers | undefined;
  /** Where calls are reported to. Default: nowhere. */
  readonly telemetry?: Telemetry | undefined;
}

/**
 * Creates a model that is ready for calls.
 *
 * @throws HoldfastError `configuration` with the missing setting and where to set it
 */
export async function createModel(options: CreateModelOptions): Promise<ConfiguredModel> {
  const reference = parseModelReference(options.reference);
  const provider = modelProviders.find((candidate) => candidate.id === reference.provider);
  if (provider === undefined) {
    throw new HoldfastError(
      'configuration',
      `Failed to use the model "${options.reference}": unknown provider "${reference.provider}"`,
      {
        hint: `The providers are ${modelProviders.map(({ id }) => id).join(', ')}. Use provider:model, for example openai-compatible:glm-4.6.`,
      },
    );
  }
  const secrets: string[] = [...(options.secrets ?? [])];
  const request: ModelRequest = {
    model: reference.model,
    baseUrl: options.baseUrl?.trim() === '' ? undefined : options.baseUrl,
    fetch: withoutRefusedParameters(
      boundedFetch(options.fetch ?? ((input, init) => globalThis.fetch(input, init)), CALL_LIMITS),
    ),
    prices: options.prices,
    extraProviders: options.extraProviders ?? {},
    folder: options.folder,
    async firstKey(names) {
      for (const name of names) {
        // A pasted key may end with a line break, which is invalid in an HTTP header.
        const key = (await options.keys(name))?.trim();
        if (key === undefined || key === '') continue;
        secrets.push(key);
        return key;
      }
      return undefined;
    },
  };
  const provided = await provider.create(request);
  const configured: ConfiguredModel = {
    reference: formatModelReference(reference),
    model: provided.model,
    supportsTools: provided.supportsTools,
    price: provided.price,
    redact: (text) => redact(text, secrets),
    secrets,
    telemetry: options.telemetry,
  };
  const { recordTo, recorded } = options;
  // Found before the first call, which costs money.
  if (recordTo !== undefined) await requireRecordable(recordTo);
  return recordTo === undefined
    ? configured
    : recordModel(configured, (recording) => writeRecording(recordTo, recording), recorded);
}
