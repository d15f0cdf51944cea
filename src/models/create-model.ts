import { HoldfastError } from '../shared/errors.ts';
import type { ConfiguredModel, ModelPrices } from './configured-model.ts';
import type { ExtraProviders, KeyReader, ModelRequest } from './model-provider.ts';
import { formatModelReference, parseModelReference } from './model-reference.ts';
import { modelProviders } from './providers/table.ts';
import { recordModel } from './record-model.ts';
import { writeRecording } from './recording-file.ts';
import { redact } from './redaction.ts';

export interface CreateModelOptions {
  /** `provider:model`. */
  readonly reference: string;
  /** Needed by openai-compatible; replaces the usual address of the others. */
  readonly baseUrl?: string;
  readonly keys: KeyReader;
  readonly fetch?: typeof globalThis.fetch;
  /** Models that only the edge can reach. */
  readonly extraProviders?: ExtraProviders;
  /** What the configuration says that the model costs; stands above every list. */
  readonly prices?: ModelPrices;
  /** The workspace folder: relative paths of recordings start from it. */
  readonly folder?: string;
  /** Absolute path of a file that every answer is recorded in. */
  readonly recordTo?: string;
}

/** Makes a model ready to be called. Throws a HoldfastError `configuration` that says what is missing and where it is set. */
export async function createModel(options: CreateModelOptions): Promise<ConfiguredModel> {
  const reference = parseModelReference(options.reference);
  const provider = modelProviders.find((candidate) => candidate.id === reference.provider);
  if (provider === undefined) {
    throw new HoldfastError(
      'configuration',
      `Failed to use the model "${options.reference}": there is no provider "${reference.provider}"`,
      {
        hint: `The providers are ${modelProviders.map(({ id }) => id).join(', ')}; write provider:model, as in openai-compatible:glm-4.6.`,
      },
    );
  }
  const secrets: string[] = [];
  const request: ModelRequest = {
    model: reference.model,
    baseUrl: options.baseUrl?.trim() === '' ? undefined : options.baseUrl,
    fetch: options.fetch,
    prices: options.prices,
    extraProviders: options.extraProviders ?? {},
    folder: options.folder,
    async firstKey(names) {
      for (const name of names) {
        // A key that was pasted may end with a line break, which no header takes.
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
  };
  const { recordTo } = options;
  return recordTo === undefined
    ? configured
    : recordModel(configured, (recording) => writeRecording(recordTo, recording));
}
