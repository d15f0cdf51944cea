import type { LanguageModelV4CallOptions, LanguageModelV4FinishReason, LanguageModelV4Usage } from '@ai-sdk/provider';
import { CancelledError, HoldfastError } from '../../foundation/errors.ts';
import { NO_TELEMETRY, type FinishedCall, type ObserveCall } from '../../foundation/telemetry/telemetry.ts';
import { labelFields, readCallLabel } from '../base/call-label.ts';
import type { ConfiguredModel } from '../base/configured-model.ts';
import { ModelError } from '../base/model-error.ts';
import type { Reservation } from '../cost/cost-budget.ts';
import { estimateTokenCount, toRequestText } from '../cost/token-estimate.ts';
import type { TokenUsage } from '../cost/token-usage.ts';
import { NO_TOKENS, toTokenUsage } from '../cost/token-usage.ts';
import type { CallPolicy } from './call-policy.ts';

/** Measures one call and reports it exactly once, on success, failure or cancellation. */
export class CallMeter {
  readonly #model: ConfiguredModel;
  readonly #policy: CallPolicy;
  readonly #options: LanguageModelV4CallOptions;
  readonly #reservation: Reservation;
  readonly #startedAt: number;
  readonly #endObservation: (end: FinishedCall) => void;
  #received = '';
  #reported = false;

  constructor(
    model: ConfiguredModel,
    policy: CallPolicy,
    options: LanguageModelV4CallOptions,
    reservation: Reservation,
    observe: ObserveCall = NO_TELEMETRY.observeCalls(),
  ) {
    this.#model = model;
    this.#policy = policy;
    this.#options = options;
    this.#reservation = reservation;
    this.#startedAt = policy.clock.now();
    const label = readCallLabel(options.providerOptions);
    this.#endObservation = observe({
      model: model.reference,
      maxOutputTokens: options.maxOutputTokens,
      attributes: { ...labelFields(label), purpose: label.purpose ?? 'attempt' },
    });
  }

  /** Adds output, to estimate its tokens if the call fails. */
  addOutput(delta: string): void {
    this.#received += delta;
  }

  reportSuccess(usage: LanguageModelV4Usage, finishReason: LanguageModelV4FinishReason['unified']): void {
    const reported = toTokenUsage(usage);
    this.#report(reported ?? this.#estimate(), reported === undefined, finishReason);
  }

  reportFailure(error: Error): void {
    const isCancelled = error instanceof CancelledError;
    // Providers bill a request that they may have started to answer. They do not bill a refused request.
    const isBilled = isCancelled || !(error instanceof ModelError) || error.mayBeBilled;
    this.#report(isBilled ? this.#estimate() : NO_TOKENS, isBilled, isCancelled ? 'cancelled' : 'error', {
      type: errorTypeOf(error),
      message: this.#model.redact(error.message),
    });
  }

  #estimate(): TokenUsage {
    return {
      ...NO_TOKENS,
      inputTokens: estimateTokenCount(toRequestText(this.#options)),
      outputTokens: estimateTokenCount(this.#received),
    };
  }

  #report(usage: TokenUsage, estimated: boolean, finishReason: string, error?: CallFailure): void {
    if (this.#reported) return;
    this.#reported = true;
    const costUsd = this.#model.price(usage);
    this.#reservation.settle(costUsd);
    const outcome = { costUsd, estimated, finishReason };
    this.#endObservation({ ...usage, ...outcome, errorType: error?.type });
    this.#policy.onCall?.({
      model: this.#model.reference,
      inputTokens: usage.inputTokens,
      cachedInputTokens: usage.cachedInputTokens,
      outputTokens: usage.outputTokens,
      reasoningTokens: usage.reasoningTokens,
      ...outcome,
      durationMs: this.#policy.clock.now() - this.#startedAt,
      ...(error === undefined ? {} : { error: error.message }),
    });
  }
}

interface CallFailure {
  /** The category of the error. */
  readonly type: string;
  readonly message: string;
}

/** The HTTP status of the answer, else the kind of the error. */
function errorTypeOf(error: Error): string {
  if (error instanceof ModelError) return error.statusCode?.toString() ?? error.name;
  return error instanceof HoldfastError ? error.code : error.name;
}
