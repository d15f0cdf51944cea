import { escapeMarkdown } from '../../foundation/escape-markdown.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { countVerdicts } from '../../foundation/verdict.ts';
import {
  formatPlace,
  listFactIssues,
  listIssues,
  listReportedChunks,
  listShownFacts,
  type CheckReport,
  type Issue,
  type ReportedChunk,
} from './check-issues.ts';

/** The lines that are not folded: the verdict, the counts and these rows are ten. */
const MAX_ROWS = 8;
/** The longest message of such a row, in characters. */
const MAX_MESSAGE = 240;
/** More rows make a comment of a pull request too long. */
const MAX_ISSUES = 100;
const MARKS = { error: '❌', warning: '⚠️', note: 'ℹ️' } as const;
const ORDER = ['error', 'warning', 'note'] as const;

/**
 * [AGENT-7] A check as Markdown, for the summary of a job or a comment: the verdict in at most ten lines, and everything else
 * folded [CHANGE-7].
 */
export function toMarkdown(report: CheckReport): string {
  const chunks = listReportedChunks(report);
  const issues = listIssues(report);
  const facts = listFactIssues(report);
  const { satisfied, total } = countVerdicts(chunks.map(({ check }) => check));
  const count = (level: Issue['level']): number => issues.filter((issue) => issue.level === level).length;
  const counts = [
    ...(total === 0 ? [] : [`${satisfied} of ${formatCount(total, 'chunk')} satisfied`]),
    `${formatCount(count('error'), 'error')} and ${formatCount(count('warning'), 'warning')}`,
    ...(facts.length === 0 ? [] : [`${formatCount(facts.length, 'fact')} to look at`]),
  ].join('; ');
  const all = [...ORDER.flatMap((level) => issues.filter((issue) => issue.level === level)), ...facts];
  const shown = all.slice(0, MAX_ROWS);
  const isWhole = shown.length === all.length && shown.every(({ message }) => toFirstLine(message) === message.trim());
  return [
    `## Holdfast: ${report.ok ? '✅ the check passed' : '❌ the check failed'}`,
    '',
    `${counts}.`,
    ...formatTable(shown, toFirstLine),
    ...(isWhole && chunks.length === 0 ? [] : fold([...formatChunks(chunks), ...(isWhole ? [] : formatAll(report))])),
    '',
  ].join('\n');
}

/** [CHANGE-7] A check that could not run as Markdown. */
export function toFailureMarkdown(message: string): string {
  const [first = '', ...others] = message.split('\n');
  return ['## Holdfast: ⛔ the check could not run', '', ...[first, ...others].map((line) => `${toCell(line)}  `)].join(
    '\n',
  );
}

function fold(lines: readonly string[]): readonly string[] {
  return ['', '<details><summary>Details</summary>', ...lines, '', '</details>'];
}

/** Every finding and fact, with its whole message. */
function formatAll(report: CheckReport): readonly string[] {
  const issues = listIssues(report);
  const shown = issues.slice(0, MAX_ISSUES);
  const facts = listShownFacts(report);
  return [
    ...formatTable(shown),
    ...(issues.length > shown.length ? ['', `${formatCount(issues.length - shown.length, 'more message')}.`] : []),
    // What a reviewer should look at has a separate section: it is no fault.
    ...(facts.shown.length === 0 ? [] : ['', '### To look at', ...formatTable(facts.shown)]),
    ...(facts.more === 0 ? [] : ['', `${formatCount(facts.more, 'more fact')}.`]),
  ];
}

function formatChunks(chunks: readonly ReportedChunk[]): readonly string[] {
  if (chunks.length === 0) return [];
  return ['', '| Contract | Chunk | Verdict |', '| --- | --- | --- |', ...chunks.map(formatChunk)];
}

function formatTable(issues: readonly Issue[], toText = (message: string) => message): readonly string[] {
  if (issues.length === 0) return [];
  const rows = issues.map(
    (issue) => `| ${MARKS[issue.level]} | ${toCell(formatPlace(issue) ?? '')} | ${toCell(toText(issue.message))} |`,
  );
  return ['', '| | Where | What |', '| --- | --- | --- |', ...rows];
}

function toFirstLine(message: string): string {
  const [first = ''] = message.trim().split('\n');
  return first.length <= MAX_MESSAGE ? first : `${first.slice(0, MAX_MESSAGE)}…`;
}

function formatChunk({ contract, check, fails, excuse }: ReportedChunk): string {
  const mark = fails ? '❌' : check.verdict === 'satisfied' ? '✅' : '➖';
  const reason = excuse === undefined ? '' : ` (${excuse})`;
  return `| ${toCell(contract)} | ${toCell(check.id)} | ${mark} ${check.verdict}${reason} |`;
}

function toCell(text: string): string {
  return escapeMarkdown(text.trim()).replaceAll(/\r?\n/g, '<br>');
}
