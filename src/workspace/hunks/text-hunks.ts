import { compareLines } from '../../foundation/line-difference.ts';

/**
 * A run of changed lines without an unchanged line between them. Line numbers start at 1. A side without lines has the
 * number of the line that follows the hunk there.
 */
export interface TextHunk {
  readonly beforeStart: number;
  readonly afterStart: number;
  /** The lines with their line breaks. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** A line with its line break. Lines end where VS Code ends them: at LF, CRLF, or a CR alone. */
const LINE = /[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g;

/** Splits a text into lines that keep their line breaks, so that joining them gives the text. */
export function splitLinesWithBreaks(text: string): readonly string[] {
  return text.match(LINE) ?? [];
}

/** Computes the hunks that turn one text into another, in the order of their lines. */
export function computeTextHunks(before: string, after: string): readonly TextHunk[] {
  const hunks: TextHunk[] = [];
  let [beforeLine, afterLine] = [1, 1];
  let removed: string[] = [];
  let added: string[] = [];
  const close = (): void => {
    if (removed.length + added.length === 0) return;
    const [beforeStart, afterStart] = [beforeLine - removed.length, afterLine - added.length];
    hunks.push({ beforeStart, afterStart, removed, added });
    removed = [];
    added = [];
  };
  for (const { kind, text } of compareLines(splitLinesWithBreaks(before), splitLinesWithBreaks(after))) {
    if (kind === 'context') close();
    if (kind !== 'added') beforeLine++;
    if (kind !== 'removed') afterLine++;
    if (kind === 'removed') removed.push(text);
    if (kind === 'added') added.push(text);
  }
  close();
  return hunks;
}

/**
 * Applies some of the hunks of `computeTextHunks` to the text that they were computed from. Hunks do not overlap, so any
 * selection applies, in any order. A last line without a line break stays last: no unchanged line follows it on either side,
 * so it is in the last hunk.
 */
export function applyTextHunks(before: string, hunks: Iterable<TextHunk>): string {
  const lines = splitLinesWithBreaks(before);
  const parts: string[] = [];
  let next = 0;
  for (const hunk of [...hunks].sort((one, other) => one.beforeStart - other.beforeStart)) {
    parts.push(...lines.slice(next, hunk.beforeStart - 1), ...hunk.added);
    next = hunk.beforeStart - 1 + hunk.removed.length;
  }
  return [...parts, ...lines.slice(next)].join('');
}
