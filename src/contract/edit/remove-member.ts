import type { SourceEntry, SourceList, SourceMap, SourceNode } from '../source/source-node.ts';
import type { EditedText, Splice } from './edited-text.ts';
import { commaAfter } from './insert-member.ts';

interface Member {
  readonly start: number;
  readonly end: number;
}

/** How an item is taken out of a list; `owner` is the key that the list stands under, where it has one. */
export function itemRemoval(
  edited: EditedText,
  list: SourceList,
  index: number,
  owner: SourceEntry | undefined,
): readonly Splice[] | undefined {
  if (list.style === 'flow') return removeFlowMember(edited, list, list.items, index);
  const dashes = dashesOf(edited, list);
  const start = dashes[index];
  const item = list.items[index];
  if (start === undefined || !item) return undefined;
  if (list.items.length > 1) return removeLines(edited, { start, end: Math.max(start + 1, item.end) });
  return emptyBlockList(edited, { start, end: Math.max(start + 1, item.end) }, owner);
}

/** How a key is taken out of a map with its value. */
export function entryRemoval(edited: EditedText, map: SourceMap, key: string): readonly Splice[] | undefined {
  const own = map.entries.filter((entry) => !entry.borrowed);
  const index = own.findIndex((entry) => entry.key === key);
  const members = own.map((entry) => ({ start: entry.keyStart, end: Math.max(entry.keyEnd, entry.node.end) }));
  const member = members[index];
  if (!member) return undefined;
  if (map.style === 'flow') return removeFlowMember(edited, map, members, index);
  return removeLines(edited, member) ?? (index < members.length - 1 ? drawUp(edited, member) : undefined);
}

/** Whole lines, from the one that the member begins to the one that it ends, with the comment that ends there. */
function removeLines(edited: EditedText, member: Member): readonly Splice[] | undefined {
  if (edited.lineBefore(member.start).trim() !== '') return undefined;
  const start = edited.lineStart(member.start);
  const end = edited.nextLine(member.end);
  if (edited.lineEnd(member.end) < edited.text.length || start === 0) return [{ start, end, text: '' }];
  // The last line has no line break of its own: the one before it goes.
  return [{ start: edited.lineEnd(start - 1 - (edited.text.startsWith('\r\n', start - 2) ? 1 : 0)), end, text: '' }];
}

/** A first key behind a dash goes with its line break, so that what follows takes its place. */
function drawUp(edited: EditedText, member: Member): readonly Splice[] {
  const next = edited.nextLine(member.end);
  return [{ start: member.start, end: next + edited.indentOf(next).length, text: '' }];
}

/** The last item of a block list leaves `[]` behind its key: nothing at all would be no list. */
function emptyBlockList(
  edited: EditedText,
  item: Member,
  owner: SourceEntry | undefined,
): readonly Splice[] | undefined {
  const lines = removeLines(edited, item);
  const colon = owner && /^\s*:/.exec(edited.text.slice(owner.keyEnd))?.[0].length;
  if (!lines || !owner || colon === undefined) return undefined;
  const at = owner.keyEnd + colon;
  return [{ start: at, end: at, text: ' []' }, ...lines];
}

function removeFlowMember(
  edited: EditedText,
  collection: SourceNode,
  members: readonly Member[],
  index: number,
): readonly Splice[] | undefined {
  const member = members[index];
  if (!member) return undefined;
  const comma = commaAfter(edited.text, member.end);
  const before = members[index - 1];
  const next = members[index + 1];
  const wholeLine = standsAlone(edited, member, comma, collection);
  if (wholeLine) {
    const lines = { start: edited.lineStart(member.start), end: edited.nextLine(comma ?? member.end), text: '' };
    const commaBefore = before && comma === undefined ? commaAfter(edited.text, before.end) : undefined;
    return commaBefore === undefined ? [lines] : [{ start: commaBefore, end: commaBefore + 1, text: '' }, lines];
  }
  if (next) return [{ start: member.start, end: next.start, text: '' }];
  if (!before) return [{ start: member.start, end: comma === undefined ? member.end : comma + 1, text: '' }];
  // The last of several takes the comma before it along; a comma after it stays, as the list had one at its end.
  return [{ start: before.end, end: member.end, text: '' }];
}

/** Whether nothing but a comma and a comment shares the lines of a member. */
function standsAlone(edited: EditedText, member: Member, comma: number | undefined, collection: SourceNode): boolean {
  if (edited.lineBefore(member.start).trim() !== '') return false;
  const from = comma === undefined ? member.end : comma + 1;
  const end = edited.lineEnd(from);
  return end < collection.end && /^\s*(?:#.*|\/\/.*|\/\*((?!\*\/).)*\*\/\s*)?$/.test(edited.text.slice(from, end));
}

/** Where the dash of each item stands: blanks and comments lie between an item and the dash of the next. */
function dashesOf(edited: EditedText, list: SourceList): readonly (number | undefined)[] {
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
