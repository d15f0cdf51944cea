import type { DeclaredTest } from './interface/declared-test.ts';

/** A test with the file that declares it. */
export interface LocatedTest extends DeclaredTest {
  readonly file: string;
  /** The path of the file before the change; the same path if the file was not renamed. */
  readonly originalFile: string;
}

/** Tests before a change, each with its counterpart after the change; `undefined` if there is none. */
export type TestMatches = ReadonlyMap<LocatedTest, LocatedTest | undefined>;

/** The share of equal tokens from which two tests of one file count as one test that was renamed. */
const MIN_SIMILARITY = 0.6;

type Criterion = (before: LocatedTest, after: LocatedTest) => boolean;

const isSameFile: Criterion = (before, after) => before.originalFile === after.originalFile;
const isSameTitle: Criterion = (before, after) => before.title === after.title;
const isSamePlace: Criterion = (before, after) => before.suites.join('\0') === after.suites.join('\0');
const isSameBody: Criterion = (before, after) =>
  !before.empty && before.tokens.length > 0 && bodyOf(before) === bodyOf(after);
const isRenamed: Criterion = (before, after) =>
  !before.empty && after.assertions >= before.assertions && isSimilar(before, after);

/** Short tests of different functions have similar bodies, too. */
const isSimilar: Criterion = (before, after) =>
  (before.calls.size === 0 || [...before.calls].some((call) => after.calls.has(call))) &&
  similarity(before.tokens, after.tokens) >= MIN_SIMILARITY;
/** Whether a test of the same file has a related title or body. A comparison of the two says what was lost. */
export const isRewritten: Criterion = (before, after) =>
  isSameFile(before, after) &&
  after.skip === undefined &&
  !after.empty &&
  (hasRelatedTitle(before, after) || isSimilar(before, after));

/** From the most to the least certain. A test can move to another suite or file, and its title can change. */
const CRITERIA: readonly Criterion[] = [
  (before, after) => isSameFile(before, after) && isSameTitle(before, after) && isSamePlace(before, after),
  (before, after) => isSameFile(before, after) && isSameTitle(before, after),
  (before, after) => isSameTitle(before, after) && isSamePlace(before, after),
  isSameTitle,
  (before, after) => isSameFile(before, after) && isSameBody(before, after),
  isSameBody,
  (before, after) => isSameFile(before, after) && isRenamed(before, after),
  isRewritten,
];

/** How a test that moved is recognised by its body, if it is not the same. Each comparison reads both bodies. */
const isMovedAndChanged: Criterion = (before, after) =>
  !before.empty && !after.empty && after.skip === undefined && isSimilar(before, after);
const MAX_COMPARISONS = 20_000;

/** Finds the counterpart of each test. A test after the change is the counterpart of at most one test before it. */
export function matchTests(before: readonly LocatedTest[], after: readonly LocatedTest[]): TestMatches {
  const matches = new Map<LocatedTest, LocatedTest | undefined>();
  const free = new Set(after);
  const missing = (): number => before.filter((test) => !matches.has(test)).length;
  for (const matchesCriterion of [...CRITERIA, isMovedAndChanged]) {
    if (matchesCriterion === isMovedAndChanged && missing() * free.size > MAX_COMPARISONS) break;
    for (const test of before) {
      if (matches.has(test)) continue;
      // A test that runs is preferred: copies of a title can differ in their modifiers.
      const candidates = [...free].filter((candidate) => matchesCriterion(test, candidate));
      const match = candidates.find(({ skip, empty }) => skip === undefined && !empty) ?? candidates[0];
      if (match === undefined) continue;
      matches.set(test, match);
      free.delete(match);
    }
  }
  for (const test of before) if (!matches.has(test)) matches.set(test, undefined);
  return matches;
}

/** The share of common words from which two titles are related. */
const MIN_COMMON_WORDS = 0.6;

/** Whether a title contains all words of the earlier one, or most words of both are the same. */
function hasRelatedTitle(before: LocatedTest, after: LocatedTest): boolean {
  const [one, other] = [wordsOf(before), wordsOf(after)];
  const common = one.filter((word) => other.some((candidate) => isSameWord(word, candidate))).length;
  if (common === 0) return false;
  return common === one.length || common / (one.length + other.length - common) >= MIN_COMMON_WORDS;
}

function wordsOf({ title }: DeclaredTest): readonly string[] {
  const words =
    title
      .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => word !== 'test');
}

/** Whether two words are equal, or one is another form of the other: `error`, `errors`. */
function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length >= 4 && long.startsWith(short));
}

function bodyOf({ tokens }: DeclaredTest): string {
  return tokens.join(' ');
}

/** The number of common tokens divided by the number of all tokens. */
function similarity(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const token of one) counts.set(token, (counts.get(token) ?? 0) + 1);
  let common = 0;
  for (const token of other) {
    const count = counts.get(token) ?? 0;
    if (count === 0) continue;
    counts.set(token, count - 1);
    common++;
  }
  return common / Math.max(1, one.length + other.length - common);
}
