import type { CheckedPlan } from '../../engine.ts';
import type { Terminal } from '../terminal.ts';

/** The public shape of `plan check --format json`; docs/plan.md describes it. */
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

/** The same for people. */
export function printPlanReport(terminal: Terminal, file: string, plan: CheckedPlan): void {
  for (const { rule, severity, chunk, message, satisfiedBy, fix, range } of plan.findings) {
    const place = `${file}:${range.start.line}:${range.start.column}`;
    const label = terminal.style(severity === 'error' ? 'red' : 'yellow', `${severity} ${rule}`);
    terminal.result(`${label} ${place} ${chunk === undefined ? '' : `[${chunk}] `}${message}`);
    if (satisfiedBy !== undefined) terminal.result(`  would satisfy it: ${satisfiedBy}`);
    if (fix !== undefined) terminal.result(`  fix: ${fix.title}`);
  }
  if (plan.verifyExempt.length > 0) terminal.result(`verify-exempt: ${plan.verifyExempt.join(', ')}`);
  const errors = plan.findings.filter(({ severity }) => severity === 'error').length;
  const warnings = plan.findings.length - errors;
  const count = plan.order.length;
  terminal.result(
    plan.findings.length === 0
      ? `${terminal.style('green', '✓')} ${file}: ${count} chunks, nothing stands in their way`
      : `${file}: ${errors} errors, ${warnings} warnings`,
  );
}
