import type { Attributes, Meter } from '@opentelemetry/api';
import type { FinishedCall, StartedCall } from './telemetry.ts';

/** The providers whose names the semantic conventions define. Others keep the id that Holdfast uses. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = { google: 'gcp.gemini' };

/** The boundaries that the semantic conventions recommend. */
const TOKEN_BOUNDARIES = Array.from({ length: 14 }, (_, power) => 4 ** power);
const SECOND_BOUNDARIES = Array.from({ length: 14 }, (_, power) => 0.01 * 2 ** power);

/** The name of a span for a call. */
export function callSpanName({ model }: StartedCall): string {
  return `chat ${splitReference(model).model}`;
}

/** The attributes of a call that its span and its measures have in common. */
export function requestAttributes(call: StartedCall): Attributes {
  const { provider, model } = splitReference(call.model);
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': PROVIDER_NAMES[provider] ?? provider,
    'gen_ai.request.model': model,
  };
}

/** Splits `provider:model` at the first colon. */
function splitReference(reference: string): { readonly provider: string; readonly model: string } {
  const colon = reference.indexOf(':');
  return { provider: reference.slice(0, Math.max(colon, 0)), model: reference.slice(colon + 1) };
}

/** The attributes of a span that are known at the end of its call. */
export function responseAttributes(end: FinishedCall): Attributes {
  const { inputTokens, cachedInputTokens, outputTokens, estimated, costUsd, finishReason, errorType } = end;
  return {
    ...(errorType === undefined ? { 'gen_ai.response.finish_reasons': [finishReason] } : { 'error.type': errorType }),
    ...(estimated
      ? {}
      : {
          'gen_ai.usage.input_tokens': inputTokens,
          'gen_ai.usage.output_tokens': outputTokens,
          'gen_ai.usage.cache_read.input_tokens': cachedInputTokens,
        }),
    ...(costUsd === null ? {} : { 'holdfast.cost_usd': costUsd }),
  };
}

/** Measures calls: tokens and duration as the semantic conventions define them, and cost. */
export class CallMeasures {
  readonly #tokens;
  readonly #duration;
  readonly #cost;

  constructor(meter: Meter) {
    this.#tokens = meter.createHistogram('gen_ai.client.token.usage', {
      description: 'Number of input and output tokens used.',
      unit: '{token}',
      advice: { explicitBucketBoundaries: TOKEN_BOUNDARIES },
    });
    this.#duration = meter.createHistogram('gen_ai.client.operation.duration', {
      description: 'GenAI operation duration.',
      unit: 's',
      advice: { explicitBucketBoundaries: SECOND_BOUNDARIES },
    });
    this.#cost = meter.createCounter('holdfast.client.cost', {
      description: 'Cost of model calls with a known price.',
      unit: '{USD}',
    });
  }

  /** @param seconds how long the call took */
  record(call: StartedCall, end: FinishedCall, seconds: number): void {
    const attributes = requestAttributes(call);
    const error = end.errorType === undefined ? {} : { 'error.type': end.errorType };
    this.#duration.record(seconds, { ...attributes, ...error });
    if (end.costUsd !== null) this.#cost.add(end.costUsd, attributes);
    if (end.estimated) return;
    this.#tokens.record(end.inputTokens, { ...attributes, 'gen_ai.token.type': 'input' });
    this.#tokens.record(end.outputTokens, { ...attributes, 'gen_ai.token.type': 'output' });
  }
}
