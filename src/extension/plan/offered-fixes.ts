import type { CheckedPlan } from '../../engine.ts';
import type { PlanFinding } from '../../verdicts/plan/findings/finding.ts';
import type { PlanFix } from '../../verdicts/plan/fix/plan-fix.ts';
import type { Range } from '../../foundation/position.ts';

/** A fix that the editor offers for a finding. */
export interface OfferedFix {
  readonly fix: PlanFix;
  readonly finding: PlanFinding;
}

/** The fixes of the findings at a range: the automatic fix of each, and the fixes that a person chooses from. */
export function fixesOfFindings(findings: readonly PlanFinding[]): readonly OfferedFix[] {
  // A migration of the contract is a choice of several findings, and is offered once.
  const offered = new Map<PlanFix, OfferedFix>();
  for (const finding of findings) {
    for (const fix of [...(finding.fix ? [finding.fix] : []), ...(finding.choices ?? [])]) {
      if (!offered.has(fix)) offered.set(fix, { fix, finding });
    }
  }
  return [...offered.values()];
}

/** Where the editor offers to migrate a contract: at its version, else at its first key. */
export function migrationRange({ document }: CheckedPlan): Range {
  const whole = document.rangeOf([]);
  const version = document.rangeOf(['version']);
  const isStated = version.start.offset !== whole.start.offset || version.end.offset !== whole.end.offset;
  const key = document.keyRangeOf([isStated ? 'version' : 'spec']);
  return isStated ? { start: key.start, end: version.end } : key;
}
