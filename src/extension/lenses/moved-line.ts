/**
 * The line to which a line of a text has moved in an edited version of it. Both are zero-based. Lines before and after the
 * edited part keep their place relative to it. A line within it is found by its text, or else stays at its place.
 */
export function findMovedLine(before: readonly string[], after: readonly string[], line: number): number {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  if (line < start) return line;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end++;
  }
  if (line >= before.length - end) return line + after.length - before.length;
  const found = after.slice(start, after.length - end).indexOf(before[line] ?? '');
  return found >= 0 ? start + found : Math.min(line, Math.max(start, after.length - end - 1), after.length - 1);
}
