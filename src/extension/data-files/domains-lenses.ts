import * as l10n from '@vscode/l10n';
import type { DataFileCheck } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { toTextRange } from '../base/text-range.ts';
import type { DataFileLens } from './data-file-lens.ts';

/** Creates the lenses that say how many files each service is responsible for. */
export function createDomainsLenses({ document, globs }: DataFileCheck): DataFileLens[] {
  return globs.map(({ path, files }) => {
    const { start } = toTextRange(document.keyRangeOf(path));
    const tooltip = l10n.t('If the service is not available, a change of one of these files cannot proceed');
    return {
      range: { start, end: start },
      title: formatCount(files, l10n.t('artifact'), l10n.t('artifacts')),
      tooltip,
      command: '',
    };
  });
}
