import { compareLines } from '../../shared/line-difference.ts';
import type { DiffLine } from '../../webview/protocol/amendment-view.ts';

/** Lines that stand around a change. */
const CONTEXT = 3;

/** The lines that differ between two texts, with some of those around them. Line endings do not count. */
export function textDifference(before: string, after: string): readonly DiffLine[] {
  const compared = compareLines(before.split(/\r?\n/), after.split(/\r?\n/));
  const near = compared.map((_, index) =>
    compared.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== 'context'),
  );
  const lines: DiffLine[] = [];
  let beforeLine = 1;
  let afterLine = 1;
  for (const [index, { kind, text }] of compared.entries()) {
    const isShown = near[index] === true;
    if (isShown && near[index - 1] !== true && index > 0) lines.push({ kind: 'hunk', text: `Line ${beforeLine}` });
    const numbers = {
      ...(kind === 'added' ? {} : { before: beforeLine++ }),
      ...(kind === 'removed' ? {} : { after: afterLine++ }),
    };
    if (isShown) lines.push({ kind, ...numbers, text });
  }
  return lines;
}
