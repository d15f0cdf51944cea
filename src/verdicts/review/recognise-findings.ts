import { createHash } from 'node:crypto';
import type { ReviewFinding } from './review-finding.ts';

/** From this similarity on, two explanations of the same category describe the same problem. Between 0 and 1. */
const SIMILAR_EXPLANATIONS = 0.4;

/** From this similarity on, two explanations of the same line describe the same problem, also in different categories. */
const SIMILAR_EXPLANATIONS_OF_LINE = 0.2;

/**
 * A key that stays the same if lines move: of the file, the category, and the text of the line; of the explanation if the
 * finding has no line.
 */
export function findingKey({ pass, file, category, code, explanation }: ReviewFinding): string {
  const subject = code === undefined ? normalizeWords(explanation) : normalizeCode(code);
  return createHash('sha256')
    .update(JSON.stringify([pass, file, category.toLowerCase(), subject]))
    .digest('hex')
    .slice(0, 32);
}

/**
 * Whether a finding of a later review is the same as an earlier one [ASSERT-REVIEW-005]. Lines may have moved, the line may
 * have changed, and a model words the same problem differently each time.
 */
export function isSameFinding(earlier: ReviewFinding, current: ReviewFinding): boolean {
  if (earlier.pass !== current.pass || earlier.file !== current.file) return false;
  if (findingKey(earlier) === findingKey(current)) return true;
  const similarity = compareWords(earlier.explanation, current.explanation);
  const isSameCategory = earlier.category.toLowerCase() === current.category.toLowerCase();
  const isSameLine =
    earlier.code !== undefined &&
    current.code !== undefined &&
    normalizeCode(earlier.code) === normalizeCode(current.code);
  if (isSameLine) return isSameCategory || similarity >= SIMILAR_EXPLANATIONS_OF_LINE;
  return isSameCategory && similarity >= SIMILAR_EXPLANATIONS;
}

function normalizeCode(code: string): string {
  return code.replace(/\s+/g, ' ').trim();
}

/** Numbers are replaced, since they are often line numbers and values that a correction changes. */
function normalizeWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? []).map((word) => word.replace(/\d+/g, '#')).join(' ');
}

/** Words that say nothing about the problem. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be but by can does for from has have if in is it its not of on or so that the then there this to was when which will with'.split(
    ' ',
  ),
);

/** The share of words that two texts have in common, of the shorter text's words. */
function compareWords(left: string, right: string): number {
  const [a, b] = [wordsOf(left), wordsOf(right)];
  const shared = [...a].filter((word) => b.has(word)).length;
  const least = Math.min(a.size, b.size);
  return least === 0 ? 0 : shared / least;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    normalizeWords(text)
      .split(' ')
      .filter((word) => !COMMON_WORDS.has(word)),
  );
}
