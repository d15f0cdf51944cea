/** Beyond this many compared pairs of lines the middle counts as replaced whole. */
const MOST_PAIRS = 4_000_000;

/** A line of two texts that are compared: in both, in the first alone, or in the second alone. */
export interface ComparedLine {
  readonly kind: 'context' | 'removed' | 'added';
  readonly text: string;
}

/** Two lists of lines as one, in their order; what is removed stands before what is added in its place. */
export function compareLines(before: readonly string[], after: readonly string[]): readonly ComparedLine[] {
  const start = commonLength(before, after);
  const end = commonLength(before.slice(start).reverse(), after.slice(start).reverse());
  const context = (lines: readonly string[]): ComparedLine[] => lines.map((text) => ({ kind: 'context', text }));
  return [
    ...context(before.slice(0, start)),
    ...compareMiddles(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...context(before.slice(before.length - end)),
  ];
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((line, index) => line !== other[index]);
  return differs === -1 ? Math.min(one.length, other.length) : differs;
}

/** By the longest common subsequence. */
function compareMiddles(before: readonly string[], after: readonly string[]): readonly ComparedLine[] {
  const lines: ComparedLine[] = [];
  const removed = (text: string): unknown => lines.push({ kind: 'removed', text });
  const added = (text: string): unknown => lines.push({ kind: 'added', text });
  if (before.length * after.length > MOST_PAIRS) {
    before.forEach(removed);
    after.forEach(added);
    return lines;
  }
  const common = commonLengths(before, after);
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]];
    if (old !== undefined && old === fresh) {
      lines.push({ kind: 'context', text: old });
      row++;
      column++;
    } else if (old !== undefined && (fresh === undefined || common(row + 1, column) >= common(row, column + 1))) {
      removed(old);
      row++;
    } else {
      added(fresh ?? '');
      column++;
    }
  }
  return lines;
}

/** How many lines the rests of two lists have in common in their order, for each pair of rests. */
function commonLengths(before: readonly string[], after: readonly string[]): (row: number, column: number) => number {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const isSame = before[row] === after[column];
      lengths[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  return at;
}
