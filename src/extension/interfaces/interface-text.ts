import type { InterfaceFindings } from '../../engine.ts';
import { formatCount } from '../../shared/format-count.ts';

/** `2 violations, 1 warning; 1 part was not compared`. Without a service, nothing was compared. */
export function formatInterfaceFindings({ findings, notes, absences, compared, services }: InterfaceFindings): string {
  if (services === 0)
    return 'Nothing was compared: no domain service is declared. Declare one in .holdfast/domains.yaml.';
  const blocking = findings.filter(({ severity }) => severity === 'blocking').length;
  const warnings = findings.length - blocking;
  const counts = [
    ...(blocking === 0 ? [] : [formatCount(blocking, 'violation')]),
    ...(warnings === 0 ? [] : [formatCount(warnings, 'warning')]),
  ];
  const left = notes.length + absences.length;
  return [
    counts.length === 0
      ? `All ${formatCount(compared.length, 'compared value fits', 'compared values fit')}`
      : counts.join(', '),
    ...(left === 0 ? [] : [formatCount(left, 'part was not compared', 'parts were not compared')]),
  ].join('; ');
}
