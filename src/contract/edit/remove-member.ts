import type { OffsetRange, SourceEntry, SourceList, SourceMap, SourceNode } from '../source/source-node.ts';
import type { EditedText, Splice } from './edited-text.ts';
import { commaAfter } from './insert-member.ts';

/**
 * The edits that remove an item from a list; `undefined` if the item cannot be removed exactly. `owner` is the entry of
 * the list in its map, if it has one.
 */
export function removeItem(
  edited: EditedText,
  list: SourceList,
  index: number,
  owner: SourceEntry | undefined,
): readonly Splice[] | undefined {
  if (list.style === 'flow') return removeFlowMember(edited, list, list.items, index);
  const dashes = findDashes(edited, list);
  const start = dashes[index];
  const item = list.items[index];
  if (start === undefined || !item) return undefined;
  if (list.items.length > 1) return removeLines(edited, { start, end: Math.max(start + 1, item.end) });
  return emptyBlockList(edited, { start, end: Math.max(start + 1, item.end) }, owner);
}

/** The edits that remove a key and its value from a map; `undefined` if the key cannot be removed exactly. */
export function removeEntry(edited: EditedText, map: SourceMap, key: string): readonly Splice[] | undefined {
  const entries = map.entries.filter((entry) => !entry.merged);
  const index = entries.findIndex((entry) => entry.key === key);
  const members = entries.map((entry) => ({ start: entry.keyStart, end: Math.max(entry.keyEnd, entry.node.end) }));
  const member = members[index];
  if (!member) return undefined;
  if (map.style === 'flow') return removeFlowMember(edited, map, members, index);
  return removeLines(edited, member) ?? (index < members.length - 1 ? removeAndPullUp(edited, member) : undefined);
}

/** Removes all lines of a member, including a comment on the last line. `undefined` if the first line is shared. */
function removeLines(edited: EditedText, member: OffsetRange): readonly Splice[] | undefined {
  if (edited.lineBefore(member.start).trim() !== '') return undefined;
  const start = edited.lineStart(member.start);
  const end = edited.nextLine(member.end);
  if (edited.lineEnd(member.end) < edited.text.length || start === 0) return [{ start, end, text: '' }];
  // The last line of the file has no line break. Remove the line break before it.
  return [{ start: edited.lineEnd(start - 1 - (edited.text.startsWith('\r\n', start - 2) ? 1 : 0)), end, text: '' }];
}

/** Removes the first key after a dash with its line break, so that the next key moves up to the dash. */
function removeAndPullUp(edited: EditedText, member: OffsetRange): readonly Splice[] {
  const next = edited.nextLine(member.end);
  return [{ start: member.start, end: next + edited.indentOf(next).length, text: '' }];
}

/** Removes the only item of a block list and writes `[]` after its key. Without `[]`, the value would be null. */
function emptyBlockList(
  edited: EditedText,
  item: OffsetRange,
  owner: SourceEntry | undefined,
): readonly Splice[] | undefined {
  const lines = removeLines(edited, item);
  const colon = owner && /^\s*:/.exec(edited.text.slice(owner.keyEnd))?.[0].length;
  if (!lines || !owner || colon === undefined) return undefined;
  const offset = owner.keyEnd + colon;
  return [{ start: offset, end: offset, text: ' []' }, ...lines];
}

function removeFlowMember(
  edited: EditedText,
  collection: SourceNode,
  members: readonly OffsetRange[],
  index: number,
): readonly Splice[] | undefined {
  const member = members[index];
  if (!member) return undefined;
  const comma = commaAfter(edited.text, member.end);
  const before = members[index - 1];
  const next = members[index + 1];
  const isAlone = isAloneOnLines(edited, member, comma, collection);
  if (isAlone) {
    const lines = { start: edited.lineStart(member.start), end: edited.nextLine(comma ?? member.end), text: '' };
    const commaBefore = before && comma === undefined ? commaAfter(edited.text, before.end) : undefined;
    return commaBefore === undefined ? [lines] : [{ start: commaBefore, end: commaBefore + 1, text: '' }, lines];
  }
  if (next) return [{ start: member.start, end: next.start, text: '' }];
  if (!before) return [{ start: member.start, end: comma === undefined ? member.end : comma + 1, text: '' }];
  // Removing the last member also removes the comma before it. A trailing comma stays.
  return [{ start: before.end, end: member.end, text: '' }];
}

/** Whether the lines of a member contain only the member, a comma and a comment. */
function isAloneOnLines(
  edited: EditedText,
  member: OffsetRange,
  comma: number | undefined,
  collection: SourceNode,
): boolean {
  if (edited.lineBefore(member.start).trim() !== '') return false;
  const from = comma === undefined ? member.end : comma + 1;
  const end = edited.lineEnd(from);
  return end < collection.end && /^\s*(?:#.*|\/\/.*|\/\*((?!\*\/).)*\*\/\s*)?$/.test(edited.text.slice(from, end));
}

/** The offset of the dash of each item. White space and comments may precede a dash. */
function findDashes(edited: EditedText, list: SourceList): readonly (number | undefined)[] {
  let offset = list.start;
  return list.items.map((item) => {
    const gap = /(?:\s|#[^\r\n]*)*/y;
    gap.lastIndex = offset;
    const dash = offset + (gap.exec(edited.text)?.[0].length ?? 0);
    if (edited.text[dash] !== '-') return undefined;
    offset = Math.max(dash + 1, item.end);
    return dash;
  });
}
