/**
 * Finds the candidate that is closest to a misspelled name; `undefined` if none is close enough. Ignores letter case,
 * "_" and "-". Up to 40 % of the letters may be wrong, missing or swapped. If several are equally close, the first wins.
 */
export function findNearest(name: string, candidates: Iterable<string>): string | undefined {
  const target = normalizeName(name);
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    if (candidate === name) return candidate;
    const normalized = normalizeName(candidate);
    const limit = Math.min(Math.floor(Math.max(target.length, normalized.length) * 0.4), bestDistance - 1);
    if (Math.abs(target.length - normalized.length) > limit) continue;
    const distance = editDistance(target, normalized, limit);
    if (distance <= limit) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Returns ` Did you mean "x"?` with the closest candidate, or an empty string if none is close enough. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  return formatSuggestion(findNearest(name, candidates));
}

/** Returns ` Did you mean "x"?`, or an empty string without a suggestion. */
export function formatSuggestion(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
}

/** Only this many characters of a name are compared, which limits the cost of one comparison. */
const COMPARED_LENGTH = 100;

function normalizeName(name: string): string {
  return name.slice(0, COMPARED_LENGTH).toLowerCase().replace(/[_-]/g, '');
}

/**
 * The Damerau-Levenshtein distance (optimal string alignment): a swap of two neighboring characters is one edit.
 * Returns `limit + 1` for every distance above the limit.
 */
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
