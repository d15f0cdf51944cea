import type { Fact, ReviewFinding, ReviewReport } from '../../engine.ts';
import { formatFact } from '../../foundation/fact.ts';
import { lineTextRange } from '../base/text-range.ts';
import type { ContractDiagnostic, Severity } from './contract-diagnostics.ts';

const SEVERITIES: Readonly<Record<ReviewFinding['severity'], Severity>> = {
  blocking: 'error',
  warning: 'warning',
  informational: 'information',
};

/** Creates one diagnostic for each finding of a review. A finding about a whole file is at its first line. */
export function createReviewDiagnostics({ findings }: Pick<ReviewReport, 'findings'>): readonly ContractDiagnostic[] {
  return findings.map(({ file, line, severity, category, explanation, suggestion }) => ({
    file,
    range: lineTextRange(line ?? 1),
    severity: SEVERITIES[severity],
    kind: 'reviewFinding',
    message: suggestion === undefined ? explanation : `${explanation}\n${suggestion}`,
    code: category,
    source: 'holdfast review',
    related: [],
  }));
}

/** Creates one diagnostic for each fact about the reviewed change. */
export function createFactDiagnostics(facts: readonly Fact[]): readonly ContractDiagnostic[] {
  return facts.map((fact) => ({
    file: fact.file,
    range: lineTextRange(fact.line),
    severity: 'information',
    message: formatFact(fact),
    code: fact.rule,
    source: 'holdfast review',
    related: [],
  }));
}
