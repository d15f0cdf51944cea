import type { AnalyticsReport, RunNumbers } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { Terminal } from '../base/terminal.ts';

/** The rows of a table in the terminal. `holdfast analytics --json` has all of them. */
const MAX_ROWS = 15;

/** Prints the report as tables. */
export function printAnalytics(terminal: Terminal, report: AnalyticsReport): void {
  const { totals, assertions, attemptsToPass, chunks, models, period, periods } = report;
  if (totals.runs === 0) {
    terminal.result('No run with an attempt matches. Run a chunk with "holdfast run", or change the filter.');
    return;
  }
  terminal.result(
    `${formatCount(totals.runs, 'run')}, ${formatCount(totals.attempts, 'attempt')}: ${totals.passed} passed, ${percent(totals.firstTry, totals.runs)} with the first attempt, ${cost(totals)}, ${minutes(totals.modelMs)} of model time`,
  );
  table(
    terminal,
    'Assertions that fail most',
    ['failed in', 'check', 'chunk', 'message'],
    [
      ...assertions.map(({ failures, attempts, checkType, contract, chunk, message }) => [
        `${failures} of ${formatCount(attempts, 'attempt')}`,
        checkType,
        `${contract} · ${chunk}`,
        message,
      ]),
    ],
  );
  table(
    terminal,
    'Attempts to pass',
    ['attempts', 'runs'],
    attemptsToPass.map(({ attempts, runs }) => [String(attempts), String(runs)]),
  );
  table(
    terminal,
    'Chunks',
    ['chunk', ...NUMBER_HEADERS],
    [...chunks.map((row) => [`${row.contract} · ${row.chunk}`, ...numberColumns(row)])],
  );
  table(
    terminal,
    'Models',
    ['model', ...NUMBER_HEADERS],
    models.map((row) => [row.model === '' ? 'no model' : row.model, ...numberColumns(row)]),
  );
  table(
    terminal,
    period === 'day' ? 'By day (UTC)' : 'By week (UTC, from Monday)',
    ['from', 'model', ...NUMBER_HEADERS],
    periods.map((row) => [row.from, row.model, ...numberColumns(row)]),
  );
}

const NUMBER_HEADERS = ['runs', 'passed', 'first try', 'attempts', 'cost', 'model time'];

function numberColumns(row: RunNumbers): readonly string[] {
  const { runs, passed, firstTry, attempts, modelMs } = row;
  return [String(runs), String(passed), percent(firstTry, runs), String(attempts), cost(row), minutes(modelMs)];
}

function table(
  terminal: Terminal,
  title: string,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  if (rows.length === 0) return;
  const shown = rows.slice(0, MAX_ROWS);
  const widths = headers.map((header, column) =>
    Math.max(header.length, ...shown.map((row) => (row[column] ?? '').length)),
  );
  const format = (row: readonly string[]): string =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ');
  terminal.result('');
  terminal.result(terminal.style('bold', title));
  terminal.result(terminal.style('dim', format(headers)));
  for (const row of shown) terminal.result(format(row));
  if (rows.length > MAX_ROWS) terminal.result(`${rows.length - MAX_ROWS} more: use --json or --csv.`);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}

/** A cost that does not contain every call is marked. */
function cost({ costUsd, isCostPartial }: RunNumbers): string {
  if (costUsd === null) return isCostPartial ? 'unknown' : '$0.0000';
  return `${isCostPartial ? '≥ ' : ''}$${costUsd.toFixed(4)}`;
}

function minutes(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
