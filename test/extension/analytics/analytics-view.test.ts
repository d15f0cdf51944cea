import assert from 'node:assert/strict';
import { createAnalyticsReport } from '../../../src/history/analytics/analytics-report.ts';
import type { AnalyticsRows } from '../../../src/history/analytics/analytics-rows.ts';
import { createAnalyticsView, toEngineFilter } from '../../../src/extension/analytics/analytics-view.ts';
import { messageToAnalyticsPanelSchema } from '../../../src/webview/protocol/analytics-messages.ts';

const EMPTY: AnalyticsRows = { runs: [], calls: [], failures: [], contracts: [], models: [] };

/** One passing run a day with each of six models. The calls of one model have no price. */
const ROWS: AnalyticsRows = {
  ...EMPTY,
  contracts: ['a.contract.yaml'],
  models: ['m0', 'm1', 'm2', 'm3', 'm4', 'm5'],
  runs: Array.from({ length: 6 }, (_, index) => ({
    ...{ contract: 'a.contract.yaml', specId: 'a', chunk: 'x', title: 'X', passed: true },
    ...{ model: `m${index}`, day: '2026-11-02', attempts: 1 + (index % 2), runs: 1 },
  })),
  calls: Array.from({ length: 6 }, (_, index) => ({
    ...{ contract: 'a.contract.yaml', specId: 'a', chunk: 'x', model: `m${index}`, day: '2026-11-02' },
    ...{ calls: 1, priced: index === 5 ? 0 : 1, costUsd: index === 5 ? 0 : 1, modelMs: 1000 },
  })),
};

describe('The analytics panel', () => {
  it('[ENF-FUTURE-4] says what to do if there is no run, or none that matches the filter', () => {
    assert.equal(createAnalyticsView(createAnalyticsReport(EMPTY)).state, 'none');
    const filtered = createAnalyticsReport({ ...EMPTY, models: ['m0'] }, { model: 'm9' });
    assert.equal(createAnalyticsView(filtered).state, 'filtered');
  });

  it('[ENF-FUTURE-4] gives each chart the same numbers as a table, and valid data to the page', () => {
    const view = createAnalyticsView(createAnalyticsReport(ROWS));
    assert.equal(view.state, 'ready');
    for (const { id, bars, timeline, table } of view.charts) {
      assert.ok(bars !== undefined || timeline !== undefined, id);
      for (const row of table.rows) assert.equal(row.length, table.columns.length, id);
      if (bars !== undefined) assert.ok(table.rows.length >= bars.length, id);
    }
    const memory = { folder: 'file:///repo', filter: { range: 'all' } };
    assert.ok(messageToAnalyticsPanelSchema.safeParse({ type: 'show', memory, view }).success);
  });

  it('[ENF-FUTURE-4] stacks at most four models and the others, and marks costs that lack a price', () => {
    const { charts, notes, facts } = createAnalyticsView(createAnalyticsReport(ROWS));
    const timeline = charts.find(({ id }) => id === 'cost')?.timeline;
    assert.deepEqual(timeline?.series, ['m0', 'm1', 'm2', 'm3', 'Other models']);
    assert.deepEqual(
      timeline.periods.map(({ values }) => values),
      [[1, 1, 1, 1, 1]],
    );
    assert.equal(timeline.max, 5);
    assert.equal(facts.find(({ name }) => name === 'Cost')?.value, '≥ $5.0000');
    assert.equal(notes.length, 1);
  });

  it('[ENF-FUTURE-4] filters by the days before now', () => {
    const now = new Date('2026-11-25T12:00:00Z');
    assert.deepEqual(toEngineFilter({ range: '7', model: 'm0' }, now), {
      since: '2026-11-18T12:00:00.000Z',
      contract: undefined,
      model: 'm0',
    });
    assert.deepEqual(toEngineFilter({ range: 'all' }, now), { contract: undefined, model: undefined });
  });
});
