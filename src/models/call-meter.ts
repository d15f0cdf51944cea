import type { LanguageModelV4CallOptions, LanguageModelV4FinishReason, LanguageModelV4Usage } from '@ai-sdk/provider';
import { CancelledError } from '../shared/errors.ts';
import type { CallPolicy } from './call-policy.ts';
import type { ConfiguredModel } from './configured-model.ts';
import type { Reservation } from './cost-budget.ts';
import { ModelError } from './model-error.ts';
import { promptText, roughTokensOf } from './token-estimate.ts';
import type { TokenUsage } from './token-usage.ts';
import { NO_TOKENS, reportedUsage } from './token-usage.ts';

/** Measures one call and reports it exactly once, however it ends. */
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

  /** Output that has arrived, for an estimate should the call break off. */
  received(delta: string): void {
    this.#received += delta;
  }

  finished(usage: LanguageModelV4Usage, finishReason: LanguageModelV4FinishReason['unified']): void {
    const reported = reportedUsage(usage);
    this.#report(reported ?? this.#estimate(), reported === undefined, finishReason);
  }

  failed(error: Error): void {
    const cancelled = error instanceof CancelledError;
    // A request that the server refused is not billed; one that it may have begun to answer is.
    const billed = cancelled || !(error instanceof ModelError) || error.answered;
    this.#report(
      billed ? this.#estimate() : NO_TOKENS,
      billed,
      cancelled ? 'cancelled' : 'error',
      this.#model.redact(error.message),
    );
  }

  #estimate(): TokenUsage {
    return {
      ...NO_TOKENS,
      inputTokens: roughTokensOf(promptText(this.#options.prompt)),
      outputTokens: roughTokensOf(this.#received),
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
