import assert from 'node:assert/strict';
import { renderCostReport } from '../../../src/pipeline/state/cost-table.ts';
import {
  availableUsd,
  createCostReport,
  formatCost,
  reportedUsd,
  totalUsd,
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
});
