/**
 * The candidate that a misspelt name most likely meant, or undefined where none is close. Letter case, "_" and "-" do
 * not count; up to two fifths of the letters may be wrong, missing or swapped. Among equals the first wins.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(name);
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    if (candidate === name) return candidate;
    const folded = fold(candidate);
    const limit = Math.min(Math.floor(Math.max(wanted.length, folded.length) * 0.4), bestDistance - 1);
    if (Math.abs(wanted.length - folded.length) > limit) continue;
    const distance = editDistance(wanted, folded, limit);
    if (distance <= limit) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean "x"?`, or nothing where no candidate is close. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const candidate = nearest(name, candidates);
  return candidate === undefined ? '' : ` Did you mean "${candidate}"?`;
}

/** Longer names are compared by their beginning: the cost of one comparison stays bounded. */
const COMPARED_LENGTH = 100;

function fold(name: string): string {
  return name.slice(0, COMPARED_LENGTH).toLowerCase().replace(/[_-]/g, '');
}

/** Edit distance with swapped neighbours as one edit; anything above the limit counts as limit + 1. */
function editDistance(a: string, b: string, limit: number): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}
