/** Above this number of line pairs, the differing middle is reported as replaced completely. */
const MAX_LINE_PAIRS = 4_000_000;

/** One line of a comparison: in both texts (`context`), only in the first (`removed`) or only in the second (`added`). */
export interface ComparedLine {
  readonly kind: 'context' | 'removed' | 'added';
  readonly text: string;
}

/** Merges two lists of lines into one comparison. Removed lines come before the lines that replace them. */
export function compareLines(before: readonly string[], after: readonly string[]): readonly ComparedLine[] {
  const start = commonPrefixLength(before, after);
  const end = commonPrefixLength(before.slice(start).reverse(), after.slice(start).reverse());
  const context = (lines: readonly string[]): ComparedLine[] => lines.map((text) => ({ kind: 'context', text }));
  return [
    ...context(before.slice(0, start)),
    ...compareMiddles(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...context(before.slice(before.length - end)),
  ];
}

function commonPrefixLength(one: readonly string[], other: readonly string[]): number {
  const firstDifference = one.findIndex((line, index) => line !== other[index]);
  return firstDifference === -1 ? Math.min(one.length, other.length) : firstDifference;
}

/** Compares the lines between the common prefix and suffix, by their longest common subsequence. */
function compareMiddles(before: readonly string[], after: readonly string[]): readonly ComparedLine[] {
  const lines: ComparedLine[] = [];
  const addRemoved = (text: string): unknown => lines.push({ kind: 'removed', text });
  const addAdded = (text: string): unknown => lines.push({ kind: 'added', text });
  if (before.length * after.length > MAX_LINE_PAIRS) {
    before.forEach(addRemoved);
    after.forEach(addAdded);
    return lines;
  }
  const common = commonSubsequenceLengths(before, after);
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const [oldLine, newLine] = [before[row], after[column]];
    if (oldLine !== undefined && oldLine === newLine) {
      lines.push({ kind: 'context', text: oldLine });
      row++;
      column++;
    } else if (oldLine !== undefined && (newLine === undefined || common(row + 1, column) >= common(row, column + 1))) {
      addRemoved(oldLine);
      row++;
    } else {
      addAdded(newLine ?? '');
      column++;
    }
  }
  return lines;
}

/**
 * Returns a function for the length of the longest common subsequence of `before.slice(row)` and `after.slice(column)`.
 */
function commonSubsequenceLengths(
  before: readonly string[],
  after: readonly string[],
): (row: number, column: number) => number {
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
