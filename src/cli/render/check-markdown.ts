import { escapeMarkdown } from '../../foundation/escape-markdown.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { countVerdicts } from '../../foundation/verdict.ts';
import {
  formatPlace,
  listIssues,
  listReportedChunks,
  listShownFacts,
  type CheckReport,
  type Issue,
  type ReportedChunk,
} from './check-issues.ts';

/** More rows make a comment of a pull request too long. */
const MAX_ISSUES = 100;
const MARKS = { error: '❌', warning: '⚠️', note: 'ℹ️' } as const;

/** [AGENT-7] A check as Markdown, for the summary of a job or a comment. */
export function toMarkdown(report: CheckReport): string {
  const chunks = listReportedChunks(report);
  const issues = listIssues(report);
  const { satisfied, total } = countVerdicts(chunks.map(({ check }) => check));
  const shown = issues.slice(0, MAX_ISSUES);
  const count = (level: Issue['level']): number => issues.filter((issue) => issue.level === level).length;
  return [
    `## Holdfast: ${report.ok ? '✅ the check passed' : '❌ the check failed'}`,
    '',
    `${satisfied} of ${formatCount(total, 'chunk')} satisfied; ${formatCount(count('error'), 'error')} and ${formatCount(count('warning'), 'warning')}.`,
    ...(chunks.length === 0
      ? []
      : ['', '| Contract | Chunk | Verdict |', '| --- | --- | --- |', ...chunks.map(formatChunk)]),
    ...(shown.length === 0 ? [] : ['', '| | Where | What |', '| --- | --- | --- |', ...shown.map(formatIssue)]),
    ...(issues.length > shown.length ? ['', `${formatCount(issues.length - shown.length, 'more message')}.`] : []),
    ...formatFacts(report),
    '',
  ].join('\n');
}

/** What a reviewer should look at has a separate section: it is no fault. */
function formatFacts(report: CheckReport): readonly string[] {
  const { shown, more } = listShownFacts(report);
  if (shown.length === 0) return [];
  return [
    '',
    '### To look at',
    '',
    '| | Where | What |',
    '| --- | --- | --- |',
    ...shown.map(formatIssue),
    ...(more === 0 ? [] : ['', `${formatCount(more, 'more fact')}.`]),
  ];
}

function formatIssue(issue: Issue): string {
  return `| ${MARKS[issue.level]} | ${toCell(formatPlace(issue) ?? '')} | ${toCell(issue.message)} |`;
}

function formatChunk({ contract, check, fails, excuse }: ReportedChunk): string {
  const mark = fails ? '❌' : check.verdict === 'satisfied' ? '✅' : '➖';
  const reason = excuse === undefined ? '' : ` (${excuse})`;
  return `| ${toCell(contract)} | ${toCell(check.id)} | ${mark} ${check.verdict}${reason} |`;
}

function toCell(text: string): string {
  return escapeMarkdown(text.trim()).replaceAll(/\r?\n/g, '<br>');
}
