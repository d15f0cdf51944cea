import * as l10n from '../shared/l10n.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { DependentsView, ExportImpactView } from '../protocol/impact-panel-data.ts';

/** `6 uses in 3 files` */
export function usesLabel({ uses, fileCount }: Pick<ExportImpactView, 'uses' | 'fileCount'>): string {
  return uses === 0
    ? l10n.t('no uses')
    : l10n.t(
        '{0} in {1}',
        formatCount(uses, l10n.t('use'), l10n.t('uses')),
        formatCount(fileCount, l10n.t('file'), l10n.t('files')),
      );
}

/** Returns the label, icon and color of a change. Returns `undefined` if the export did not change. */
export function changeStyle(
  change: ExportImpactView['change'],
): { readonly label: string; readonly icon: string; readonly tone: string } | undefined {
  if (!change) return undefined;
  if (change.isNew) return { label: l10n.t('new'), icon: 'add', tone: 'good' };
  switch (change.compatibility) {
    case 'breaking':
      return { label: l10n.t('breaking'), icon: 'warning', tone: 'bad' };
    case 'compatible':
      return { label: l10n.t('compatible'), icon: 'pass', tone: 'good' };
    case 'unknown':
      return { label: l10n.t('changed'), icon: 'edit', tone: 'attention' };
  }
}

const EDGE_KIND_LABELS: Readonly<Record<DependentsView['edges'][number]['kind'], string>> = {
  reexport: l10n.t('re-exports'),
  import: l10n.t('imports'),
  dynamic: l10n.t('imports dynamically'),
  type: l10n.t('imports types of'),
};

export function edgeKindLabel(kind: DependentsView['edges'][number]['kind']): string {
  return EDGE_KIND_LABELS[kind];
}

/** Splits a path into the file name and its folder. */
export function splitPath(file: string): { readonly name: string; readonly folder: string } {
  const slash = file.lastIndexOf('/');
  return { name: file.slice(slash + 1), folder: file.slice(0, Math.max(0, slash)) };
}

/** Removes the start of a text that is too long: the end of a path identifies it best. */
export function truncateStart(text: string, length: number): string {
  return text.length <= length ? text : `…${text.slice(1 - length)}`;
}
