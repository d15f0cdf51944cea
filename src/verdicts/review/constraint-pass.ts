import type { ConstraintFinding } from '../domains/constraints/constraint-finding.ts';
import { CancelledError, HoldfastError, messageOf } from '../../foundation/errors.ts';
import type { ReviewFinding } from './review-finding.ts';
import type { ConstraintReport, PassOutcome, ReviewInput, ReviewServices } from './review-input.ts';

export interface ConstraintOutcome extends PassOutcome {
  readonly constraints: readonly ConstraintFinding[];
}

/** Compares the artifacts with the interface registry. A failure makes the pass broken; only a cancellation is thrown. */
export async function runConstraintPass(
  { constraints, change }: Pick<ReviewInput, 'constraints' | 'change'>,
  { signal, redact, onEvent }: Pick<ReviewServices, 'signal' | 'redact' | 'onEvent'>,
): Promise<ConstraintOutcome> {
  onEvent?.({ type: 'pass-started', pass: 'constraints' });
  const report = { pass: 'constraints', dropped: 0, calls: 0, costUsd: 0 } as const;
  let found: ConstraintReport;
  try {
    found = await constraints(signal);
  } catch (thrown) {
    if (thrown instanceof CancelledError || signal.aborted) throw thrown;
    const hint = thrown instanceof HoldfastError && thrown.hint !== undefined ? ` ${thrown.hint}` : '';
    const reason = redact(`${messageOf(thrown)}${hint}`);
    return { report: { ...report, status: 'broken', reason }, findings: [], warnings: [], constraints: [] };
  }
  const changed = new Set(change.changedFiles.map(({ path }) => path));
  return {
    report: { ...report, status: 'completed', ...(found.note === undefined ? {} : { note: found.note }) },
    findings: found.findings.map((finding) => toReviewFinding(finding, changed)),
    warnings: found.warnings,
    constraints: found.findings,
  };
}

/** [ASSERT-XVAL-001] The finding names the interface, the parameter, the expected and the actual value, and the domain. */
function toReviewFinding(constraint: ConstraintFinding, changed: ReadonlySet<string>): ReviewFinding {
  const { severity, interface: name, parameter, expected, actual, domain, message, definition } = constraint;
  // Of values in several artifacts, the changed one is the cause.
  const artifact = constraint.artifact ?? constraint.contributors?.find((place) => changed.has(place.artifact));
  const line = artifact === undefined ? definition.line : artifact.line;
  return {
    pass: 'constraints',
    file: artifact?.artifact ?? definition.file,
    ...(line === undefined ? {} : { line }),
    severity,
    category: 'interface-constraint',
    explanation: `${message}\nInterface: ${name}. Parameter: ${parameter}. Expected: ${expected}. Actual: ${actual}. Domain: ${domain}. Defined at ${definition.file}:${definition.line}.`,
  };
}
