import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import { wait } from '../../foundation/clock.ts';
import type { HoldfastError } from '../../foundation/errors.ts';
import { CancelledError, throwIfCancelled } from '../../foundation/errors.ts';
import type { ObserveCall } from '../../foundation/telemetry/telemetry.ts';
import { readCallLabel } from '../base/call-label.ts';
import type { ConfiguredModel } from '../base/configured-model.ts';
import { ModelError, TruncatedAnswerError } from '../base/model-error.ts';
import { toRequestText } from '../cost/token-estimate.ts';
import { AnswerCollector } from './answer-collector.ts';
import { AnswerStream } from './answer-stream.ts';
import { CallMeter } from './call-meter.ts';
import type { CallPolicy } from './call-policy.ts';
import { toModelError } from './model-failure.ts';
import { retryDelay } from './retry-policy.ts';

const ACTION = 'call the model';

/**
 * Wraps a model so that its calls follow a policy: the cost budget admits each call, transient errors are retried, stalled
 * calls end, a truncated answer is an error, and every call is reported. In traces, the calls are a part of the work that
 * wraps the model.
 */
export function guardModel(model: ConfiguredModel, policy: CallPolicy): LanguageModelV4 {
  const inner = model.model;
  const observe = model.telemetry?.observeCalls();
  return {
    specificationVersion: 'v4',
    provider: inner.provider,
    modelId: inner.modelId,
    supportedUrls: inner.supportedUrls,
    doGenerate: (options) =>
      withRetries({ model, policy, options, observe }, (meter) => generate(model, policy, options, meter)),
    doStream: (options) =>
      withRetries({ model, policy, options, observe }, (meter) => stream(model, policy, options, meter)),
  };
}

interface GuardedCall {
  readonly model: ConfiguredModel;
  readonly policy: CallPolicy;
  readonly options: LanguageModelV4CallOptions;
  readonly observe: ObserveCall | undefined;
}

async function withRetries<Result>(
  { model, policy, options, observe }: GuardedCall,
  call: (meter: CallMeter) => Promise<Result>,
): Promise<Result> {
  const signal = options.abortSignal ?? new AbortController().signal;
  for (let retryCount = 0; ; retryCount++) {
    throwIfCancelled(signal, ACTION);
    const { purpose } = readCallLabel(options.providerOptions);
    const reservation = await policy.budget.reserve(model, () => toRequestText(options), { purpose, signal });
    const meter = new CallMeter(model, policy, options, reservation, observe);
    try {
      return await call(meter);
    } catch (thrown) {
      const error = signal.aborted ? new CancelledError(ACTION) : toModelError(thrown, model);
      meter.reportFailure(error);
      await waitForRetry(error, retryCount, policy, signal);
    }
  }
}

/**
 * Waits until a failed call may be retried. Throws the error if it is not retried.
 *
 * @param retryCount the number of retries so far
 */
export async function waitForRetry(
  error: HoldfastError,
  retryCount: number,
  policy: CallPolicy,
  signal: AbortSignal,
): Promise<void> {
  const delayMs = error instanceof ModelError ? retryDelay(error, retryCount, policy.retry) : undefined;
  if (delayMs === undefined) throw error;
  policy.onRetry?.({ reason: error.message, delayMs });
  await wait(policy.clock, delayMs, signal, ACTION);
}

/** Generates a whole answer by streaming, so that a stalled call is noticed. */
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
      ...(response === undefined ? {} : { response }),
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
