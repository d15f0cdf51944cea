import { markedData } from '../prompts/marked-data.ts';
import { lineEndingOf, withLineEnding, withLineFeeds } from './line-endings.ts';

type EditResult = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/**
 * Replaces the one place where a text stands. Line endings are compared as equal and the file keeps its own; every byte
 * outside the place stays as it is. Where the text stands nowhere or more than once, the reason says so for the model.
 */
export function replaceOnce(path: string, text: string, oldText: string, newText: string): EditResult {
  const plain = withLineFeeds(text);
  const wanted = withLineFeeds(oldText);
  if (wanted === '') return { ok: false, reason: `oldText is empty. To write ${path} whole, use write_file.` };
  if (
    wanted.endsWith('\n') &&
    !plain.endsWith('\n') &&
    plain.endsWith(wanted.slice(0, -1)) &&
    !plain.includes(wanted)
  ) {
    // Whole lines were meant, and the last line of the file has no end.
    return replaceOnce(path, text, wanted.slice(0, -1), newText.replace(/\r?\n$/, ''));
  }
  const starts = startsOf(plain, wanted);
  const [start] = starts;
  if (start === undefined)
    return { ok: false, reason: `oldText does not stand in ${path}. ${nearestPlace(path, plain, wanted)}` };
  if (starts.length > 1) {
    const lines = starts.slice(0, 10).map((offset) => lineAt(plain, offset));
    const more = starts.length > lines.length ? ', …' : '';
    return {
      ok: false,
      reason: `oldText stands ${starts.length} times in ${path} (lines ${lines.join(', ')}${more}). Give more of the lines around the one that is meant.`,
    };
  }
  const replacement = withLineEnding(newText, lineEndingOf(text));
  const before = text.slice(0, rawOffset(text, start));
  const after = text.slice(rawOffset(text, start + wanted.length));
  return { ok: true, text: before + replacement + after };
}

function startsOf(text: string, wanted: string): readonly number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) starts.push(at);
  return starts;
}

/** The offset in a text of an offset in the same text with line feeds only. */
function rawOffset(text: string, plainOffset: number): number {
  let raw = plainOffset;
  for (let at = text.indexOf('\r\n'); at !== -1 && at < raw; at = text.indexOf('\r\n', at + 2)) raw++;
  return raw;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Comparing more pairs of lines than this takes noticeable time. */
const MOST_COMPARISONS = 2_000_000;
const MOST_LINES_SHOWN = 20;

/** In words: the place that resembles the wanted text most. */
function nearestPlace(path: string, text: string, wanted: string): string {
  const lines = text.split('\n');
  const trimmed = lines.map((line) => line.trim());
  const sought = wanted.split('\n').map((line) => line.trim());
  while (sought.length > 1 && sought.at(-1) === '') sought.pop();
  if (lines.length * sought.length > MOST_COMPARISONS) return 'Read the file again and copy the text exactly.';
  let best = { start: 0, score: 0 };
  for (let start = 0; start < lines.length; start++) {
    let score = 0;
    for (let index = 0; index < sought.length; index++) {
      score += resemblance(sought[index] ?? '', trimmed[start + index] ?? '');
    }
    if (score > best.score) best = { start, score };
  }
  if (best.score === 0) return 'Nothing in the file resembles it. Read the file and copy the text exactly.';
  const end = Math.min(best.start + Math.min(sought.length, MOST_LINES_SHOWN), lines.length);
  const same = sought.every((line, index) => line === trimmed[best.start + index]);
  const how = same ? 'The nearest place differs in white space only' : 'The nearest place is';
  const shown = markedData(
    'file',
    { path, lines: `${best.start + 1}-${end}` },
    lines.slice(best.start, end).join('\n'),
  );
  return `${how}:\n${shown}`;
}

/** 0 nothing in common; 1 equal; between them for lines that share most of their words. Empty lines say nothing. */
function resemblance(left: string, right: string): number {
  if (left === '' || right === '') return 0;
  if (left === right) return 1;
  const words = new Set(left.match(/\w+/g) ?? []);
  const others = right.match(/\w+/g) ?? [];
  if (words.size === 0 || others.length === 0) return 0;
  const shared = others.filter((word) => words.has(word)).length;
  const share = shared / Math.max(words.size, others.length);
  return share >= 0.5 ? Math.min(share, 1) / 2 : 0;
}
