import type { OffsetRange, SourceList, SourceMap } from '../source/source-node.ts';
import type { EditedText, Splice } from './edited-text.ts';
import { isScalarValue } from './json-value.ts';
import type { JsonValue } from './json-value.ts';
import { quoteString, renderBlock, renderEntry, renderFlow, renderJsonLines, renderScalar } from './render-value.ts';
import type { WritingStyle } from './writing-style.ts';

/** Candidate edits that insert a value before an index of a list. The index after the last item appends the value. */
export function itemInsertionCandidates(
  edited: EditedText,
  list: SourceList,
  index: number,
  value: JsonValue,
  style: WritingStyle,
): readonly (readonly Splice[])[] {
  if (list.style === 'block') return [insertBlockItem(edited, list, index, value, style)];
  const texts = itemTexts(edited, list, value, style);
  return texts.map((text) => insertFlowMember(edited, list, list.items, index, text));
}

/** Candidate edits that add a key to the end of a map. */
export function entryInsertionCandidates(
  edited: EditedText,
  map: SourceMap,
  key: string,
  value: JsonValue,
  style: WritingStyle,
): readonly (readonly Splice[])[] {
  if (map.style === 'block') {
    const lines = renderEntry(key, value, style);
    const indent = edited.indentTo(map.start);
    return [[{ ...emptyRange(edited.lineEnd(map.end)), text: onNewLines(edited, lines, indent) }]];
  }
  const members = membersOf(map);
  const text = flowEntry(edited, key, value, style);
  const appended = insertFlowMember(edited, map, members, members.length, text);
  const space = style.padded ? ' ' : '';
  return members.length > 0
    ? [appended]
    : [[{ ...emptyRange(map.start + 1), text: `${space}${text}${space}` }], appended];
}

/** An edit that adds a key before the other keys of a map. Comments above the map stay above it. */
export function firstEntryInsertion(
  edited: EditedText,
  map: SourceMap,
  key: string,
  value: JsonValue,
  style: WritingStyle,
): readonly Splice[] {
  if (map.style === 'flow') {
    return insertFlowMember(edited, map, membersOf(map), 0, flowEntry(edited, key, value, style));
  }
  const separator = edited.lineBreak + edited.indentTo(map.start);
  const text = renderEntry(key, value, style).join(separator) + separator;
  return [{ ...emptyRange(map.start), text }];
}

function membersOf(map: SourceMap): readonly OffsetRange[] {
  return map.entries
    .filter((entry) => !entry.merged)
    .map((entry) => ({ start: entry.keyStart, end: Math.max(entry.keyEnd, entry.node.end) }));
}

function flowEntry(edited: EditedText, key: string, value: JsonValue, style: WritingStyle): string {
  return `${renderScalar(key, edited.format, style)}: ${renderFlow(value, edited.format, style)}`;
}

/** Candidate texts for an item of a flow list, in the style of its neighbor: the same quotes and line breaks. */
function itemTexts(edited: EditedText, list: SourceList, value: JsonValue, style: WritingStyle): readonly string[] {
  const neighbor = list.items.at(-1);
  const flow = renderFlow(value, edited.format, style);
  if (edited.format === 'json') {
    const isMultiline = !isScalarValue(value) && neighbor !== undefined && edited.spansLines(neighbor);
    const indent = neighbor === undefined ? '' : edited.indentTo(neighbor.start);
    return isMultiline ? [renderJsonLines(value, indent, style, edited.lineBreak)] : [flow];
  }
  const inSameQuotes =
    typeof value === 'string' && neighbor?.kind === 'scalar' && typeof neighbor.value === 'string'
      ? quoteString(value, neighbor.style)
      : undefined;
  return inSameQuotes === undefined ? [flow] : [inSameQuotes, flow];
}

function insertFlowMember(
  edited: EditedText,
  collection: OffsetRange,
  members: readonly OffsetRange[],
  index: number,
  text: string,
): readonly Splice[] {
  const open = collection.start + 1;
  const first = members[0];
  if (!first) return [{ ...emptyRange(open), text }];
  const before = members[index - 1];
  const startsOnNewLine = edited.spansLines({ start: open, end: first.start });
  if (!before) {
    const blank = /^\s*/.exec(edited.text.slice(open, first.start))?.[0] ?? '';
    return startsOnNewLine
      ? [{ ...emptyRange(open), text: `${blank}${text},` }]
      : [{ ...emptyRange(open + blank.length), text: `${text}, ` }];
  }
  const comma = commaAfter(edited.text, before.end);
  const lineEnd = edited.lineEnd(comma ?? before.end);
  // The new member is added to the line of its neighbor if the first member follows the opening bracket on its line, or if
  // the closing bracket is on the line of the neighbor.
  if (!startsOnNewLine || lineEnd >= collection.end) return [{ ...emptyRange(before.end), text: `, ${text}` }];
  const line = `${edited.lineBreak}${edited.indentOf(first.start)}${text}`;
  if (comma !== undefined) return [{ ...emptyRange(lineEnd), text: `${line},` }];
  return [
    { ...emptyRange(before.end), text: ',' },
    { ...emptyRange(lineEnd), text: line },
  ];
}

/** The offset of the comma after a member; `undefined` if there is none. White space and comments are skipped. */
export function commaAfter(text: string, offset: number): number | undefined {
  const gap = /(?:\s|#[^\r\n]*|\/\/[^\r\n]*|\/\*[^]*?\*\/)*/y;
  gap.lastIndex = offset;
  const end = offset + (gap.exec(text)?.[0].length ?? 0);
  return text[end] === ',' ? end : undefined;
}

function insertBlockItem(
  edited: EditedText,
  list: SourceList,
  index: number,
  value: JsonValue,
  style: WritingStyle,
): readonly Splice[] {
  const dash = list.start;
  const indent = edited.indentTo(dash);
  const gap = /^-([ \t]+)\S/.exec(edited.text.slice(dash, edited.lineEnd(dash)))?.[1] ?? ' ';
  const lines = itemLines(list, value, style).map((line, number) =>
    number === 0 ? `-${gap}${line}` : ` ${' '.repeat(gap.length)}${line}`,
  );
  const before = list.items[index - 1];
  if (!before)
    return [{ ...emptyRange(dash), text: lines.join(edited.lineBreak + indent) + edited.lineBreak + indent }];
  return [{ ...emptyRange(edited.lineEnd(before.end)), text: onNewLines(edited, lines, indent) }];
}

/** The lines of an item of a block list, in the style of its neighbor: in braces or as a block, with the same quotes. */
function itemLines(list: SourceList, value: JsonValue, style: WritingStyle): readonly string[] {
  const neighbor = list.items.at(-1);
  if (neighbor?.kind === 'scalar') {
    const inSameQuotes =
      typeof value === 'string' && typeof neighbor.value === 'string' ? quoteString(value, neighbor.style) : undefined;
    // An unquoted item is rendered below, which adds quotes if necessary.
    if (inSameQuotes !== undefined && neighbor.style !== 'plain') return [inSameQuotes];
  } else if (neighbor?.style === 'flow' && !isScalarValue(value)) {
    return [renderFlow(value, 'yaml', style)];
  }
  return renderBlock(value, style);
}

function onNewLines(edited: EditedText, lines: readonly string[], indent: string): string {
  return lines.map((line) => edited.lineBreak + (line.trim() === '' ? '' : indent + line)).join('');
}

function emptyRange(offset: number): OffsetRange {
  return { start: offset, end: offset };
}
