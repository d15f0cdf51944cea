import { findNearest } from '../../shared/name-suggestions.ts';

/** The minimum ratio of words that two names have in common. */
const MIN_SHARED_RATIO = 0.5;
const SAME_CASE_BONUS = 0.1;

/**
 * The name that was most likely written instead of the expected one: its spelling differs in a few letters, or at least
 * half of its words are the same (`validateHealth` for `checkHealth`).
 */
export function nearestName(expected: string, names: Iterable<string>): string | undefined {
  const others = [...names].filter((name) => name !== expected);
  return findNearest(expected, others) ?? nameWithMostSharedWords(expected, others);
}

function nameWithMostSharedWords(expected: string, names: readonly string[]): string | undefined {
  const expectedWords = wordsOf(expected);
  let best: string | undefined;
  let bestScore = 0;
  for (const name of names) {
    const shared = sharedWordRatio(expectedWords, wordsOf(name));
    if (shared < MIN_SHARED_RATIO) continue;
    // A capitalized name is usually a type, so it is preferred for a capitalized name.
    const score = isCapitalized(expected) === isCapitalized(name) ? shared + SAME_CASE_BONUS : shared;
    if (score > bestScore) {
      best = name;
      bestScore = score;
    }
  }
  return best;
}

/** The ratio of words that two names have in common, from 0 to 1. */
function sharedWordRatio(first: readonly string[], second: readonly string[]): number {
  const longest = Math.max(first.length, second.length);
  if (longest < 2) return 0;
  const rest = [...second];
  let shared = 0;
  for (const word of first) {
    const at = rest.indexOf(word);
    if (at === -1) continue;
    rest.splice(at, 1);
    shared++;
  }
  return shared / longest;
}

function isCapitalized(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

/** The words of a name in camelCase, snake_case or kebab-case, in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_\-.$/]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
