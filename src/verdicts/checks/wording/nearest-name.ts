import { findNearest } from '../../../foundation/name-suggestions.ts';

/** The minimum ratio of words that two names have in common. */
const MIN_SHARED_RATIO = 0.5;
const SAME_CASE_BONUS = 0.1;

/**
 * The name that was most likely written instead of the expected one. In this order: a name that contains it
 * (`checkHealthNow` for `checkHealth`), one that it contains and that has at least half of its words, one whose spelling
 * differs in a few letters, and one that has at least half of its words (`validateHealth` for `checkHealth`).
 */
export function nearestName(expected: string, names: Iterable<string>): string | undefined {
  const others = [...names].filter((name) => name !== expected);
  return nameAround(expected, others) ?? findNearest(expected, others) ?? nameWithMostSharedWords(expected, others);
}

/** The name closest in length that contains the expected name, else one that the expected name contains. */
function nameAround(expected: string, names: readonly string[]): string | undefined {
  const expectedWords = wordsOf(expected);
  let best: string | undefined;
  let bestRank = Infinity;
  for (const name of names) {
    const casePenalty = isCapitalized(expected) === isCapitalized(name) ? 0 : OTHER_CASE_PENALTY;
    const rank = rankOf(expectedWords, wordsOf(name)) + casePenalty;
    if (rank < bestRank) {
      best = name;
      bestRank = rank;
    }
  }
  return best;
}

/** In letters. A capitalized name is usually a type, so it is preferred for a capitalized name. */
const OTHER_CASE_PENALTY = 5;
/** Contained names rank after all containing names. */
const CONTAINED = 1_000;
/** The maximum ratio of additional letters, if a name contains the letters of another but not its words (`Results`). */
const MAX_ADDED_RATIO = 0.3;

/** The number of letters that two names differ by; infinite if neither contains the other. */
function rankOf(expected: readonly string[], words: readonly string[]): number {
  const difference = words.join('').length - expected.join('').length;
  if (contains(words, expected)) return difference;
  const isMostOfIt = words.length >= expected.length * MIN_SHARED_RATIO;
  return isMostOfIt && contains(expected, words) ? CONTAINED - difference : Infinity;
}

function contains(outer: readonly string[], inner: readonly string[]): boolean {
  if (inner.length === 0) return false;
  if (outer.some((_, start) => inner.every((word, index) => outer[start + index] === word))) return true;
  const [letters, part] = [outer.join(''), inner.join('')];
  return letters.includes(part) && letters.length - part.length <= letters.length * MAX_ADDED_RATIO;
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
