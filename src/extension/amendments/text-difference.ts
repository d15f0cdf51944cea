import type { DiffLine } from '../../webview/protocol/amendment-view.ts';

/** Lines that stand around a change. */
const CONTEXT = 3;

/** Beyond this many compared pairs of lines the middle counts as replaced whole. */
const MOST_PAIRS = 4_000_000;

interface Step {
  readonly kind: 'added' | 'removed' | 'context';
  readonly text: string;
}

/** The lines that differ between two texts, with some of those around them. Line endings do not count. */
export function textDifference(before: string, after: string): readonly DiffLine[] {
  const steps = stepsBetween(before.split(/\r?\n/), after.split(/\r?\n/));
  const near = steps.map((_, index) =>
    steps.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== 'context'),
  );
  const lines: DiffLine[] = [];
  let beforeLine = 1;
  let afterLine = 1;
  for (const [index, { kind, text }] of steps.entries()) {
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

function stepsBetween(before: readonly string[], after: readonly string[]): readonly Step[] {
  const start = commonLength(before, after);
  const end = commonLength(before.slice(start).reverse(), after.slice(start).reverse());
  const context = (lines: readonly string[]): Step[] => lines.map((text) => ({ kind: 'context', text }));
  return [
    ...context(before.slice(0, start)),
    ...middleSteps(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...context(before.slice(before.length - end)),
  ];
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((line, index) => line !== other[index]);
  return differs === -1 ? Math.min(one.length, other.length) : differs;
}

/** By the longest common subsequence; what is removed stands before what is added in its place. */
function middleSteps(before: readonly string[], after: readonly string[]): readonly Step[] {
  if (before.length * after.length > MOST_PAIRS)
    return [
      ...before.map((text) => ({ kind: 'removed' as const, text })),
      ...after.map((text) => ({ kind: 'added' as const, text })),
    ];
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const steps: Step[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]];
    if (old !== undefined && old === fresh) {
      steps.push({ kind: 'context', text: old });
      row++;
      column++;
    } else if (old !== undefined && (fresh === undefined || at(row + 1, column) >= at(row, column + 1))) {
      steps.push({ kind: 'removed', text: old });
      row++;
    } else {
      steps.push({ kind: 'added', text: fresh ?? '' });
      column++;
    }
  }
  return steps;
}
