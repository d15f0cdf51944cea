import type { PlanObjection } from '../../verdicts/plan/compile/review-plan.ts';
import type { PlanFix } from '../../verdicts/plan/fix/plan-fix.ts';
import { describeRaising, describeStrength, planFixTitle, type CheckedPlan, type ChunkStrength } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { Terminal } from '../base/terminal.ts';

/** The public shape of `plan check --format json`, documented in docs/plan.md. */
export function planReportJson(
  { ok, findings, allowed, verifyExempt, order, strengths }: CheckedPlan,
  review?: readonly PlanObjection[],
): unknown {
  return {
    ok: ok && (review ?? []).length === 0,
    findings: findings.map(planFindingJson),
    ...(allowed.length === 0 ? {} : { allowed: allowed.map(planFindingJson) }),
    verifyExempt,
    order,
    ...(strengths === undefined ? {} : { strengths: strengths.map(strengthJson) }),
    ...(review === undefined ? {} : { review }),
  };
}

function strengthJson({ fixes, ...strength }: ChunkStrength): unknown {
  return { ...strength, fixes: fixes.map(planFixJson) };
}

/** The public shape of a plan finding. */
export function planFindingJson(finding: CheckedPlan['findings'][number]): unknown {
  const { rule, severity, runEffect, chunk, path, message, fix, choices, range } = finding;
  return {
    rule,
    severity,
    runEffect,
    chunk: chunk ?? null,
    ...(path === undefined ? {} : { path }),
    message,
    ...(fix === undefined ? {} : { fix: planFixJson(fix) }),
    ...(choices === undefined ? {} : { choices: choices.map(planFixJson) }),
    line: range.start.line,
    column: range.start.column,
  };
}

function planFixJson({ action, edits }: PlanFix): unknown {
  return { title: planFixTitle(action), edits };
}

/** The line of a finding that the contract allows. */
export function formatAllowedFinding(
  terminal: Terminal,
  file: string,
  { rule, chunk, message, range }: CheckedPlan['allowed'][number],
): string {
  const location = `${file}:${range.start.line}:${range.start.column}`;
  return `${terminal.style('yellow', `allowed ${rule}`)} ${location} ${chunk === undefined ? '' : `[${chunk}] `}${message}`;
}

/** Prints each finding, what satisfies its rule, and its fix. */
export function printPlanFindings(terminal: Terminal, file: string, findings: CheckedPlan['findings']): void {
  for (const { rule, severity, chunk, message, satisfiedBy, fix, range } of findings) {
    const location = `${file}:${range.start.line}:${range.start.column}`;
    const label = terminal.style(severity === 'error' ? 'red' : 'yellow', `${severity} ${rule}`);
    terminal.result(`${label} ${location} ${chunk === undefined ? '' : `[${chunk}] `}${message}`);
    if (satisfiedBy !== undefined) terminal.result(`  satisfied by: ${satisfiedBy}`);
    if (fix !== undefined) terminal.result(`  fix: ${planFixTitle(fix.action)}`);
  }
}

/** [BITE-2] What the requirements of a chunk say about its work, and what would raise it. */
export function printStrength(terminal: Terminal, strength: ChunkStrength): void {
  const { chunk, requirements } = strength;
  if (requirements.length === 0 && strength.fixes.length === 0) return;
  terminal.result(`strength [${chunk}] ${describeStrength(strength)}`);
  for (const { role, message, reason } of requirements) {
    if (role === 'vacuous') terminal.result(`  says nothing: ${message}: ${reason ?? ''}`);
  }
  // A contract that only states existing code has no work to notice.
  if (strength.total === 0 && requirements.some(({ role }) => role === 'guard')) return;
  for (const line of describeRaising(strength)) terminal.result(`  to raise it: ${line}`);
}

/** Prints the report as text. */
export function printPlanReport(terminal: Terminal, file: string, plan: CheckedPlan): void {
  printPlanFindings(terminal, file, plan.findings);
  for (const finding of plan.allowed) terminal.result(formatAllowedFinding(terminal, file, finding));
  for (const strength of plan.strengths ?? []) printStrength(terminal, strength);
  if (plan.verifyExempt.length > 0) terminal.result(`verify-exempt: ${plan.verifyExempt.join(', ')}`);
  const errors = plan.findings.filter(({ severity }) => severity === 'error').length;
  const warnings = plan.findings.length - errors;
  const allowed = plan.allowed.length === 0 ? '' : `, ${plan.allowed.length} allowed`;
  terminal.result(
    plan.findings.length === 0
      ? `${terminal.style('green', '✓')} ${file}: ${formatCount(plan.order.length, 'chunk')}, no findings${allowed}`
      : `${file}: ${formatCount(errors, 'error')}, ${formatCount(warnings, 'warning')}${allowed}`,
  );
}

/** Prints the objections of the reviewer. */
export function printPlanReview(terminal: Terminal, review: readonly PlanObjection[]): void {
  for (const { chunk, command, problem } of review) {
    const label = terminal.style('red', 'error review');
    terminal.result(`${label} [${chunk}] The acceptance command ${JSON.stringify(command)}: ${problem}`);
  }
  if (review.length === 0) terminal.result('The review has no objections to the acceptance commands.');
}
