import {
  findingKey,
  formatFindingPlace,
  summarizeFindings,
  type FolderReview,
  type ReviewFinding,
  type ReviewReport,
} from '../../engine.ts';
import { MAX_SHOWN_FACTS } from '../../foundation/fact.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { Style, Terminal } from '../base/terminal.ts';
import { printFacts } from './change-report.ts';
import { formatCost } from './run-report.ts';

/** The public shape of `review --format json`, documented in docs/review.md. */
export function reviewReportJson({ base, head, changedFiles, report, facts }: FolderReview): unknown {
  const change = { base, head, changedFiles, facts };
  if (report === undefined) {
    return { ...change, decision: 'proceed', findings: [], constraints: [], passes: [], warnings: [], costUsd: 0 };
  }
  return {
    ...change,
    ...report,
    findings: report.findings.map((finding) => ({ ...finding, key: findingKey(finding) })),
  };
}

const STYLES: Readonly<Record<ReviewFinding['severity'], Style>> = {
  blocking: 'red',
  warning: 'yellow',
  informational: 'blue',
};

/** Prints a review as text: findings, broken passes, warnings, and the decision. */
export function printReviewReport(terminal: Terminal, { base, changedFiles, report, facts }: FolderReview): void {
  const place = `${base.commit.slice(0, 12)} (${base.source})`;
  if (report === undefined) {
    terminal.result(`Nothing to review: there is no change since ${place}.`);
    return;
  }
  for (const finding of report.findings) printFinding(terminal, finding);
  for (const { pass, status, reason, note, dropped } of report.passes) {
    if (status === 'broken') terminal.result(`${terminal.style('red', `broken ${pass}`)} ${reason ?? ''}`);
    if (note !== undefined) terminal.result(terminal.style('dim', `${pass}: ${note}`));
    if (dropped > 0) {
      const count = formatCount(dropped, 'finding was', 'findings were');
      terminal.result(terminal.style('dim', `${pass}: ${count} dropped: not about a file of the change.`));
    }
  }
  for (const warning of report.warnings) terminal.result(`${terminal.style('yellow', 'warning')} ${warning}`);
  printFacts(terminal, facts, MAX_SHOWN_FACTS);
  const more = facts.length - MAX_SHOWN_FACTS;
  if (more > 0) terminal.result(`  ${formatCount(more, 'more fact')}`);
  terminal.result(
    `${describeDecision(terminal, report)} ${formatCount(changedFiles.length, 'file')} since ${place}: ${summarizeFindings(report.findings)}, ${formatCost(report.costUsd)}`,
  );
}

function printFinding(terminal: Terminal, finding: ReviewFinding): void {
  const { severity, pass, category, explanation, suggestion } = finding;
  const label = terminal.style(STYLES[severity], severity);
  terminal.result(`${label} ${formatFindingPlace(finding)} ${pass}/${category}`);
  for (const line of explanation.split('\n')) terminal.result(`  ${line}`);
  if (suggestion !== undefined) terminal.result(`  suggestion: ${suggestion}`);
}

function describeDecision(terminal: Terminal, { decision }: ReviewReport): string {
  switch (decision) {
    case 'proceed':
      return terminal.style('green', '✓ proceed');
    case 'remediate':
      return terminal.style('red', '✗ remediate');
    case 'broken':
      return terminal.style('red', '✗ broken: not every pass has a valid answer');
  }
}
