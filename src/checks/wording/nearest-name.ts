import { nearest } from '../../shared/nearest.ts';

const SHARED_ENOUGH = 0.5;
const LIKE_KIND = 0.1;

/**
 * The export that was most likely made instead of the wanted one: few letters apart, or at least half of the same words
 * (`validateHealth` for `checkHealth`). Undefined where none is near.
 */
export function nearestName(wanted: string, names: Iterable<string>): string | undefined {
  const others = [...names].filter((name) => name !== wanted);
  return nearest(wanted, others) ?? mostSharedWords(wanted, others);
}

function mostSharedWords(wanted: string, names: readonly string[]): string | undefined {
  const words = wordsOf(wanted);
  let best: string | undefined;
  let bestShare = 0;
  for (const name of names) {
    const shared = sharedWords(words, wordsOf(name));
    if (shared < SHARED_ENOUGH) continue;
    // Among equals a function is meant by the name of a function, a type by that of a type.
    const share = isCapital(wanted) === isCapital(name) ? shared + LIKE_KIND : shared;
    if (share > bestShare) {
      best = name;
      bestShare = share;
    }
  }
  return best;
}

function sharedWords(first: readonly string[], second: readonly string[]): number {
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

function isCapital(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

/** The words of a name in camelCase, snake_case or kebab-case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_\-.$/]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
