import * as l10n from '@vscode/l10n';
import type { DataPath } from '../../contract/document.ts';
import type { DataFileCheck } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { toTextRange } from '../base/text-range.ts';
import type { WaitingApproval } from '../state/approvals.ts';
import type { DataFileLens } from './data-file-lens.ts';

/** How many waiting decisions a lens names. */
const MAX_NAMED = 3;

/**
 * Creates the lenses that say what the values of the file mean for the folder: how many files its globs match, and what
 * waits at its gates.
 */
export function createPipelineLenses(
  { document, globs }: DataFileCheck,
  approvals: readonly WaitingApproval[],
): readonly DataFileLens[] {
  const at = (path: DataPath, title: string, tooltip: string): DataFileLens => {
    const { start } = toTextRange(document.keyRangeOf(path));
    return { range: { start, end: start }, title, tooltip, command: '' };
  };
  const countAt = (path: DataPath): number | undefined =>
    globs.find((one) => JSON.stringify(one.path) === JSON.stringify(path))?.files;
  const [first, ...others] = approvals;
  // Without the key, the lens is at the start of the file.
  const waiting: readonly DataFileLens[] =
    first === undefined
      ? []
      : [
          {
            ...at(['gates'], `● ${formatWaiting(approvals)}`, l10n.t('Show what waits for your decision')),
            command: 'holdfast.showWorkDocument',
            // With several, the person picks one.
            argument: others.length === 0 ? first.target : undefined,
          },
        ];
  const matches = globs.flatMap(({ path, files }) => {
    const [key, index, side] = path;
    if (key === 'safetyCriticalModules')
      return [
        at(
          path,
          formatMatches(files),
          l10n.t('An item that affects one of these files needs a person at each code stage'),
        ),
      ];
    if (key === 'contextFiles')
      return [at(path, formatMatches(files), l10n.t('The model receives these files in every stage'))];
    if (side !== 'from' || index === undefined) return [];
    const forbidden = countAt(['architecturalRules', index, 'to']) ?? 0;
    const title = l10n.t(
      '{0} must not import {1}',
      formatCount(files, l10n.t('file'), l10n.t('files')),
      formatCount(forbidden, l10n.t('file'), l10n.t('files')),
    );
    return [
      at(
        ['architecturalRules', index],
        title,
        l10n.t('The files of the workspace folder that the rule applies to now'),
      ),
    ];
  });
  return [...waiting, ...matches];
}

/** `2 decisions wait: #12 specification, #15 plan` */
function formatWaiting(approvals: readonly WaitingApproval[]): string {
  const names = approvals.slice(0, MAX_NAMED).map(({ label }) => label);
  const rest = approvals.length > MAX_NAMED ? ', …' : '';
  return `${formatCount(approvals.length, l10n.t('decision waits'), l10n.t('decisions wait'))}: ${names.join(', ')}${rest}`;
}

function formatMatches(files: number): string {
  return files === 1 ? l10n.t('1 file matches') : l10n.t('{0} files match', files);
}
