import * as l10n from '@vscode/l10n';
import type { PlanReport } from '../../engine.ts';
import { toTextRange } from '../base/text-range.ts';
import type { ContractDiagnostic } from './contract-diagnostics.ts';

/** The code of the diagnostic of a claim that `plan sync` unticks. */
export const UNTRUE_CLAIM = 'plan-untrue-claim';

/**
 * Creates the diagnostics of a plan of another tool: a contradiction at its place, where only one that is certain is an error,
 * and a claim that is not true at its box.
 */
export function createPlanReportDiagnostics(
  file: string,
  { contradictions, untrue }: PlanReport,
): readonly ContractDiagnostic[] {
  const common = { file, kind: 'planFinding', related: [] } as const;
  return [
    ...contradictions.map(({ kind, severity, message, range }): ContractDiagnostic => ({
      ...common,
      range: toTextRange(range),
      severity: severity === 'error' ? 'error' : 'information',
      message,
      code: `plan-${kind}`,
    })),
    ...untrue.map(({ range, reason }): ContractDiagnostic => ({
      ...common,
      range: toTextRange(range),
      severity: 'error',
      message: l10n.t('Ticked and not true: {0}', reason),
      code: UNTRUE_CLAIM,
    })),
  ];
}
