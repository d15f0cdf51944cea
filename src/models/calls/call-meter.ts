import type { LanguageModelV4CallOptions, LanguageModelV4FinishReason, LanguageModelV4Usage } from '@ai-sdk/provider';
import { CancelledError } from '../../shared/errors.ts';
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
  #received = '';
  #reported = false;

  constructor(
    model: ConfiguredModel,
    policy: CallPolicy,
    options: LanguageModelV4CallOptions,
    reservation: Reservation,
  ) {
    this.#model = model;
    this.#policy = policy;
    this.#options = options;
    this.#reservation = reservation;
    this.#startedAt = policy.clock.now();
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
    this.#report(
      isBilled ? this.#estimate() : NO_TOKENS,
      isBilled,
      isCancelled ? 'cancelled' : 'error',
      this.#model.redact(error.message),
    );
  }

  #estimate(): TokenUsage {
    return {
      ...NO_TOKENS,
      inputTokens: estimateTokenCount(toRequestText(this.#options)),
      outputTokens: estimateTokenCount(this.#received),
    };
  }

  #report(usage: TokenUsage, estimated: boolean, finishReason: string, error?: string): void {
    if (this.#reported) return;
    this.#reported = true;
    const costUsd = this.#model.price(usage);
    this.#reservation.settle(costUsd);
    this.#policy.onCall?.({
      model: this.#model.reference,
      inputTokens: usage.inputTokens,
      cachedInputTokens: usage.cachedInputTokens,
      outputTokens: usage.outputTokens,
      reasoningTokens: usage.reasoningTokens,
      costUsd,
      estimated,
      durationMs: this.#policy.clock.now() - this.#startedAt,
      finishReason,
      ...(error === undefined ? {} : { error }),
    });
  }
}
