import assert from 'node:assert/strict';
import { renderCostReport } from '../../../src/pipeline/state/cost-table.ts';
import {
  availableUsd,
  createCostReport,
  describeShortage,
  divideBudget,
  formatCost,
  reportedUsd,
  totalUsd,
  type Spending,
} from '../../../src/pipeline/state/spending.ts';
import { apply, createItem } from './item-states.ts';

describe('the budget of an item', () => {
  it('[ASSERT-CODE-005] counts a reservation that was never settled, and an unknown price as reserved', () => {
    const { spending } = apply(
      createItem(),
      { type: 'reserved', id: '1', stage: 'intake', usd: 1 },
      { type: 'settled', id: '1', usd: 0.25 },
      { type: 'reserved', id: '2', stage: 'generation', subItem: 'a', usd: 2 },
      { type: 'reserved', id: '3', stage: 'generation', subItem: 'a', usd: 3 },
      { type: 'settled', id: '3', usd: null },
    );
    assert.equal(totalUsd(spending), 5.25);
    assert.deepEqual(createCostReport(spending), [
      { stage: 'intake', subItem: undefined, usd: 0.25, unsettledUsd: 0, executions: 1 },
      { stage: 'generation', subItem: 'a', usd: null, unsettledUsd: 2, executions: 2 },
    ]);
    assert.match(renderCostReport(spending), /\| intake \|  \| 1 \| 0\.2500 \|\n\| generation \| a \| 2 \| unknown \|/);
    assert.equal(reportedUsd(spending), null);
    assert.equal(formatCost(reportedUsd(spending)), 'unknown (the price of the model is not known)');
    assert.equal(formatCost(reportedUsd(spending.slice(0, 1))), '0.2500 USD');
    assert.equal(availableUsd(spending, { maxStageCostUsd: {} }, 'intake'), undefined);
    assert.equal(availableUsd(spending, { maxCostUsd: 6, maxStageCostUsd: {} }, 'intake'), 0.75);
    assert.equal(availableUsd(spending, { maxCostUsd: 6, maxStageCostUsd: { generation: 4 } }, 'generation'), 0);
  });

  it('[ASSERT-CODE-005] is divided among the executions that run at the same time, and never exceeded by their reservations', () => {
    const policy = { maxCostUsd: 3, maxStageCostUsd: { generation: 2 } };
    const { spending } = apply(
      createItem(),
      { type: 'reserved', id: '1', stage: 'intake', usd: 1 },
      { type: 'settled', id: '1', usd: 0.5 },
    );
    const both = divideBudget(spending, policy, 'generation', [{ id: 'a' }, { id: 'b' }]);
    assert.deepEqual(
      [...both.shares],
      [
        ['a', 1],
        ['b', 1],
      ],
    );
    assert.deepEqual([both.available, both.isEnough], [2, true]);
    const mixed = divideBudget(spending, policy, 'generation', [{ id: 'a', estimateUsd: 0.5 }, { id: 'b' }]);
    assert.deepEqual([...mixed.shares.values()], [0.5, 1.5]);
    const large = divideBudget(spending, policy, 'generation', [
      { id: 'a', estimateUsd: 1.5 },
      { id: 'b', estimateUsd: 1 },
    ]);
    assert.equal(large.isEnough, false);
    assert.equal(
      divideBudget(spending, { maxStageCostUsd: { generation: 0.5 } }, 'intake', [{ id: 'a' }]).available,
      undefined,
    );
    const spent = [{ id: 'x', stage: 'generation', round: 1, reservedUsd: 2 } as const];
    const none = divideBudget(spent, policy, 'generation', [{ id: 'a' }]);
    assert.deepEqual([none.shares.get('a'), none.available, none.isEnough], [0, 0, false]);
  });

  it('[ASSERT-CODE-005] counts both reservations of a process that was killed during two executions', () => {
    const running = apply(
      createItem(),
      { type: 'reserved', id: 'a', stage: 'generation', subItem: 'a', usd: 2 },
      { type: 'reserved', id: 'a', stage: 'generation', subItem: 'a', usd: 1 },
      { type: 'reserved', id: 'b', stage: 'generation', subItem: 'b', usd: 1 },
    );
    assert.deepEqual(
      running.spending.map(({ id, reservedUsd }) => [id, reservedUsd]),
      [
        ['a', 1],
        ['b', 1],
      ],
    );
    const policy = { maxCostUsd: 2.5, maxStageCostUsd: {} };
    assert.equal(availableUsd(running.spending, policy, 'generation'), 0.5);
    const settled = apply(running, { type: 'settled', id: 'b', usd: 0.25 });
    assert.equal(availableUsd(settled.spending, policy, 'generation'), 1.25);
    // The one that runs gets what the other one left.
    assert.deepEqual([...divideBudget(settled.spending, policy, 'generation', [{ id: 'a' }]).shares], [['a', 2.25]]);
  });

  it('[ASSERT-CODE-005] names the setting, its value and what is spent of it if an execution would exceed it', () => {
    const spent = (usd: number, stage = 'review'): Spending =>
      ({ id: stage, stage, reservedUsd: usd, settledUsd: usd }) as Spending;
    for (const [policy, spending, estimate, expected] of [
      [
        { maxCostUsd: 1 },
        [spent(1)],
        undefined,
        '1.0000 USD of the 1.0000 USD of "budgets.item" are spent, so that nothing is left for the stage review.',
      ],
      [
        { maxCostUsd: 1 },
        [spent(0.9)],
        0.2,
        '0.9000 USD of the 1.0000 USD of "budgets.item" are spent, and the next execution of the stage review can cost 0.2000 USD.',
      ],
      [
        { maxCostUsd: 9, stages: { review: 0.5 } },
        [spent(0.5), spent(1, 'generation')],
        undefined,
        '0.5000 USD of the 0.5000 USD of "budgets.stages.review" are spent',
      ],
      [
        { maxCostUsd: 1.2, stages: { review: 5 } },
        [spent(0.5), spent(0.7, 'generation')],
        undefined,
        '1.2000 USD of the 1.2000 USD of "budgets.item" are spent',
      ],
      [{ maxCostUsd: 0.00002 }, [spent(0.00001)], 0.00005, '0.000010 USD of the 0.000020 USD'],
    ] as const) {
      const limits = { maxCostUsd: policy.maxCostUsd, maxStageCostUsd: 'stages' in policy ? policy.stages : {} };
      const text = describeShortage(spending, limits, 'review', estimate);
      assert.ok(text.startsWith(expected), text);
      assert.match(text, /Increase "budgets" in \.holdfast\/pipeline\.yaml/);
    }
  });
});
