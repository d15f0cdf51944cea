import * as l10n from '@vscode/l10n';
import { compareLines } from '../../foundation/line-difference.ts';
import type { DiffLine } from '../../webview/protocol/amendment-panel-data.ts';

/** The number of unchanged lines shown before and after a change. */
const CONTEXT = 3;

/** The lines that differ between two texts, with context. Line endings are ignored. */
export function diffTexts(before: string, after: string): readonly DiffLine[] {
  const compared = compareLines(before.split(/\r?\n/), after.split(/\r?\n/));
  const isNearChange = compared.map((_, index) =>
    compared.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== 'context'),
  );
  const lines: DiffLine[] = [];
  let beforeLine = 1;
  let afterLine = 1;
  for (const [index, { kind, text }] of compared.entries()) {
    const isShown = isNearChange[index] === true;
    if (isShown && isNearChange[index - 1] !== true && index > 0)
      lines.push({ kind: 'hunk', text: l10n.t('Line {0}', beforeLine) });
    const numbers = {
      ...(kind === 'added' ? {} : { before: beforeLine++ }),
      ...(kind === 'removed' ? {} : { after: afterLine++ }),
    };
    if (isShown) lines.push({ kind, ...numbers, text });
  }
  return lines;
}
