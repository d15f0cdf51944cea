import * as l10n from '@vscode/l10n';
import type { Fact, FolderReview, PassReport, ReviewFinding, ReviewPass, ReviewReport } from '../../engine.ts';
import { formatFact } from '../../foundation/fact.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { FindingView, PassView, ReviewAction, ReviewView } from '../../webview/protocol/review-panel-data.ts';
import type { StatusView } from '../../webview/protocol/status-view.ts';
import { formatFailure } from '../base/failure.ts';
import { formatCost } from '../base/report-labels.ts';
import type { JobState } from '../state/jobs.ts';

const passLabels = (): Readonly<Record<ReviewPass, string>> => ({
  constraints: l10n.t('Interface constraints'),
  hygiene: l10n.t('Secrets and tests'),
  quality: l10n.t('Quality'),
  architecture: l10n.t('Architecture'),
  security: l10n.t('Security'),
});

/** The name of a pass for people. */
export function formatPass(pass: ReviewPass): string {
  return passLabels()[pass];
}

/** Creates the content of the review panel. */
export function createReviewView(
  { progress, result, failure }: JobState<FolderReview>,
  { folderName, trusted }: { readonly folderName: string; readonly trusted: boolean },
): ReviewView {
  const report = result?.report;
  return {
    title: l10n.t('Review of the changes in {0}', folderName),
    status: progress === undefined ? describeReview(result) : { tone: 'busy', icon: 'sync', label: l10n.t('Running') },
    ...(result ? { subject: describeChange(result) } : {}),
    progress,
    failure: failure && formatFailure(failure),
    facts: report ? createFacts(report) : [],
    warnings: [...(report?.warnings ?? [])],
    passes: report?.passes.map((pass) => createPassView(pass, report.findings)) ?? [],
    findings: [...(report?.findings.map(createFindingView) ?? []), ...(result?.facts.map(createFactView) ?? [])],
    actions: listActions(progress !== undefined, report !== undefined, trusted),
  };
}

/** The review that another window showed. What that window was doing has ended with it. */
export function restoreReviewView(view: ReviewView, trusted: boolean): ReviewView {
  const { progress, ...rest } = view;
  const stopped = { tone: 'quiet', icon: 'circle-slash', label: l10n.t('Ended with its window') } as const;
  return {
    ...rest,
    status: progress === undefined ? view.status : stopped,
    // The findings of another window are not in the Problems view and cannot be copied as a report.
    actions: listActions(false, false, trusted),
  };
}

function describeChange({ base, changedFiles }: FolderReview): string {
  return l10n.t(
    '{0} since {1} ({2})',
    formatCount(changedFiles.length, l10n.t('changed file'), l10n.t('changed files')),
    base.commit.slice(0, 8),
    base.source,
  );
}

function listActions(isRunning: boolean, hasResult: boolean, trusted: boolean): ReviewAction[] {
  if (isRunning) return ['cancel'];
  return [...(trusted ? (['review'] as const) : []), ...(hasResult ? (['copy', 'clear'] as const) : [])];
}

/** The verdict of a review. A review with a broken pass is never green. */
export function describeReview(review: FolderReview | undefined): StatusView {
  if (!review) return { tone: 'quiet', icon: 'circle-large-outline', label: l10n.t('Not reviewed') };
  const { report } = review;
  if (!report) return { tone: 'quiet', icon: 'dash', label: l10n.t('Nothing to review') };
  const blocking = countSeverity(report, 'blocking');
  const broken = report.passes.filter(({ status }) => status === 'broken').length;
  const incomplete = broken === 0 ? '' : l10n.t(', {0} broken', formatCount(broken, l10n.t('pass'), l10n.t('passes')));
  if (blocking > 0)
    return {
      tone: 'bad',
      icon: 'error',
      label: `${formatCount(blocking, l10n.t('blocking finding'), l10n.t('blocking findings'))}${incomplete}`,
    };
  if (report.decision === 'broken' || broken > 0)
    return {
      tone: 'attention',
      icon: 'debug-disconnect',
      label: l10n.t('Incomplete: {0} no valid answer', formatCount(broken, l10n.t('pass has'), l10n.t('passes have'))),
    };
  return { tone: 'good', icon: 'pass', label: l10n.t('No blocking finding') };
}

function createFacts(report: ReviewReport): ReviewView['facts'] {
  const dropped = report.passes.reduce((sum, pass) => sum + pass.dropped, 0);
  return [
    { name: l10n.t('Blocking'), value: String(countSeverity(report, 'blocking')) },
    { name: l10n.t('Warnings'), value: String(countSeverity(report, 'warning')) },
    { name: l10n.t('Informational'), value: String(countSeverity(report, 'informational')) },
    ...(dropped === 0 ? [] : [{ name: l10n.t('Dropped'), value: String(dropped) }]),
    { name: l10n.t('Cost'), value: formatCost(report.costUsd) },
  ];
}

function countSeverity({ findings }: ReviewReport, severity: ReviewFinding['severity']): number {
  return findings.filter((finding) => finding.severity === severity).length;
}

function createPassView(report: PassReport, findings: readonly ReviewFinding[]): PassView {
  const { pass, status, reason, note, dropped, calls, costUsd } = report;
  const remark = reason ?? note;
  const own = findings.filter((finding) => finding.pass === pass);
  return {
    name: passLabels()[pass],
    status: describePass(
      status,
      own.some(({ severity }) => severity === 'blocking'),
    ),
    ...(remark === undefined ? {} : { reason: remark }),
    findings: own.length,
    dropped,
    calls,
    cost: formatCost(costUsd),
  };
}

function describePass(status: PassReport['status'], isBlocking: boolean): StatusView {
  if (status === 'broken') return { tone: 'attention', icon: 'debug-disconnect', label: l10n.t('BROKEN') };
  return isBlocking
    ? { tone: 'bad', icon: 'error', label: l10n.t('Blocking') }
    : { tone: 'good', icon: 'pass', label: l10n.t('Completed') };
}

/** A finding as the pages show it. */
export function createFindingView(finding: ReviewFinding): FindingView {
  const { file, line, severity, pass, category, explanation, suggestion } = finding;
  return {
    severity,
    pass: passLabels()[pass],
    category,
    place: formatPlace(finding),
    location: { file, line: line ?? 1, column: 1 },
    explanation,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** A fact as the page shows it: after the findings. */
function createFactView(fact: Fact): FindingView {
  const { file, line, rule } = fact;
  return {
    severity: 'fact',
    pass: l10n.t('Facts'),
    category: rule,
    place: formatPlace(fact),
    location: { file, line, column: 1 },
    explanation: formatFact(fact),
  };
}

function formatPlace({ file, line }: Pick<ReviewFinding, 'file' | 'line'>): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** A review as plain text, to paste into an issue or a chat. */
export function formatReview(review: FolderReview): string {
  const { report, facts } = review;
  if (!report) return `${describeReview(review).label}: ${describeChange(review)}\n`;
  const findings = report.findings.flatMap((finding) => [
    `${finding.severity}: ${formatPlace(finding)} [${passLabels()[finding.pass]}, ${finding.category}]`,
    indent(finding.explanation),
    ...(finding.suggestion === undefined ? [] : [indent(l10n.t('Suggestion: {0}', finding.suggestion))]),
  ]);
  const broken = report.passes
    .filter(({ status }) => status === 'broken')
    .map(({ pass, reason }) => l10n.t('BROKEN: {0}{1}', passLabels()[pass], reason === undefined ? '' : `: ${reason}`));
  const warnings = report.warnings.map((warning) => l10n.t('warning: {0}', warning));
  const shown = facts.map(
    (fact) => `${l10n.t('to look at')}: ${formatPlace(fact)} [${fact.rule}]\n${indent(formatFact(fact))}`,
  );
  const verdict = `${describeReview(review).label}: ${describeChange(review)}`;
  return [verdict, ...findings, ...shown, ...broken, ...warnings, l10n.t('Cost: {0}', formatCost(report.costUsd))]
    .join('\n')
    .concat('\n');
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
