import * as l10n from '@vscode/l10n';
import type { AnalyticsFilter, AnalyticsReport, PeriodNumbers, RunNumbers } from '../../engine.ts';
import type { AnalyticsPanelFilter } from '../../webview/protocol/analytics-messages.ts';
import type {
  AnalyticsChart,
  AnalyticsTable,
  AnalyticsView,
  TimelineChartView,
} from '../../webview/protocol/analytics-panel-data.ts';
import { formatDuration, formatShare } from '../base/report-labels.ts';

/** The bars of a chart. The table has every row. */
const MAX_BARS = 10;
/** The models with a separate series. The others are one series. */
const MAX_SERIES = 4;

/** The filter for the engine. */
export function toEngineFilter({ range, contract, model }: AnalyticsPanelFilter, now: Date): AnalyticsFilter {
  if (range === 'all') return { contract, model };
  const since = new Date(now.getTime() - Number(range) * 24 * 60 * 60 * 1000).toISOString();
  return { since, contract, model };
}

/** The report as the panel shows it. */
export function createAnalyticsView(report: AnalyticsReport): AnalyticsView {
  const { totals, contracts, modelNames, filter } = report;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const base = { contracts: [...contracts], models: [...modelNames] };
  if (totals.runs === 0) {
    return {
      ...base,
      state: isFiltered && modelNames.length > 0 ? 'filtered' : 'none',
      facts: [],
      notes: [],
      charts: [],
    };
  }
  return {
    ...base,
    state: 'ready',
    facts: [
      { name: l10n.t('Runs'), value: String(totals.runs) },
      { name: l10n.t('Passed'), value: formatShare(totals.passed / totals.runs) },
      { name: l10n.t('First try'), value: formatShare(totals.firstTry / totals.runs) },
      { name: l10n.t('Attempts'), value: String(totals.attempts) },
      { name: l10n.t('Cost'), value: formatCosts(totals) },
      { name: l10n.t('Model time'), value: formatDuration(totals.modelMs) },
    ],
    notes: totals.isCostPartial
      ? [l10n.t('The price of some calls is unknown, so the cost is higher than shown.')]
      : [],
    charts: [
      createAssertionChart(report),
      createAttemptsChart(report),
      createTimeline(report, {
        id: 'cost',
        title: l10n.t('Cost over time'),
        valueOf: (row) => row.costUsd ?? 0,
        textOf: formatCosts,
        formatMax: (value) => `$${value.toFixed(2)}`,
      }),
      createTimeline(report, {
        id: 'time',
        title: l10n.t('Model time over time'),
        valueOf: ({ modelMs }) => modelMs,
        textOf: ({ modelMs }) => formatDuration(modelMs),
        formatMax: formatDuration,
      }),
      createFirstTryChart(report),
      createChunkChart(report),
      createModelChart(report),
    ],
  };
}

function createAssertionChart({ assertions }: AnalyticsReport): AnalyticsChart {
  const [first] = assertions;
  return {
    id: 'assertions',
    title: l10n.t('Assertions that fail most'),
    summary: first
      ? l10n.t('"{0}" failed in {1} of {2} attempts.', first.message, first.failures, first.attempts)
      : l10n.t('No assertion failed.'),
    bars: assertions.slice(0, MAX_BARS).map(({ message, title, failures, attempts }) => ({
      label: message,
      detail: title,
      value: failures,
      text: l10n.t('{0} of {1}', failures, attempts),
    })),
    table: table(
      [
        [l10n.t('Assertion')],
        [l10n.t('Check')],
        [l10n.t('Chunk')],
        [l10n.t('Contract')],
        [l10n.t('Failed attempts'), true],
        [l10n.t('Attempts'), true],
      ],
      assertions.map((row) => [row.message, row.checkType, row.title, row.contract, row.failures, row.attempts]),
    ),
  };
}

function createAttemptsChart({ attemptsToPass, totals }: AnalyticsReport): AnalyticsChart {
  return {
    id: 'attempts',
    title: l10n.t('Attempts to pass'),
    summary: l10n.t('{0} of {1} runs passed, {2} with the first attempt.', totals.passed, totals.runs, totals.firstTry),
    bars: attemptsToPass.map(({ attempts, runs }) => ({
      label: attempts === 1 ? l10n.t('1 attempt') : l10n.t('{0} attempts', attempts),
      value: runs,
      text: String(runs),
    })),
    table: table(
      [[l10n.t('Attempts')], [l10n.t('Runs that passed'), true]],
      attemptsToPass.map(({ attempts, runs }) => [String(attempts), runs]),
    ),
  };
}

interface TimelineKind {
  readonly id: 'cost' | 'time';
  readonly title: string;
  readonly valueOf: (row: RunNumbers) => number;
  readonly textOf: (row: RunNumbers) => string;
  readonly formatMax: (value: number) => string;
}

/** The models with the most runs as series, and the others as one. */
function createTimeline(report: AnalyticsReport, kind: TimelineKind): AnalyticsChart {
  const { periods, models, period } = report;
  const shown = models.slice(0, MAX_SERIES).map(({ model }) => model);
  const hasOthers = models.length > MAX_SERIES;
  const rows = [...groupByPeriod(periods)].map(([from, ofPeriod]) => {
    const values = shown.map((model) => ofPeriod.filter((row) => row.model === model));
    if (hasOthers) values.push(ofPeriod.filter((row) => !shown.includes(row.model)));
    return {
      label: formatDay(from),
      values: values.map((ofSeries) => ofSeries.reduce((sum, row) => sum + kind.valueOf(row), 0)),
      texts: values.map((ofSeries) => ofSeries.map(kind.textOf).join(' + ') || '–'),
    };
  });
  const max = Math.max(0, ...rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0)));
  const timeline: TimelineChartView = {
    periods: rows,
    series: [...shown.map(nameModel), ...(hasOthers ? [l10n.t('Other models')] : [])],
    max,
    maxText: kind.formatMax(max),
  };
  const unit = period === 'day' ? l10n.t('By day') : l10n.t('By week');
  return {
    id: kind.id,
    title: kind.title,
    summary: l10n.t('{0}, at most {1}.', unit, kind.formatMax(max)),
    timeline,
    table: table(
      [
        [l10n.t('From')],
        [l10n.t('Model')],
        [l10n.t('Runs'), true],
        [l10n.t('Cost'), true],
        [l10n.t('Model time'), true],
      ],
      periods.map((row) => [
        formatDay(row.from),
        nameModel(row.model),
        row.runs,
        formatCosts(row),
        formatDuration(row.modelMs),
      ]),
    ),
  };
}

function createFirstTryChart({ periods, totals }: AnalyticsReport): AnalyticsChart {
  const sum = (rows: readonly PeriodNumbers[], of: (row: PeriodNumbers) => number): number =>
    rows.reduce((all, row) => all + of(row), 0);
  const rows = [...groupByPeriod(periods)].map(([from, ofPeriod]) => {
    const runs = sum(ofPeriod, (row) => row.runs);
    const firstTry = sum(ofPeriod, (row) => row.firstTry);
    return { label: formatDay(from), runs, firstTry, share: firstTry / runs };
  });
  return {
    id: 'first-try',
    title: l10n.t('First-try rate over time'),
    summary: l10n.t('{0} of all runs passed with the first attempt.', formatShare(totals.firstTry / totals.runs)),
    timeline: {
      periods: rows.map(({ label, share }) => ({ label, values: [share], texts: [formatShare(share)] })),
      series: [l10n.t('First try')],
      max: 1,
      maxText: '100 %',
    },
    table: table(
      [[l10n.t('From')], [l10n.t('Runs'), true], [l10n.t('First try'), true], [l10n.t('Rate'), true]],
      rows.map(({ label, runs, firstTry, share }) => [label, runs, firstTry, formatShare(share)]),
    ),
  };
}

function groupByPeriod(periods: readonly PeriodNumbers[]): ReadonlyMap<string, readonly PeriodNumbers[]> {
  const groups = new Map<string, PeriodNumbers[]>();
  for (const row of periods) groups.set(row.from, [...(groups.get(row.from) ?? []), row]);
  return groups;
}

const numberColumns = (): readonly (readonly [string, true])[] => [
  [l10n.t('Runs'), true],
  [l10n.t('Passed'), true],
  [l10n.t('First try'), true],
  [l10n.t('Attempts'), true],
  [l10n.t('Cost'), true],
  [l10n.t('Model time'), true],
];

function numberCells(row: RunNumbers): readonly (string | number)[] {
  const { runs, passed, firstTry, attempts, modelMs } = row;
  return [runs, passed, formatShare(firstTry / runs), attempts, formatCosts(row), formatDuration(modelMs)];
}

function createChunkChart({ chunks }: AnalyticsReport): AnalyticsChart {
  const byCost = [...chunks].sort((one, other) => (other.costUsd ?? 0) - (one.costUsd ?? 0));
  const [first] = byCost;
  return {
    id: 'chunks',
    title: l10n.t('Cost of each chunk'),
    summary: first ? l10n.t('"{0}" costs most: {1}.', first.title, formatCosts(first)) : '',
    bars: byCost.slice(0, MAX_BARS).map((row) => ({
      label: row.title,
      detail: row.contract,
      value: row.costUsd ?? 0,
      text: formatCosts(row),
    })),
    table: table(
      [[l10n.t('Chunk')], [l10n.t('Contract')], ...numberColumns()],
      chunks.map((row) => [row.title, row.contract, ...numberCells(row)]),
    ),
  };
}

function createModelChart({ models }: AnalyticsReport): AnalyticsChart {
  return {
    id: 'models',
    title: l10n.t('First-try rate of each model'),
    summary: l10n.t('The share of runs that passed with the first attempt.'),
    bars: models.slice(0, MAX_BARS).map((row) => ({
      label: nameModel(row.model),
      value: row.firstTry / row.runs,
      text: l10n.t('{0} of {1} runs', formatShare(row.firstTry / row.runs), row.runs),
    })),
    table: table(
      [[l10n.t('Model')], ...numberColumns()],
      models.map((row) => [nameModel(row.model), ...numberCells(row)]),
    ),
  };
}

function table(
  columns: readonly (readonly [label: string, isNumber?: boolean])[],
  rows: readonly (readonly (string | number)[])[],
): AnalyticsTable {
  return {
    columns: columns.map(([label, isNumber = false]) => ({ label, isNumber })),
    rows: rows.map((row) => row.map(String)),
  };
}

function nameModel(model: string): string {
  return model === '' ? l10n.t('No model') : model;
}

/** A cost that does not contain every call is marked. */
function formatCosts({ costUsd, isCostPartial }: RunNumbers): string {
  if (costUsd === null) return isCostPartial ? l10n.t('unknown') : '$0.0000';
  return `${isCostPartial ? '≥ ' : ''}$${costUsd.toFixed(4)}`;
}

/** A day in UTC in local short form. */
function formatDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}
