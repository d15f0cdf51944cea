import { formatCount } from '../../foundation/format-count.ts';
import {
  formatPlace,
  listIssues,
  listReportedChunks,
  listShownFacts,
  type CheckReport,
  type Issue,
  type ReportedChunk,
} from './check-issues.ts';

interface TestCase {
  readonly name: string;
  readonly className: string;
  readonly issues: readonly Issue[];
  /** Why the case has no verdict; absent if it has one. */
  readonly skipped?: string | undefined;
}

interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

/**
 * [AGENT-7] A check as a JUnit report: a suite for each contract with a case for each chunk, and a suite for the change itself.
 * A case fails if it makes the check fail. The report is valid against the schema of Jenkins (junit-10.xsd).
 */
export function toJUnit(report: CheckReport): string {
  const suites = listSuites(report);
  const count = (matches: (one: TestCase) => boolean): number =>
    suites.flatMap(({ cases }) => cases.filter(matches)).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Holdfast" tests="${count(() => true)}" failures="${count(hasFailed)}" errors="0">`,
    ...suites.flatMap(formatSuite),
    '</testsuites>',
  ].join('\n');
}

function listSuites(report: CheckReport): readonly TestSuite[] {
  const issues = listIssues(report);
  const chunks = listReportedChunks(report);
  const contracts = report.folders.flatMap(({ prefix, contracts: all }) =>
    all.map(({ document }) => prefix + document.file),
  );
  const files = [...new Set([...contracts, ...chunks.map(({ contract }) => contract)])];
  const suites = files.map((file): TestSuite => {
    const problems = issues.filter(({ rule, contract }) => rule.startsWith('contract/') && contract === file);
    const reading = { name: 'The contract is valid', className: file, issues: problems };
    const own = chunks.filter(({ contract }) => contract === file);
    return { name: file, cases: [reading, ...own.map((chunk) => toCase(chunk, issues))] };
  });
  const change = issues.filter(({ rule }) => rule.startsWith('change/'));
  if (report.folders.every((folder) => folder.change === undefined)) return suites;
  const { shown, more } = listShownFacts(report);
  const name = more === 0 ? 'What to look at' : `What to look at, and ${formatCount(more, 'more fact')}`;
  const cases = [
    { name: 'The change keeps to its terms', className: 'change', issues: change },
    ...(shown.length === 0 ? [] : [{ name, className: 'facts', issues: shown }]),
  ];
  return [{ name: 'The change', cases }, ...suites];
}

function toCase({ contract, check, fails, excuse }: ReportedChunk, issues: readonly Issue[]): TestCase {
  const own = issues.filter(
    (issue) => issue.contract === contract && issue.chunk === check.id && !issue.rule.startsWith('change/'),
  );
  const base = { name: `${check.id}: ${check.title}`, className: contract, issues: own };
  if (fails || check.verdict === 'satisfied') return base;
  return { ...base, skipped: excuse ?? (check.supersededBy === undefined ? 'unverified' : 'superseded') };
}

function hasFailed({ issues }: TestCase): boolean {
  return issues.some(({ level }) => level === 'error');
}

function isSkipped(one: TestCase): boolean {
  return one.skipped !== undefined && !hasFailed(one);
}

function formatSuite({ name, cases }: TestSuite): readonly string[] {
  const failures = cases.filter(hasFailed).length;
  const skipped = cases.filter(isSkipped).length;
  return [
    `  <testsuite name="${escapeXml(name)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}">`,
    ...cases.flatMap(formatCase),
    '  </testsuite>',
  ];
}

function formatCase(one: TestCase): readonly string[] {
  const { name, className, issues, skipped } = one;
  const errors = issues.filter(({ level }) => level === 'error');
  const others = issues.filter(({ level }) => level !== 'error');
  return [
    `    <testcase name="${escapeXml(name)}" classname="${escapeXml(className)}">`,
    ...(errors.length === 0
      ? []
      : [
          `      <failure message="${escapeXml(firstLine(errors[0]))}" type="${escapeXml(errors[0]?.rule ?? '')}">${escapeXml(errors.map(describe).join('\n\n'))}</failure>`,
        ]),
    ...(isSkipped(one) ? [`      <skipped message="${escapeXml(skipped ?? '')}"/>`] : []),
    ...(others.length === 0 ? [] : [`      <system-out>${escapeXml(others.map(describe).join('\n\n'))}</system-out>`]),
    '    </testcase>',
  ];
}

function firstLine(issue: Issue | undefined): string {
  return issue?.message.split('\n')[0] ?? '';
}

function describe(issue: Issue): string {
  return [formatPlace(issue), issue.message].filter((part) => part !== undefined).join(' ');
}

/** Escapes a text, and replaces the characters that XML 1.0 cannot contain. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;');
}
