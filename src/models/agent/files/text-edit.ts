import { lineEndingOf, withLineEnding, withLineFeeds } from './line-endings.ts';
import { describeNearestPassage } from './nearest-passage.ts';

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
  const { count, firstStarts } = findOccurrences(plain, searchText);
  const [start] = firstStarts;
  if (start === undefined) {
    if (searchText.endsWith('\n') && !plain.endsWith('\n') && plain.endsWith(searchText.slice(0, -1))) {
      // oldText consists of whole lines, but the last line of the file has no line break.
      return replaceOnce(path, text, searchText.slice(0, -1), newText.replace(/\r?\n$/, ''));
    }
    return {
      ok: false,
      reason: `oldText was not found in ${path}. ${describeNearestPassage(path, plain, searchText)}`,
    };
  }
  if (count > 1) {
    const lines = firstStarts.map((offset) => lineAt(plain, offset));
    const more = count > lines.length ? ', …' : '';
    return {
      ok: false,
      reason: `oldText occurs ${count} times in ${path} (lines ${lines.join(', ')}${more}). Add surrounding lines until it is unique.`,
    };
  }
  const replacement = withLineEnding(newText, lineEndingOf(text));
  const before = text.slice(0, rawOffset(text, start));
  const after = text.slice(rawOffset(text, start + searchText.length));
  return { ok: true, text: before + replacement + after };
}

const MAX_LISTED_OCCURRENCES = 10;

/**
 * Counts the occurrences of a text and finds the first ones (Knuth, Morris and Pratt). The time is linear for every text.
 * `indexOf` needs minutes for some texts of a megabyte.
 */
function findOccurrences(
  text: string,
  searchText: string,
): { readonly count: number; readonly firstStarts: readonly number[] } {
  const borders = bordersOf(searchText);
  const firstStarts: number[] = [];
  let count = 0;
  let matched = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    while (matched > 0 && searchText.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (searchText.charCodeAt(matched) === code) matched++;
    if (matched < searchText.length) continue;
    count++;
    if (count <= MAX_LISTED_OCCURRENCES) firstStarts.push(index + 1 - matched);
    matched = borders[matched - 1] ?? 0;
  }
  return { count, firstStarts };
}

/** For each prefix of a text, the length of its longest proper prefix that is also its suffix. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let length = 0;
  for (let index = 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    while (length > 0 && text.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(length) === code) length++;
    borders[index] = length;
  }
  return borders;
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
