import assert from 'node:assert/strict';
import { CostBudget, CostLimitError } from '../../src/models/cost-budget.ts';
import { givenPrices, unknownPrice } from '../../src/models/model-prices.ts';

/** One dollar for a million input tokens. */
const PRICED = { reference: 'test:priced', price: givenPrices({ inputPerMillion: 1, outputPerMillion: 10 }) };
const UNKNOWN = { reference: 'test:unknown', price: unknownPrice };
const hello = (): string => 'hello world '.repeat(100);

async function refusal(reserving: Promise<unknown>): Promise<CostLimitError> {
  const thrown: unknown = await reserving.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof CostLimitError, 'the call is refused');
  assert.equal(thrown.code, 'limit');
  return thrown;
}

describe('models: the cost limit', () => {
  it('admits every call where there is no limit, and still adds up what is known', async () => {
    const budget = new CostBudget(undefined);
    (await budget.reserve(UNKNOWN, hello)).settle(null);
    (await budget.reserve(PRICED, hello)).settle(2);
    assert.equal(budget.spentUsd, 2);
  });

  it('refuses a model of unknown price before the first call, and says so', async () => {
    const error = await refusal(new CostBudget(10).reserve(UNKNOWN, hello));
    assert.equal(error.reason, 'unknown-price');
    assert.match(error.message, /price of test:unknown is not known/);
    assert.match(error.hint ?? '', /prices/);
  });

  it('refuses once the limit is used up', async () => {
    const budget = new CostBudget(1);
    (await budget.reserve(PRICED, hello)).settle(1);
    assert.equal((await refusal(budget.reserve(PRICED, hello))).reason, 'spent');
  });

  it('counts what earlier calls of the run have cost', async () => {
    assert.equal((await refusal(new CostBudget(1, 1).reserve(PRICED, hello))).reason, 'spent');
  });

  it('refuses a call whose input alone would pass the limit', async () => {
    // 200 tokens in 1,200 bytes: $0.0002; the byte count alone would say $0.0012.
    const error = await refusal(new CostBudget(0.000_19).reserve(PRICED, hello));
    assert.match(error.message, /next call would cost/);
    (await new CostBudget(0.000_3).reserve(PRICED, hello)).settle(0);
  });

  it('holds the money of calls that are under way, so that two at a time cannot pass it together', async () => {
    const budget = new CostBudget(0.000_4);
    const first = await budget.reserve(PRICED, hello);
    await refusal(budget.reserve(PRICED, hello));
    first.settle(0.000_1);
    first.settle(5);
    const second = await budget.reserve(PRICED, hello);
    second.settle(0.000_1);
    assert.equal(budget.spentUsd, 0.000_2);
  });
});
