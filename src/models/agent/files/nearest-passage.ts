import { markedData } from '../../prompts/marked-data.ts';

/** Longer files are not compared. */
const MAX_LINES = 100_000;
/** Only the first lines of `oldText` are compared. */
const MAX_SEARCH_LINES = 200;
/** Only this many characters of a line are compared. */
const MAX_LINE_LENGTH = 300;
/** A word on more lines than this says little about a line and is not compared. */
const MAX_LINES_WITH_WORD = 1_000;
const MAX_LINES_SHOWN = 20;

/** Describes, for the model, the passage of a file that is most similar to a text that does not occur in it. */
export function describeNearestPassage(path: string, text: string, searchText: string): string {
  const lines = text.split('\n');
  if (lines.length > MAX_LINES) return 'Read the file again and copy the text exactly.';
  const compared = lines.map(toComparedLine);
  const searchLines = searchText.split('\n', MAX_SEARCH_LINES).map(toComparedLine);
  while (searchLines.length > 1 && searchLines.at(-1) === '') searchLines.pop();
  const start = findNearestStart(compared, searchLines);
  if (start === undefined) return 'The file contains nothing similar. Read the file and copy the text exactly.';
  const end = Math.min(start + Math.min(searchLines.length, MAX_LINES_SHOWN), lines.length);
  const same = searchLines.every((line, index) => line === compared[start + index]);
  const introduction = same ? 'The most similar passage differs only in white space' : 'The most similar passage is';
  const shown = lines.slice(start, end).map((line) => line.slice(0, MAX_LINE_LENGTH));
  return `${introduction}:\n${markedData('file', { path, lines: `${start + 1}-${end}` }, shown.join('\n'))}`;
}

function toComparedLine(line: string): string {
  return line.trim().slice(0, MAX_LINE_LENGTH);
}

/**
 * The index of the line at which the most similar passage starts; `undefined` if no line is similar. Equal lines count
 * 1, and lines that share at least half of their words up to 0.5. The time is bounded by the limits of this file.
 */
function findNearestStart(lines: readonly string[], searchLines: readonly string[]): number | undefined {
  const places = new LinePlaces(lines);
  const scores = new Float64Array(lines.length);
  const similarities = new Map<string, ReadonlyMap<string, number>>();
  for (const [offset, searchLine] of searchLines.entries()) {
    let similar = similarities.get(searchLine);
    if (similar === undefined) similarities.set(searchLine, (similar = places.similarLines(searchLine)));
    for (const [line, similarity] of similar) {
      for (const place of places.placesOf(line)) {
        const start = place - offset;
        if (start >= 0) scores[start] = (scores[start] ?? 0) + similarity;
      }
    }
  }
  let best = 0;
  for (let start = 1; start < scores.length; start++) if ((scores[start] ?? 0) > (scores[best] ?? 0)) best = start;
  return (scores[best] ?? 0) === 0 ? undefined : best;
}

/** The distinct lines of a file by their text and by their words. Empty lines are left out. */
class LinePlaces {
  readonly #places = new Map<string, number[]>();
  /** The distinct lines with a word, once for each occurrence of the word. */
  readonly #linesByWord = new Map<string, string[]>();
  readonly #wordCounts = new Map<string, number>();

  constructor(lines: readonly string[]) {
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      const known = this.#places.get(line);
      if (known) known.push(index);
      else {
        this.#places.set(line, [index]);
        this.#addWords(line);
      }
    }
  }

  placesOf(line: string): readonly number[] {
    return this.#places.get(line) ?? [];
  }

  /** The distinct lines that are similar to a line, each with its similarity from 0 to 1. */
  similarLines(line: string): ReadonlyMap<string, number> {
    const similar = new Map<string, number>();
    if (line === '') return similar;
    const words = new Set(wordsOf(line));
    const shared = new Map<string, number>();
    for (const word of words) {
      const lines = this.#linesByWord.get(word) ?? [];
      if (lines.length > MAX_LINES_WITH_WORD) continue;
      for (const one of lines) shared.set(one, (shared.get(one) ?? 0) + 1);
    }
    for (const [one, count] of shared) {
      const share = count / Math.max(words.size, this.#wordCounts.get(one) ?? 0);
      if (share >= 0.5) similar.set(one, Math.min(share, 1) / 2);
    }
    if (this.#places.has(line)) similar.set(line, 1);
    return similar;
  }

  #addWords(line: string): void {
    const words = wordsOf(line);
    this.#wordCounts.set(line, words.length);
    for (const word of words) {
      const lines = this.#linesByWord.get(word);
      if (lines) lines.push(line);
      else this.#linesByWord.set(word, [line]);
    }
  }
}

function wordsOf(line: string): readonly string[] {
  return line.match(/\w+/g) ?? [];
}
