import * as l10n from '@vscode/l10n';
import type { InterfaceFindings } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';

/** `2 violations, 1 warning; 1 part was not compared`. Without a service, nothing was compared. */
export function formatInterfaceFindings({ findings, notes, absences, compared, services }: InterfaceFindings): string {
  if (services === 0)
    return l10n.t('Nothing was compared: no domain service is declared. Declare one in .holdfast/domains.yaml.');
  const blocking = findings.filter(({ severity }) => severity === 'blocking').length;
  const warnings = findings.length - blocking;
  const counts = [
    ...(blocking === 0 ? [] : [formatCount(blocking, l10n.t('violation'), l10n.t('violations'))]),
    ...(warnings === 0 ? [] : [formatCount(warnings, l10n.t('warning'), l10n.t('warnings'))]),
  ];
  const left = notes.length + absences.length;
  return [
    counts.length === 0
      ? l10n.t('All {0}', formatCount(compared.length, l10n.t('compared value fits'), l10n.t('compared values fit')))
      : counts.join(', '),
    ...(left === 0 ? [] : [formatCount(left, l10n.t('part was not compared'), l10n.t('parts were not compared'))]),
  ].join('; ');
}
