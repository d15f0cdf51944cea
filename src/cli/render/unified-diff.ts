/** How many unchanged lines stand around a change. */
const CONTEXT = 3;

interface DiffLine {
  readonly mark: ' ' | '-' | '+';
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
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const lines: DiffLine[] = [];
  let [old, now] = [0, 0];
  const put = (mark: DiffLine['mark'], text: string): void => {
    lines.push({ mark, text, before: old + 1, after: now + 1 });
    if (mark !== '+') old++;
    if (mark !== '-') now++;
  };
  for (const text of before.slice(0, start)) put(' ', text);
  const [oldMiddle, newMiddle] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const lengths = commonLengths(oldMiddle, newMiddle);
  let [i, j] = [0, 0];
  while (i < oldMiddle.length || j < newMiddle.length) {
    const [oldLine, newLine] = [oldMiddle[i], newMiddle[j]];
    if (oldLine !== undefined && oldLine === newLine) {
      put(' ', oldLine);
      i++;
      j++;
    } else if (oldLine !== undefined && (newLine === undefined || at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      put('-', oldLine);
      i++;
    } else if (newLine !== undefined) {
      put('+', newLine);
      j++;
    }
  }
  for (const text of before.slice(before.length - end)) put(' ', text);
  return lines;
}

/** How many lines the rests of two lists have in common in their order, for each pair of rests. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint32Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row)
        row[j] = a[i] === b[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

function at(lengths: readonly Uint32Array[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
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
