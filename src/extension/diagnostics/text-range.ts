import type { Location, Range } from '../../shared/position.ts';

/** A place in a text as the editor counts: from 0, columns in UTF-16 code units. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** A replacement in a text: what stood at `range` is `text` now. */
export interface TextEdit {
  readonly range: TextRange;
  readonly text: string;
}

export function textRangeOf(range: Range): TextRange {
  return {
    start: { line: range.start.line - 1, character: range.start.column - 1 },
    end: { line: range.end.line - 1, character: range.end.column - 1 },
  };
}

/** The range of a location; one without an end is a place, which the editor shows as the word there. */
export function textRangeOfLocation(location: Location): TextRange {
  const start = { line: location.line - 1, character: location.column - 1 };
  const end = { line: (location.endLine ?? location.line) - 1, character: (location.endColumn ?? location.column) - 1 };
  return { start, end: isBefore(end, start) ? start : end };
}

/**
 * Where a range is after an edit. Text typed at its edges does not make it grow; a range whose text is gone shrinks to
 * the place where it was.
 */
export function movedRange(range: TextRange, edit: TextEdit): TextRange {
  const start = movedPosition(range.start, edit, 'start');
  const end = movedPosition(range.end, edit, 'end');
  return { start, end: isBefore(end, start) ? start : end };
}

function movedPosition(position: TextPosition, edit: TextEdit, edge: 'start' | 'end'): TextPosition {
  const { start, end } = edit.range;
  if (isBefore(position, start) || (edge === 'end' && isSame(position, start))) return position;
  if (isBefore(position, end)) return edge === 'start' ? start : endOfInsertion(edit);
  const inserted = endOfInsertion(edit);
  return position.line === end.line
    ? { line: inserted.line, character: inserted.character + position.character - end.character }
    : { line: position.line + inserted.line - end.line, character: position.character };
}

function endOfInsertion(edit: TextEdit): TextPosition {
  const lines = edit.text.split(/\r\n|\r|\n/);
  const last = lines.at(-1) ?? '';
  return lines.length === 1
    ? { line: edit.range.start.line, character: edit.range.start.character + last.length }
    : { line: edit.range.start.line + lines.length - 1, character: last.length };
}

function isBefore(one: TextPosition, other: TextPosition): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}

function isSame(one: TextPosition, other: TextPosition): boolean {
  return one.line === other.line && one.character === other.character;
}
