import { compareLines, type ComparedLine } from '../../shared/line-difference.ts';

/** How many unchanged lines stand around a change. */
const CONTEXT = 3;

const MARKS = { context: ' ', removed: '-', added: '+' } as const satisfies Record<ComparedLine['kind'], string>;

interface DiffLine {
  readonly mark: (typeof MARKS)[ComparedLine['kind']];
  readonly text: string;
  /** The number of the line in each text, from 1; for a line that only one has, that of the next in the other. */
  readonly before: number;
  readonly after: number;
}

/** The lines of a unified diff of two texts of one file; none where they are the same. */
export function unifiedDiff(file: string, before: string, after: string): readonly string[] {
  if (before === after) return [];
  const lines = compared(linesOf(before), linesOf(after));
  const hunks = hunksOf(lines).map((hunk) => [hunkHeader(hunk), ...hunk.map(({ mark, text }) => mark + text)]);
  return [`--- a/${file}`, `+++ b/${file}`, ...hunks.flat()];
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function compared(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let [old, now] = [0, 0];
  return compareLines(before, after).map(({ kind, text }) => {
    const line: DiffLine = { mark: MARKS[kind], text, before: old + 1, after: now + 1 };
    if (kind !== 'added') old++;
    if (kind !== 'removed') now++;
    return line;
  });
}

/** The changed lines with what stands around them; changes that are near each other share a hunk. */
function hunksOf(lines: readonly DiffLine[]): readonly (readonly DiffLine[])[] {
  const hunks: DiffLine[][] = [];
  let last = -Infinity;
  lines.forEach(({ mark }, position) => {
    if (mark === ' ') return;
    const from = Math.max(position - CONTEXT, last + 1, 0);
    const hunk = from <= last + 1 && hunks.length > 0 ? hunks.at(-1) : undefined;
    const until = Math.min(position + CONTEXT, lines.length - 1);
    const piece = lines.slice(from, until + 1);
    if (hunk) hunk.push(...piece);
    else hunks.push([...piece]);
    last = until;
  });
  return hunks;
}

function hunkHeader(hunk: readonly DiffLine[]): string {
  const count = (mark: '-' | '+'): number => hunk.filter((line) => line.mark === ' ' || line.mark === mark).length;
  const range = (start: number, length: number): string => `${length === 0 ? start - 1 : start},${length}`;
  const [first] = hunk;
  return `@@ -${range(first?.before ?? 1, count('-'))} +${range(first?.after ?? 1, count('+'))} @@`;
}
