import { compareLines, type ComparedLine } from '../../foundation/line-difference.ts';

/** The number of unchanged lines around a change. */
const CONTEXT_LINES = 3;

const MARKS = { context: ' ', removed: '-', added: '+' } as const satisfies Record<ComparedLine['kind'], string>;

interface NumberedLine {
  readonly mark: (typeof MARKS)[ComparedLine['kind']];
  readonly text: string;
  /** Line numbers in both texts, from 1. A line that one text lacks has the number of the next line there. */
  readonly before: number;
  readonly after: number;
}

/** Returns the lines of a unified diff of two texts of one file. Empty if the texts are equal. */
export function unifiedDiff(file: string, before: string, after: string): readonly string[] {
  if (before === after) return [];
  const lines = numberLines(splitLines(before), splitLines(after));
  const hunks = groupHunks(lines).map((hunk) => [hunkHeader(hunk), ...hunk.map(({ mark, text }) => mark + text)]);
  return [`--- a/${file}`, `+++ b/${file}`, ...hunks.flat()];
}

function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function numberLines(before: readonly string[], after: readonly string[]): readonly NumberedLine[] {
  let [beforeCount, afterCount] = [0, 0];
  return compareLines(before, after).map(({ kind, text }) => {
    const line: NumberedLine = { mark: MARKS[kind], text, before: beforeCount + 1, after: afterCount + 1 };
    if (kind !== 'added') beforeCount++;
    if (kind !== 'removed') afterCount++;
    return line;
  });
}

/** Groups changed lines with their context. Changes whose context touches share a hunk. */
function groupHunks(lines: readonly NumberedLine[]): readonly (readonly NumberedLine[])[] {
  const hunks: NumberedLine[][] = [];
  let lastEnd = -Infinity;
  lines.forEach(({ mark }, position) => {
    if (mark === ' ') return;
    const start = Math.max(position - CONTEXT_LINES, lastEnd + 1, 0);
    const hunk = start <= lastEnd + 1 && hunks.length > 0 ? hunks.at(-1) : undefined;
    const end = Math.min(position + CONTEXT_LINES, lines.length - 1);
    const hunkLines = lines.slice(start, end + 1);
    if (hunk) hunk.push(...hunkLines);
    else hunks.push([...hunkLines]);
    lastEnd = end;
  });
  return hunks;
}

function hunkHeader(hunk: readonly NumberedLine[]): string {
  const count = (mark: '-' | '+'): number => hunk.filter((line) => line.mark === ' ' || line.mark === mark).length;
  const range = (start: number, length: number): string => `${length === 0 ? start - 1 : start},${length}`;
  const [first] = hunk;
  return `@@ -${range(first?.before ?? 1, count('-'))} +${range(first?.after ?? 1, count('+'))} @@`;
}
