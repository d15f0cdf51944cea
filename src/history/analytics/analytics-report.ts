import type { AnalyticsFilter, AnalyticsRows, CallGroup, FailureGroup, RunGroup } from './analytics-rows.ts';

/** How well runs went, and what they cost. Only ended runs with an attempt count. */
export interface RunNumbers {
  readonly runs: number;
  readonly passed: number;
  /** The runs that passed with their first attempt. */
  readonly firstTry: number;
  readonly attempts: number;
  /** In US dollars, of the calls with a known price. `null` if no call has one. */
  readonly costUsd: number | null;
  /** Whether the price of a call is unknown, so that the cost is too low. */
  readonly isCostPartial: boolean;
  /** The duration of all model calls, in milliseconds. */
  readonly modelMs: number;
}

export interface ChunkNumbers extends RunNumbers {
  readonly contract: string;
  readonly specId: string;
  readonly chunk: string;
  readonly title: string;
}

export interface ModelNumbers extends RunNumbers {
  /** `provider:model`; empty if no model was called. */
  readonly model: string;
}

export interface PeriodNumbers extends ModelNumbers {
  /** The first day of the period in UTC: `2026-11-23`. */
  readonly from: string;
}

/** An assertion with the number of attempts in which it failed. */
export interface AssertionNumbers extends FailureGroup {
  /** All attempts at its chunk. */
  readonly attempts: number;
}

export type AnalyticsPeriod = 'day' | 'week';

/** Public shape of `holdfast analytics --json`. */
export interface AnalyticsReport {
  readonly filter: AnalyticsFilter;
  readonly totals: RunNumbers;
  /** Most failures first. */
  readonly assertions: readonly AssertionNumbers[];
  /** How many runs passed with each number of attempts, ascending, without gaps. */
  readonly attemptsToPass: readonly { readonly attempts: number; readonly runs: number }[];
  /** Most attempts first. */
  readonly chunks: readonly ChunkNumbers[];
  /** Most runs first. */
  readonly models: readonly ModelNumbers[];
  readonly period: AnalyticsPeriod;
  /** Oldest first, then by model. Periods without a run are left out. */
  readonly periods: readonly PeriodNumbers[];
  /** The values that the filter can have. */
  readonly contracts: readonly string[];
  readonly modelNames: readonly string[];
}

/** More days than this are shown by week. */
const MAX_DAYS = 31;

/** Computes the report. A pure function of the rows. */
export function createAnalyticsReport(rows: AnalyticsRows, filter: AnalyticsFilter = {}): AnalyticsReport {
  const chunkKey = ({ contract, specId, chunk }: RunGroup | CallGroup | FailureGroup): string =>
    JSON.stringify([contract, specId, chunk]);
  const chunks = [...group(rows, chunkKey)].map(([, of]) => {
    const { contract, specId, chunk, title } = of.runs.at(-1) ?? EMPTY_RUN;
    return { contract, specId, chunk, title, ...sum(of) };
  });
  const attemptsOf = new Map(
    chunks.map(({ contract, specId, chunk, attempts }) => [JSON.stringify([contract, specId, chunk]), attempts]),
  );
  const models = [...group(rows, ({ model }) => model)].map(([model, of]) => ({ model, ...sum(of) }));
  const days = new Set(rows.runs.map(({ day }) => day));
  const period: AnalyticsPeriod = days.size > MAX_DAYS ? 'week' : 'day';
  const startOf = period === 'day' ? (day: string): string => day : startOfWeek;
  const periods = [...group(rows, ({ day, model }) => `${startOf(day)} ${model}`)]
    .map(([key, of]) => ({ from: key.slice(0, key.indexOf(' ')), model: key.slice(key.indexOf(' ') + 1), ...sum(of) }))
    .sort((one, other) => one.from.localeCompare(other.from) || one.model.localeCompare(other.model));
  return {
    filter,
    totals: sum(rows),
    assertions: rows.failures.map((failure) => ({ ...failure, attempts: attemptsOf.get(chunkKey(failure)) ?? 0 })),
    attemptsToPass: countAttemptsToPass(rows.runs),
    chunks: chunks.sort((one, other) => other.attempts - one.attempts || one.chunk.localeCompare(other.chunk)),
    models: models.sort((one, other) => other.runs - one.runs || one.model.localeCompare(other.model)),
    period,
    periods,
    contracts: rows.contracts,
    modelNames: rows.models,
  };
}

const EMPTY_RUN = { contract: '', specId: '', chunk: '', title: '' };

interface Grouped {
  readonly runs: RunGroup[];
  readonly calls: CallGroup[];
}

/** Groups runs, and their calls. Calls without a run are left out. */
function group(
  { runs, calls }: Pick<AnalyticsRows, 'runs' | 'calls'>,
  keyOf: (row: RunGroup | CallGroup) => string,
): ReadonlyMap<string, Grouped> {
  const groups = new Map<string, Grouped>();
  for (const run of runs) {
    const key = keyOf(run);
    const found = groups.get(key) ?? { runs: [], calls: [] };
    found.runs.push(run);
    groups.set(key, found);
  }
  for (const call of calls) groups.get(keyOf(call))?.calls.push(call);
  return groups;
}

function sum({ runs, calls }: Pick<AnalyticsRows, 'runs' | 'calls'>): RunNumbers {
  const total = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
    rows.reduce((all, row) => all + of(row), 0);
  const priced = total(calls, (call) => call.priced);
  return {
    runs: total(runs, (run) => run.runs),
    passed: total(runs, (run) => (run.passed ? run.runs : 0)),
    firstTry: total(runs, (run) => (run.passed && run.attempts === 1 ? run.runs : 0)),
    attempts: total(runs, (run) => run.attempts * run.runs),
    costUsd: priced === 0 ? null : total(calls, (call) => call.costUsd),
    isCostPartial: priced < total(calls, (call) => call.calls),
    modelMs: total(calls, (call) => call.modelMs),
  };
}

function countAttemptsToPass(runs: readonly RunGroup[]): AnalyticsReport['attemptsToPass'] {
  const counts = new Map<number, number>();
  for (const { passed, attempts, runs: count } of runs) {
    if (passed) counts.set(attempts, (counts.get(attempts) ?? 0) + count);
  }
  const most = Math.max(0, ...counts.keys());
  return Array.from({ length: most }, (_, index) => ({ attempts: index + 1, runs: counts.get(index + 1) ?? 0 }));
}

/** The Monday of the week of a day. */
function startOfWeek(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
