import type { SourceList, SourceMap } from '../source/source-node.ts';
import type { EditedText, Splice } from './edited-text.ts';
import {
  isScalarValue,
  quoted,
  renderBlock,
  renderEntry,
  renderFlow,
  renderJsonLines,
  renderScalar,
} from './render-value.ts';
import type { JsonValue } from './render-value.ts';
import type { WritingStyle } from './writing-style.ts';

interface Member {
  readonly start: number;
  readonly end: number;
}

/** Ways to put a value into a list before an index; the list's length appends. */
export function itemInsertions(
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

/** Ways to add a key to a map, after its other keys. */
export function entryInsertions(
  edited: EditedText,
  map: SourceMap,
  key: string,
  value: JsonValue,
  style: WritingStyle,
): readonly (readonly Splice[])[] {
  if (map.style === 'block') {
    const lines = renderEntry(key, value, style);
    const indent = edited.indentTo(map.start);
    return [[{ ...emptyAt(edited.lineEnd(map.end)), text: onNewLines(edited, lines, indent) }]];
  }
  const members = map.entries
    .filter((entry) => !entry.borrowed)
    .map((entry) => ({ start: entry.keyStart, end: Math.max(entry.keyEnd, entry.node.end) }));
  const name = renderScalar(key, edited.format, style);
  const text = `${name}: ${renderFlow(value, edited.format, style)}`;
  const plain = insertFlowMember(edited, map, members, members.length, text);
  const blank = style.padded ? ' ' : '';
  return members.length > 0 ? [plain] : [[{ ...emptyAt(map.start + 1), text: `${blank}${text}${blank}` }], plain];
}

/** An item of a flow list as its neighbour is written: the same quotes, on one line or several. */
function itemTexts(edited: EditedText, list: SourceList, value: JsonValue, style: WritingStyle): readonly string[] {
  const neighbour = list.items.at(-1);
  const flow = renderFlow(value, edited.format, style);
  if (edited.format === 'json') {
    const spreads = !isScalarValue(value) && neighbour !== undefined && edited.spansLines(neighbour);
    const indent = neighbour === undefined ? '' : edited.indentTo(neighbour.start);
    return spreads ? [renderJsonLines(value, indent, style, edited.lineBreak)] : [flow];
  }
  const alike =
    typeof value === 'string' && neighbour?.kind === 'scalar' && typeof neighbour.value === 'string'
      ? quoted(value, neighbour.style)
      : undefined;
  return alike === undefined ? [flow] : [alike, flow];
}

function insertFlowMember(
  edited: EditedText,
  collection: Member,
  members: readonly Member[],
  index: number,
  text: string,
): readonly Splice[] {
  const open = collection.start + 1;
  const first = members[0];
  if (!first) return [{ ...emptyAt(open), text }];
  const before = members[index - 1];
  const onLines = edited.spansLines({ start: open, end: first.start });
  if (!before) {
    const blank = /^\s*/.exec(edited.text.slice(open, first.start))?.[0] ?? '';
    return onLines
      ? [{ ...emptyAt(open), text: `${blank}${text},` }]
      : [{ ...emptyAt(open + blank.length), text: `${text}, ` }];
  }
  const comma = commaAfter(edited.text, before.end);
  const lineEnd = edited.lineEnd(comma ?? before.end);
  // Without a line of its own the member follows its neighbour; so it does where the bracket closes on that line.
  if (!onLines || lineEnd >= collection.end) return [{ ...emptyAt(before.end), text: `, ${text}` }];
  const line = `${edited.lineBreak}${edited.indentOf(first.start)}${text}`;
  if (comma !== undefined) return [{ ...emptyAt(lineEnd), text: `${line},` }];
  return [
    { ...emptyAt(before.end), text: ',' },
    { ...emptyAt(lineEnd), text: line },
  ];
}

/** The comma that follows a member, past blanks, line breaks and comments. */
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
  const lines = itemLines(list, value, style).map((line, at) =>
    at === 0 ? `-${gap}${line}` : ` ${' '.repeat(gap.length)}${line}`,
  );
  const before = list.items[index - 1];
  if (!before) return [{ ...emptyAt(dash), text: lines.join(edited.lineBreak + indent) + edited.lineBreak + indent }];
  return [{ ...emptyAt(edited.lineEnd(before.end)), text: onNewLines(edited, lines, indent) }];
}

/** The lines of an item as its neighbour is written: in braces or in a block, in the same quotes. */
function itemLines(list: SourceList, value: JsonValue, style: WritingStyle): readonly string[] {
  const neighbour = list.items.at(-1);
  if (neighbour?.kind === 'scalar') {
    const alike =
      typeof value === 'string' && typeof neighbour.value === 'string' ? quoted(value, neighbour.style) : undefined;
    // Without quotes only what cannot be taken for anything else.
    if (alike !== undefined && neighbour.style !== 'plain') return [alike];
  } else if (neighbour?.style === 'flow' && !isScalarValue(value)) {
    return [renderFlow(value, 'yaml', style)];
  }
  return renderBlock(value, style);
}

function onNewLines(edited: EditedText, lines: readonly string[], indent: string): string {
  return lines.map((line) => edited.lineBreak + (line.trim() === '' ? '' : indent + line)).join('');
}

function emptyAt(offset: number): { start: number; end: number } {
  return { start: offset, end: offset };
}
