import assert from 'node:assert/strict';
import { CostBudget, CostLimitError } from '../../../src/models/cost/cost-budget.ts';
import { CancelledError } from '../../../src/foundation/errors.ts';
import { configuredPrices, unknownPrice } from '../../../src/models/cost/model-prices.ts';

/** One dollar per million input tokens. */
const PRICED_MODEL = {
  reference: 'test:priced',
  price: configuredPrices({ inputPerMillion: 1, outputPerMillion: 10 }),
};
const UNPRICED_MODEL = { reference: 'test:unknown', price: unknownPrice };
const createPrompt = (): string => 'hello world '.repeat(100);

async function catchCostLimitError(reserving: Promise<unknown>): Promise<CostLimitError> {
  const thrown: unknown = await reserving.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof CostLimitError, 'the call is rejected');
  assert.equal(thrown.code, 'limit');
  return thrown;
}

describe('models: the cost limit', () => {
  it('admits every call without a limit, and still sums the known costs', async () => {
    const budget = new CostBudget(undefined);
    (await budget.reserve(UNPRICED_MODEL, createPrompt)).settle(null);
    (await budget.reserve(PRICED_MODEL, createPrompt)).settle(2);
    assert.equal(budget.spentUsd, 2);
  });

  it('rejects a model with an unknown price before the first call', async () => {
    const error = await catchCostLimitError(new CostBudget(10).reserve(UNPRICED_MODEL, createPrompt));
    assert.equal(error.reason, 'unknown-price');
    assert.match(error.message, /price of test:unknown is unknown/);
    assert.match(error.hint ?? '', /prices/);
  });

  it('rejects a call when the limit is reached', async () => {
    const budget = new CostBudget(1);
    (await budget.reserve(PRICED_MODEL, createPrompt)).settle(1);
    assert.equal((await catchCostLimitError(budget.reserve(PRICED_MODEL, createPrompt))).reason, 'spent');
  });

  it('includes the cost of earlier calls of the run', async () => {
    assert.equal((await catchCostLimitError(new CostBudget(1, 1).reserve(PRICED_MODEL, createPrompt))).reason, 'spent');
  });

  it('rejects a call if its input alone would exceed the limit', async () => {
    // 200 tokens in 1,200 bytes cost $0.0002. The byte count alone gives $0.0012.
    const error = await catchCostLimitError(new CostBudget(0.000_19).reserve(PRICED_MODEL, createPrompt));
    assert.match(error.message, /next call would cost/);
    (await new CostBudget(0.000_3).reserve(PRICED_MODEL, createPrompt)).settle(0);
  });

  it('[TRUST-9] lets a call wait while it and the running calls could exceed the limit together', async () => {
    const budget = new CostBudget(0.000_5);
    const first = await budget.reserve(PRICED_MODEL, createPrompt);
    let isAdmitted = false;
    const waiting = budget.reserve(PRICED_MODEL, createPrompt).then((reservation) => {
      isAdmitted = true;
      return reservation;
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isAdmitted, false);
    first.settle(0.000_2);
    first.settle(5);
    (await waiting).settle(0.000_2);
    assert.equal(budget.spentUsd, 0.000_4);
  });

  it('[TRUST-9] runs calls in parallel if the limit has room for them', async () => {
    const budget = new CostBudget(1);
    const calls = await Promise.all([1, 2, 3].map(() => budget.reserve(PRICED_MODEL, createPrompt)));
    for (const call of calls) call.settle(0.01);
    assert.equal(budget.spentUsd.toFixed(2), '0.03');
  });

  it('[TRUST-9] rejects a call that would exceed the limit by what the cheapest call of its purpose cost', async () => {
    const budget = new CostBudget(0.01);
    (await budget.reserve(PRICED_MODEL, createPrompt, { purpose: 'judge' })).settle(0.006);
    const error = await catchCostLimitError(budget.reserve(PRICED_MODEL, createPrompt, { purpose: 'judge' }));
    assert.match(error.message, /next call would cost/);
    (await budget.reserve(PRICED_MODEL, createPrompt, { purpose: 'attempt' })).settle(0.001);
    assert.equal(budget.spentUsd, 0.007);
  });

  it('ends the wait of a cancelled call', async () => {
    const budget = new CostBudget(0.000_5);
    await budget.reserve(PRICED_MODEL, createPrompt);
    const controller = new AbortController();
    const waiting = budget.reserve(PRICED_MODEL, createPrompt, { signal: controller.signal });
    controller.abort();
    await assert.rejects(waiting, CancelledError);
  });
});
