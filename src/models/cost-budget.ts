import { HoldfastError } from '../shared/errors.ts';
import type { ConfiguredModel } from './configured-model.ts';
import { countTokensOf, mostTokensOf } from './token-estimate.ts';
import { NO_TOKENS } from './token-usage.ts';

/** A call was not made, because of its cost. */
export class CostLimitError extends HoldfastError {
  /** `unknown-price`: the limit cannot be kept with this model; `spent`: it is used up, or the next call would. */
  readonly reason: 'unknown-price' | 'spent';

  constructor(reason: 'unknown-price' | 'spent', message: string, hint: string) {
    super('limit', message, { hint });
    this.name = 'CostLimitError';
    this.reason = reason;
  }
}

/** The money that one call holds until its cost is known. */
export interface Reservation {
  /** The call is over; null where its cost is not known. */
  settle(costUsd: number | null): void;
}

/** The money of one run: shared by all its attempts and chunks, those at the same time included. */
export class CostBudget {
  readonly limitUsd: number | undefined;
  #spentUsd: number;
  #reservedUsd = 0;

  constructor(limitUsd: number | undefined, spentUsd = 0) {
    this.limitUsd = limitUsd;
    this.#spentUsd = spentUsd;
  }

  /** What the calls with a known cost have cost so far, in US dollars. */
  get spentUsd(): number {
    return this.#spentUsd;
  }

  /**
   * Asked before every call. Refuses when the limit is used up, and when the input alone of the next call would pass
   * it; what the answer will cost cannot be known before.
   *
   * @param text everything that the call sends
   * @throws CostLimitError
   */
  async reserve(model: Pick<ConfiguredModel, 'reference' | 'price'>, text: () => string): Promise<Reservation> {
    if (this.limitUsd === undefined) return this.#hold(0);
    if (model.price(NO_TOKENS) === null) {
      throw new CostLimitError(
        'unknown-price',
        `Failed to keep the cost limit of ${dollars(this.limitUsd)}: the price of ${model.reference} is not known`,
        'Give its price under "prices" in holdfast.config.yaml, use a model with a known price, or run without a cost limit.',
      );
    }
    const hint = 'Raise the cost limit (--max-cost, or the limit in the settings) and run again.';
    if (this.#committed() >= this.limitUsd) {
      throw new CostLimitError(
        'spent',
        `Cost limit reached: ${dollars(this.#committed())} of ${dollars(this.limitUsd)} are spent`,
        hint,
      );
    }
    const input = text();
    // The byte count bounds the tokens from above, so the tokenizer is only asked close to the limit.
    const most = this.#inputCost(model, mostTokensOf(input));
    const estimate =
      this.#committed() + most <= this.limitUsd ? most : this.#inputCost(model, await countTokensOf(input));
    if (this.#committed() + estimate > this.limitUsd) {
      throw new CostLimitError(
        'spent',
        `Cost limit reached: ${dollars(this.#committed())} of ${dollars(this.limitUsd)} are spent and the next call would cost at least ${dollars(estimate)}`,
        hint,
      );
    }
    return this.#hold(estimate);
  }

  #inputCost(model: Pick<ConfiguredModel, 'price'>, inputTokens: number): number {
    return model.price({ ...NO_TOKENS, inputTokens }) ?? 0;
  }

  #committed(): number {
    return this.#spentUsd + this.#reservedUsd;
  }

  #hold(amount: number): Reservation {
    this.#reservedUsd += amount;
    let settled = false;
    return {
      settle: (costUsd) => {
        if (settled) return;
        settled = true;
        this.#reservedUsd -= amount;
        this.#spentUsd += costUsd ?? 0;
      },
    };
  }
}

function dollars(amount: number): string {
  return `$${amount.toFixed(amount !== 0 && amount < 0.01 ? 4 : 2)}`;
}
