import { HoldfastError } from '../../shared/errors.ts';
import type { CostCalculator } from './model-prices.ts';
import { countTextTokens, maxTokenCount } from './token-estimate.ts';
import { NO_TOKENS } from './token-usage.ts';

/** A call was refused because of its cost. */
export class CostLimitError extends HoldfastError {
  /** `unknown-price`: the model has no known price. `spent`: the limit is reached, or the next call would exceed it. */
  readonly reason: 'unknown-price' | 'spent';

  constructor(reason: 'unknown-price' | 'spent', message: string, hint: string) {
    super('limit', message, { hint });
    this.name = 'CostLimitError';
    this.reason = reason;
  }
}

/** The amount that is reserved for one call until its cost is known. */
export interface Reservation {
  /** Ends the reservation with the actual cost, or null if the cost is unknown. */
  settle(costUsd: number | null): void;
}

/** The fields of a `ConfiguredModel` that the budget needs. */
interface PricedModel {
  /** `provider:model`. */
  readonly reference: string;
  readonly price: CostCalculator;
}

/** The budget of one run. All attempts and chunks of the run share it, including parallel ones. */
export class CostBudget {
  /** In US dollars. */
  readonly limitUsd: number | undefined;
  #spentUsd: number;
  #reservedUsd = 0;

  constructor(limitUsd: number | undefined, spentUsd = 0) {
    this.limitUsd = limitUsd;
    this.#spentUsd = spentUsd;
  }

  /** The total known cost of all calls, in US dollars. */
  get spentUsd(): number {
    return this.#spentUsd;
  }

  /**
   * Reserves the cost of the input of the next call. Refuses the call if the limit is reached, or if the input alone
   * would exceed it. The cost of the answer is unknown before the call.
   *
   * @param text returns the text that the call sends
   * @throws CostLimitError
   */
  async reserve(model: PricedModel, text: () => string): Promise<Reservation> {
    if (this.limitUsd === undefined) return this.#reserve(0);
    if (model.price(NO_TOKENS) === null) {
      throw new CostLimitError(
        'unknown-price',
        `Failed to apply the cost limit of ${formatDollars(this.limitUsd)}: the price of ${model.reference} is unknown`,
        'Add its price under "prices" in holdfast.config.yaml, use a model with a known price, or remove the cost limit.',
      );
    }
    const hint = 'Increase the cost limit (--max-cost, or the limit in the settings) and run again.';
    if (this.#committed() >= this.limitUsd) {
      throw new CostLimitError(
        'spent',
        `Cost limit reached: ${formatDollars(this.#committed())} of ${formatDollars(this.limitUsd)} spent`,
        hint,
      );
    }
    const input = text();
    // The byte count is an upper bound of the token count, so the tokenizer is only needed close to the limit.
    const maxCost = this.#inputCost(model, maxTokenCount(input));
    const estimate =
      this.#committed() + maxCost <= this.limitUsd ? maxCost : this.#inputCost(model, await countTextTokens(input));
    if (this.#committed() + estimate > this.limitUsd) {
      throw new CostLimitError(
        'spent',
        `Cost limit reached: ${formatDollars(this.#committed())} of ${formatDollars(this.limitUsd)} spent, and the next call would cost at least ${formatDollars(estimate)}`,
        hint,
      );
    }
    return this.#reserve(estimate);
  }

  #inputCost(model: PricedModel, inputTokens: number): number {
    return model.price({ ...NO_TOKENS, inputTokens }) ?? 0;
  }

  #committed(): number {
    return this.#spentUsd + this.#reservedUsd;
  }

  #reserve(amount: number): Reservation {
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

function formatDollars(amount: number): string {
  return `$${amount.toFixed(amount !== 0 && amount < 0.01 ? 4 : 2)}`;
}
