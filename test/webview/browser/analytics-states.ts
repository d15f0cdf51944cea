import type { MessageToAnalyticsPanel } from '../../../src/webview/protocol/analytics-messages.ts';
import type { AnalyticsChart, AnalyticsView } from '../../../src/webview/protocol/analytics-panel-data.ts';

const memory = { folder: 'file:///orders', filter: { range: '90' } } as const;

const assertions: AnalyticsChart = {
  id: 'assertions',
  title: 'Assertions that fail most',
  summary: 'Of 42 attempts, 9 failed an assertion.',
  bars: [
    { label: 'Must export HealthCheckResult', detail: 'health-check', value: 6, text: '6 of 12' },
    { label: 'Must use try/catch', detail: 'health-check', value: 3, text: '3 of 12' },
  ],
  table: {
    columns: [
      { label: 'Assertion', isNumber: false },
      { label: 'Failed', isNumber: true },
    ],
    rows: [
      ['Must export HealthCheckResult', '6'],
      ['Must use try/catch', '3'],
    ],
  },
};

const cost: AnalyticsChart = {
  id: 'cost',
  title: 'Cost over time',
  summary: 'Cost of each week, by model.',
  timeline: {
    periods: [
      { label: 'Nov 9', values: [0.5, 0.2], texts: ['$0.50', '$0.20'] },
      { label: 'Nov 16', values: [0.1, 0.4], texts: ['$0.10', '$0.40'] },
    ],
    series: ['glm-4.6', 'claude-sonnet-4-5'],
    max: 1,
    maxText: '$1.00',
  },
  table: {
    columns: [
      { label: 'Week', isNumber: false },
      { label: 'Cost', isNumber: true },
    ],
    rows: [
      ['Nov 9', '$0.70'],
      ['Nov 16', '$0.50'],
    ],
  },
};

const view: AnalyticsView = {
  state: 'ready',
  facts: [
    { name: 'Runs', value: '42' },
    { name: 'Cost', value: '$1.20' },
  ],
  notes: ['The price of 1 model is unknown.'],
  charts: [assertions, cost],
  contracts: ['health-check'],
  models: ['glm-4.6', 'claude-sonnet-4-5'],
};

function show(over: Partial<AnalyticsView>): MessageToAnalyticsPanel {
  return { type: 'show', memory, view: { ...view, ...over } };
}

export const analyticsStates = {
  charts: show({}),
  'no run': show({ state: 'none', charts: [], notes: [], facts: [] }),
  'no run that matches': show({ state: 'filtered', charts: [], notes: [], facts: [] }),
} as const;
