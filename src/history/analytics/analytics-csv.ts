import type { AnalyticsReport, RunNumbers } from './analytics-report.ts';

const NUMBER_COLUMNS = ['runs', 'passed', 'firstTry', 'attempts', 'costUsd', 'isCostPartial', 'modelMs'] as const;

const COLUMNS = [
  'table',
  'from',
  'model',
  'contract',
  'chunk',
  'title',
  'type',
  'check',
  'message',
  'failures',
  ...NUMBER_COLUMNS,
] as const;

type CsvRow = Partial<Readonly<Record<(typeof COLUMNS)[number], string | number | boolean | null>>>;

/** The report as one CSV table (RFC 4180): the column `table` says what a row is about. Unknown values are empty. */
export function formatAnalyticsCsv(report: AnalyticsReport): string {
  const rows: readonly CsvRow[] = [
    { table: 'totals', ...numbers(report.totals) },
    ...report.assertions.map(({ contract, chunk, title, type, checkType, message, failures, attempts }) => ({
      table: 'assertions',
      ...{ contract, chunk, title, type, check: checkType, message, failures, attempts },
    })),
    ...report.attemptsToPass.map((row) => ({ table: 'attemptsToPass', ...row })),
    ...report.chunks.map((row) => ({
      table: 'chunks',
      ...{ contract: row.contract, chunk: row.chunk, title: row.title },
      ...numbers(row),
    })),
    ...report.models.map((row) => ({ table: 'models', model: row.model, ...numbers(row) })),
    ...report.periods.map((row) => ({ table: report.period, from: row.from, model: row.model, ...numbers(row) })),
  ];
  const lines = [COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((column) => formatField(row[column])).join(','))];
  return `${lines.join('\r\n')}\r\n`;
}

function numbers(row: RunNumbers): CsvRow {
  return Object.fromEntries(NUMBER_COLUMNS.map((column) => [column, row[column]]));
}

function formatField(value: string | number | boolean | null | undefined): string {
  if (value === undefined || value === null) return '';
  // A spreadsheet runs a text that begins like this as a formula.
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
