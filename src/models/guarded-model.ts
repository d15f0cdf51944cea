/**
 * A model whose calls keep the rules of a conversation: the cost is admitted before each call, passing trouble is
 * retried, silence is cut off, an answer that breaks off is an error, and every call is reported.
 */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import type { HoldfastError } from '../shared/errors.ts';
import { CancelledError, throwIfCancelled } from '../shared/errors.ts';
import { AnswerCollector } from './answer-collector.ts';
import { AnswerStream } from './answer-stream.ts';
import { CallMeter } from './call-meter.ts';
import type { CallPolicy } from './call-policy.ts';
import { wait } from './clock.ts';
import type { ConfiguredModel } from './configured-model.ts';
import { ModelError, TruncatedAnswerError } from './model-error.ts';
import { toModelError } from './model-failure.ts';
import { retryDelay } from './retry-policy.ts';
import { promptText } from './token-estimate.ts';

const WHAT = 'the call of the model';

export function guardModel(model: ConfiguredModel, policy: CallPolicy): LanguageModelV4 {
  const inner = model.model;
  return {
    specificationVersion: 'v4',
    provider: inner.provider,
    modelId: inner.modelId,
    supportedUrls: inner.supportedUrls,
    doGenerate: (options) => retrying(model, policy, options, (meter) => generate(model, policy, options, meter)),
    doStream: (options) => retrying(model, policy, options, (meter) => stream(model, policy, options, meter)),
  };
}

type OneCall<Result> = (meter: CallMeter) => Promise<Result>;

async function retrying<Result>(
  model: ConfiguredModel,
  policy: CallPolicy,
  options: LanguageModelV4CallOptions,
  call: OneCall<Result>,
): Promise<Result> {
  const signal = options.abortSignal ?? new AbortController().signal;
  for (let retried = 0; ; retried++) {
    throwIfCancelled(signal, WHAT);
    const reservation = await policy.budget.reserve(model, () => promptText(options.prompt));
    const meter = new CallMeter(model, policy, options, reservation);
    try {
      return await call(meter);
    } catch (thrown) {
      const error = signal.aborted ? new CancelledError(WHAT) : toModelError(thrown, model);
      meter.failed(error);
      await retryOrThrow(error, retried, policy, signal);
    }
  }
}

/** Waits before the next try of a failed call, or throws the error where there is none. */
export async function retryOrThrow(
  error: HoldfastError,
  retried: number,
  policy: CallPolicy,
  signal: AbortSignal,
): Promise<void> {
  const delayMs = error instanceof ModelError ? retryDelay(error, retried, policy.retry) : undefined;
  if (delayMs === undefined) throw error;
  policy.onRetry?.({ reason: error.message, delayMs });
  await wait(policy.clock, delayMs, signal, WHAT);
}

/** A whole answer is streamed too: silence is noticed, and a request is not held open without a sign of life. */
async function generate(
  model: ConfiguredModel,
  policy: CallPolicy,
  options: LanguageModelV4CallOptions,
  meter: CallMeter,
): Promise<LanguageModelV4GenerateResult> {
  const { stream: parts, response } = await stream(model, policy, options, meter);
  const collector = new AnswerCollector();
  for await (const part of parts) {
    collector.add(part);
    if (part.type === 'error') throw part.error;
    if (part.type !== 'finish') continue;
    return {
      content: [...collector.content()],
      finishReason: part.finishReason,
      usage: part.usage,
      response,
      warnings: [],
    };
  }
  throw new TruncatedAnswerError(model.reference);
}

async function stream(
  model: ConfiguredModel,
  policy: CallPolicy,
  options: LanguageModelV4CallOptions,
  meter: CallMeter,
): Promise<LanguageModelV4StreamResult> {
  const answer = new AnswerStream(model, policy, options.abortSignal, meter);
  return answer.open(options);
}
