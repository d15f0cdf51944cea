import * as l10n from '../shared/l10n.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { PlanChunkView, PlanEdgeView, PlanFindingView, PlanView } from '../protocol/plan-panel-data.ts';

/** The maximum length of the label of an edge, in characters. */
const MAX_LABEL_LENGTH = 26;

/** Returns the first export or file of an edge and the number of the others. Empty if the edge only defines an order. */
export function flowLabel({ exports, files }: PlanEdgeView): string {
  const names = [...exports, ...files.map((file) => file.slice(file.lastIndexOf('/') + 1))];
  const [first] = names;
  if (first === undefined) return '';
  const suffix = names.length > 1 ? ` +${names.length - 1}` : '';
  const maxLength = MAX_LABEL_LENGTH - suffix.length;
  return `${first.length > maxLength ? `${first.slice(0, maxLength - 1)}…` : first}${suffix}`;
}

/** Lists all exports and files of an edge. */
export function flowDescription({ exports, files, declared }: PlanEdgeView): string {
  const names = [...exports, ...files];
  return names.length > 0 ? names.join(', ') : declared ? 'dependsOn' : '';
}

/** `2 errors, 1 warning`, or an empty text if there are no findings. */
export function findingCount(findings: readonly PlanFindingView[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  return [
    errors > 0 ? formatCount(errors, l10n.t('error'), l10n.t('errors')) : '',
    warnings > 0 ? formatCount(warnings, l10n.t('warning'), l10n.t('warnings')) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Describes a chunk for screen readers: its status, findings and dependencies. */
export function chunkAriaLabel(chunk: PlanChunkView, position: number, { chunks, edges }: PlanView): string {
  const dependencies = edges
    .filter(({ to }) => to === position)
    .map((edge) => {
      const uses = [...edge.exports, ...edge.files];
      return l10n.t(
        'after {0}{1}',
        chunks[edge.from]?.title ?? '',
        uses.length === 0 ? '' : l10n.t(', uses {0}', uses.join(', ')),
      );
    });
  return [
    chunk.title,
    chunk.status.label,
    findingCount(chunk.findings),
    chunk.verifyExempt ? 'verify-exempt' : '',
    ...dependencies,
  ]
    .filter((part) => part !== '')
    .join('; ');
}
