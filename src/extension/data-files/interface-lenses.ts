import * as l10n from '@vscode/l10n';
import type { DataFileCheck } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { toTextRange } from '../base/text-range.ts';
import type { FolderState } from '../state/workspace-state.ts';
import type { DataFileLens } from './data-file-lens.ts';

/** Creates the lenses of a file of interface definitions: compare the artifacts, and how many values do not fit. */
export function createInterfaceLenses({ document }: DataFileCheck, { folder, jobs }: FolderState): DataFileLens[] {
  const { start } = toTextRange(document.rangeOf([]));
  const lens = { range: { start, end: start }, command: 'holdfast.checkInterfaces', argument: { folder } };
  const check: DataFileLens = {
    ...lens,
    title: l10n.t('Check Interfaces'),
    tooltip: l10n.t('Compare the values of the artifacts with these definitions'),
  };
  const findings = jobs?.interfaces?.result?.findings;
  if (findings === undefined) return [check];
  const own = findings.filter(({ definition }) => definition.file === document.file);
  const blocking = own.filter(({ severity }) => severity === 'blocking').length;
  const warnings = own.length - blocking;
  const title =
    own.length === 0
      ? l10n.t('✓ all values fit')
      : [
          ...(blocking === 0 ? [] : [`✗ ${formatCount(blocking, l10n.t('violation'), l10n.t('violations'))}`]),
          ...(warnings === 0 ? [] : [formatCount(warnings, l10n.t('warning'), l10n.t('warnings'))]),
        ].join(', ');
  return [
    check,
    { ...lens, title, tooltip: l10n.t('The result of the last check. They are listed in the Problems view') },
  ];
}
