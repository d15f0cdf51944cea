import type { CheckedPlan } from '../../engine.ts';
import type { Terminal } from '../base/terminal.ts';

/** The public shape of `plan check --format json`, documented in docs/plan.md. */
export function planReportJson({ ok, findings, verifyExempt, order }: CheckedPlan): unknown {
  return {
    ok,
    findings: findings.map(({ rule, severity, chunk, path, message, fix, range }) => ({
      rule,
      severity,
      chunk: chunk ?? null,
      ...(path === undefined ? {} : { path }),
      message,
      ...(fix === undefined ? {} : { fix }),
      line: range.start.line,
      column: range.start.column,
    })),
    verifyExempt,
    order,
  };
}

/** Prints the report as text. */
export function printPlanReport(terminal: Terminal, file: string, plan: CheckedPlan): void {
  for (const { rule, severity, chunk, message, satisfiedBy, fix, range } of plan.findings) {
    const location = `${file}:${range.start.line}:${range.start.column}`;
    const label = terminal.style(severity === 'error' ? 'red' : 'yellow', `${severity} ${rule}`);
    terminal.result(`${label} ${location} ${chunk === undefined ? '' : `[${chunk}] `}${message}`);
    if (satisfiedBy !== undefined) terminal.result(`  satisfied by: ${satisfiedBy}`);
    if (fix !== undefined) terminal.result(`  fix: ${fix.title}`);
  }
  if (plan.verifyExempt.length > 0) terminal.result(`verify-exempt: ${plan.verifyExempt.join(', ')}`);
  const errors = plan.findings.filter(({ severity }) => severity === 'error').length;
  const warnings = plan.findings.length - errors;
  terminal.result(
    plan.findings.length === 0
      ? `${terminal.style('green', '✓')} ${file}: ${plan.order.length} chunks, no findings`
      : `${file}: ${errors} errors, ${warnings} warnings`,
  );
}
