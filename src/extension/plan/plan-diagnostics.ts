import type { CheckedPlan } from '../../engine.ts';
import type { ContractDiagnostic } from '../diagnostics/contract-diagnostics.ts';
import { textRangeOf } from '../diagnostics/text-range.ts';

/** [COMP-EDITOR] What the rules of plans say, at its place; what the reader of the file has said is not said again. */
export function planDiagnostics({ document, findings }: CheckedPlan): readonly ContractDiagnostic[] {
  return findings
    .filter(({ problem }) => problem === undefined)
    .map(({ rule, severity, message, range }) => ({
      file: document.file,
      range: textRangeOf(range),
      severity,
      message,
      code: rule,
      related: [],
    }));
}
