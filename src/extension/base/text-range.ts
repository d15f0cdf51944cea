import type { Location, Range } from '../../foundation/position.ts';

/** A position in a text, with zero-based lines and columns in UTF-16 code units, as in VS Code. */
export interface EditorPosition {
  readonly line: number;
  readonly character: number;
}

export interface TextRange {
  readonly start: EditorPosition;
  readonly end: EditorPosition;
}

/** Replaces the text at `range` with `text`. */
export interface TextEdit {
  readonly range: TextRange;
  readonly text: string;
}

export function toTextRange(range: Range): TextRange {
  return {
    start: { line: range.start.line - 1, character: range.start.column - 1 },
    end: { line: range.end.line - 1, character: range.end.column - 1 },
  };
}

/** The range of a 1-based line, without its indentation. */
export function lineTextRange(line: number): TextRange {
  // VS Code limits the range to the text of the line.
  return { start: { line: line - 1, character: 0 }, end: { line: line - 1, character: Number.MAX_VALUE } };
}

/** The range of a location. A location without an end gives an empty range, which VS Code shows as the word there. */
export function locationToTextRange(location: Location): TextRange {
  const start = { line: location.line - 1, character: location.column - 1 };
  const end = { line: (location.endLine ?? location.line) - 1, character: (location.endColumn ?? location.column) - 1 };
  return { start, end: isBefore(end, start) ? start : end };
}

/**
 * Shifts a range after an edit. Text inserted at its edges does not extend it. A range whose text is deleted becomes
 * empty.
 */
export function shiftRange(range: TextRange, edit: TextEdit): TextRange {
  const start = shiftPosition(range.start, edit, 'start');
  const end = shiftPosition(range.end, edit, 'end');
  return { start, end: isBefore(end, start) ? start : end };
}

function shiftPosition(position: EditorPosition, edit: TextEdit, edge: 'start' | 'end'): EditorPosition {
  const { start, end } = edit.range;
  if (isBefore(position, start) || (edge === 'end' && isSame(position, start))) return position;
  if (isBefore(position, end)) return edge === 'start' ? start : computeInsertionEnd(edit);
  const inserted = computeInsertionEnd(edit);
  return position.line === end.line
    ? { line: inserted.line, character: inserted.character + position.character - end.character }
    : { line: position.line + inserted.line - end.line, character: position.character };
}

function computeInsertionEnd(edit: TextEdit): EditorPosition {
  const lines = edit.text.split(/\r\n|\r|\n/);
  const last = lines.at(-1) ?? '';
  return lines.length === 1
    ? { line: edit.range.start.line, character: edit.range.start.character + last.length }
    : { line: edit.range.start.line + lines.length - 1, character: last.length };
}

function isBefore(one: EditorPosition, other: EditorPosition): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}

function isSame(one: EditorPosition, other: EditorPosition): boolean {
  return one.line === other.line && one.character === other.character;
}
