import type { FindingSeverities } from '../settings/presentation-settings.ts';
import type { ContractDiagnostic, Severity } from './contract-diagnostics.ts';

/** [EDIT-6] The severity of a diagnostic with the person's settings; `off` if it is not shown. */
export function getShownSeverity(
  { kind, severity }: Pick<ContractDiagnostic, 'kind' | 'severity'>,
  configured: FindingSeverities,
): Severity | 'off' {
  const chosen = kind === undefined ? 'default' : configured[kind];
  return chosen === 'default' ? severity : chosen;
}
