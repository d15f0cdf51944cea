import { markedData } from '../../prompts/marked-data.ts';
import { lineEndingOf, withLineEnding, withLineFeeds } from './line-endings.ts';

type EditResult = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/**
 * Replaces the only occurrence of a text in a file. Line endings are ignored in the comparison, and the file keeps its
 * line endings. All other bytes stay the same. If there is not exactly one occurrence, the reason explains it to the
 * model.
 */
export function replaceOnce(path: string, text: string, oldText: string, newText: string): EditResult {
  const plain = withLineFeeds(text);
  const searchText = withLineFeeds(oldText);
  if (searchText === '')
    return { ok: false, reason: `oldText is empty. To write the whole file ${path}, use write_file.` };
  if (
    searchText.endsWith('\n') &&
    !plain.endsWith('\n') &&
    plain.endsWith(searchText.slice(0, -1)) &&
    !plain.includes(searchText)
  ) {
    // oldText consists of whole lines, but the last line of the file has no line break.
    return replaceOnce(path, text, searchText.slice(0, -1), newText.replace(/\r?\n$/, ''));
  }
  const starts = findOccurrences(plain, searchText);
  const [start] = starts;
  if (start === undefined)
    return { ok: false, reason: `oldText was not found in ${path}. ${describeNearestText(path, plain, searchText)}` };
  if (starts.length > 1) {
    const lines = starts.slice(0, 10).map((offset) => lineAt(plain, offset));
    const more = starts.length > lines.length ? ', …' : '';
    return {
      ok: false,
      reason: `oldText occurs ${starts.length} times in ${path} (lines ${lines.join(', ')}${more}). Add surrounding lines until it is unique.`,
    };
  }
  const replacement = withLineEnding(newText, lineEndingOf(text));
  const before = text.slice(0, rawOffset(text, start));
  const after = text.slice(rawOffset(text, start + searchText.length));
  return { ok: true, text: before + replacement + after };
}

function findOccurrences(text: string, searchText: string): readonly number[] {
  const starts: number[] = [];
  for (let start = text.indexOf(searchText); start !== -1; start = text.indexOf(searchText, start + 1)) {
    starts.push(start);
  }
  return starts;
}

/** Converts an offset in the text with line feeds to an offset in the original text. */
function rawOffset(text: string, plainOffset: number): number {
  let raw = plainOffset;
  for (let end = text.indexOf('\r\n'); end !== -1 && end < raw; end = text.indexOf('\r\n', end + 2)) raw++;
  return raw;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** The maximum number of line comparisons. More would take noticeable time. */
const MAX_COMPARISONS = 2_000_000;
const MAX_LINES_SHOWN = 20;

/** Describes the passage of the file that is most similar to `oldText`. */
function describeNearestText(path: string, text: string, searchText: string): string {
  const lines = text.split('\n');
  const trimmed = lines.map((line) => line.trim());
  const searchLines = searchText.split('\n').map((line) => line.trim());
  while (searchLines.length > 1 && searchLines.at(-1) === '') searchLines.pop();
  if (lines.length * searchLines.length > MAX_COMPARISONS) return 'Read the file again and copy the text exactly.';
  let best = { start: 0, score: 0 };
  for (let start = 0; start < lines.length; start++) {
    let score = 0;
    for (let index = 0; index < searchLines.length; index++) {
      score += lineSimilarity(searchLines[index] ?? '', trimmed[start + index] ?? '');
    }
    if (score > best.score) best = { start, score };
  }
  if (best.score === 0) return 'The file contains nothing similar. Read the file and copy the text exactly.';
  const end = Math.min(best.start + Math.min(searchLines.length, MAX_LINES_SHOWN), lines.length);
  const same = searchLines.every((line, index) => line === trimmed[best.start + index]);
  const introduction = same ? 'The most similar passage differs only in white space' : 'The most similar passage is';
  const shown = markedData(
    'file',
    { path, lines: `${best.start + 1}-${end}` },
    lines.slice(best.start, end).join('\n'),
  );
  return `${introduction}:\n${shown}`;
}

/** 1 for equal lines, up to 0.5 for lines that share at least half of their words; 0 for others and empty lines. */
function lineSimilarity(left: string, right: string): number {
  if (left === '' || right === '') return 0;
  if (left === right) return 1;
  const words = new Set(left.match(/\w+/g) ?? []);
  const otherWords = right.match(/\w+/g) ?? [];
  if (words.size === 0 || otherWords.length === 0) return 0;
  const shared = otherWords.filter((word) => words.has(word)).length;
  const share = shared / Math.max(words.size, otherWords.length);
  return share >= 0.5 ? Math.min(share, 1) / 2 : 0;
}
