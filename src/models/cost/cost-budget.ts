import { HoldfastError, throwIfCancelled } from '../../foundation/errors.ts';
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

/** The cost of the calls of one kind so far, in US dollars. */
interface SeenCosts {
  least: number;
  most: number;
}

const RUN_ADVICE = 'Increase the cost limit (--max-cost, or the limit in the settings) and run again.';

/** The answer that a call is assumed to give while no call of its kind has ended, in tokens. */
const ASSUMED_OUTPUT_TOKENS = 8_000;

/**
 * The budget of one run. Every call that is made for the run shares it: attempts, judges, gates and amendments, of all
 * chunks, including parallel ones.
 *
 * The cost of an answer is unknown before the call. Calls therefore run in parallel only while the limit has room for the
 * most expensive answers seen so far. Close to the limit they run one after the other, so the answer of at most one call
 * can exceed the limit.
 */
export class CostBudget {
  /** In US dollars. */
  readonly limitUsd: number | undefined;
  readonly #advice: string;
  readonly #seenCosts = new Map<string, SeenCosts>();
  readonly #waiting = new Set<() => void>();
  #spentUsd: number;
  #reservedUsd = 0;
  #openReservations = 0;

  /** @param advice which setting increases the limit, as a sentence. Default: those of a run */
  constructor(limitUsd: number | undefined, spentUsd = 0, advice = RUN_ADVICE) {
    this.limitUsd = limitUsd;
    this.#advice = advice;
    this.#spentUsd = spentUsd;
  }

  /** The total known cost of all calls, in US dollars. */
  get spentUsd(): number {
    return this.#spentUsd;
  }

  /**
   * Reserves the expected cost of the next call. Waits for running calls if they and the next one could exceed the limit
   * together. Refuses the call if the limit is reached, or if the call would exceed it: by its input alone, or by the
   * cost of the cheapest call of the same purpose so far.
   *
   * @param text returns the text that the call sends
   * @throws CostLimitError, or CancelledError if `signal` is aborted while the call waits
   */
  async reserve(
    model: PricedModel,
    text: () => string,
    { purpose = '', signal }: { readonly purpose?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Reservation> {
    const kind = `${model.reference} ${purpose}`;
    if (this.limitUsd === undefined) return this.#reserve(kind, 0);
    if (model.price(NO_TOKENS) === null) {
      throw new CostLimitError(
        'unknown-price',
        `Failed to apply the cost limit of ${formatDollars(this.limitUsd)}: the price of ${model.reference} is unknown`,
        'Add its price under "prices" in holdfast.config.yaml, use a model with a known price, or remove the cost limit.',
      );
    }
    this.#refuseIfSpent(this.limitUsd, 0);
    const input = text();
    // The byte count is an upper bound of the token count, so the tokenizer is only needed close to the limit.
    const upperBound = this.#expectedCost(kind, model, maxTokenCount(input));
    if (this.#committed() + upperBound <= this.limitUsd) return this.#reserve(kind, upperBound);
    const inputTokens = await countTextTokens(input);
    for (;;) {
      throwIfCancelled(signal, 'call the model');
      const expected = this.#expectedCost(kind, model, inputTokens);
      if (this.#committed() + expected <= this.limitUsd) return this.#reserve(kind, expected);
      const least = Math.max(inputCost(model, inputTokens), this.#seenCosts.get(kind)?.least ?? 0);
      this.#refuseIfSpent(this.limitUsd, least);
      if (this.#openReservations === 0) return this.#reserve(kind, least);
      await this.#nextSettlement(signal);
    }
  }

  /** Counts an amount as spent that no call reported, for example of work that ended with an error. */
  charge(costUsd = 0): void {
    this.#spentUsd += costUsd;
  }

  /** @param next the least cost of the next call */
  #refuseIfSpent(limitUsd: number, next: number): void {
    if (this.#spentUsd < limitUsd && this.#spentUsd + next <= limitUsd) return;
    const spent = `${formatDollars(this.#spentUsd)} of ${formatDollars(limitUsd)} spent`;
    throw new CostLimitError(
      'spent',
      `Cost limit reached: ${spent}${next === 0 ? '' : `, and the next call would cost about ${formatDollars(next)}`}`,
      this.#advice,
    );
  }

  #expectedCost(kind: string, model: PricedModel, inputTokens: number): number {
    const seen = this.#seenCosts.get(kind);
    if (seen !== undefined) return Math.max(inputCost(model, inputTokens), seen.most);
    return model.price({ ...NO_TOKENS, inputTokens, outputTokens: ASSUMED_OUTPUT_TOKENS }) ?? 0;
  }

  #committed(): number {
    return this.#spentUsd + this.#reservedUsd;
  }

  #reserve(kind: string, amount: number): Reservation {
    this.#reservedUsd += amount;
    this.#openReservations++;
    let settled = false;
    return {
      settle: (costUsd) => {
        if (settled) return;
        settled = true;
        this.#reservedUsd -= amount;
        this.#openReservations--;
        this.#spentUsd += costUsd ?? 0;
        this.#learn(kind, costUsd ?? 0);
        for (const resume of this.#waiting) resume();
      },
    };
  }

  /** Failed calls that cost nothing say nothing about the cost of an answer. */
  #learn(kind: string, costUsd: number): void {
    if (costUsd === 0) return;
    const { least, most } = this.#seenCosts.get(kind) ?? { least: costUsd, most: costUsd };
    this.#seenCosts.set(kind, { least: Math.min(least, costUsd), most: Math.max(most, costUsd) });
  }

  /** Waits until a running call has ended or the signal is aborted. */
  async #nextSettlement(signal: AbortSignal | undefined): Promise<void> {
    let resume: () => void = () => undefined;
    const settled = new Promise<void>((resolve) => (resume = resolve));
    this.#waiting.add(resume);
    signal?.addEventListener('abort', resume);
    await settled;
    signal?.removeEventListener('abort', resume);
    this.#waiting.delete(resume);
  }
}

/** The cost of a call without its answer. */
function inputCost(model: PricedModel, inputTokens: number): number {
  return model.price({ ...NO_TOKENS, inputTokens }) ?? 0;
}

function formatDollars(amount: number): string {
  return `$${amount.toFixed(amount !== 0 && amount < 0.01 ? 4 : 2)}`;
}
