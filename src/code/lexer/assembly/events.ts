import { byteAt, CARRIAGE_RETURN, LINE_FEED } from './characters';
import {
  DECLARATION,
  EXPORT_ASSIGNMENT,
  EXPORTED,
  ALWAYS_REPORTED,
  MISSES_NAMES,
  NAMES_ARE_NON_ASCII,
  NAMESPACE,
} from './format';
import { HEADER } from './layout';
import { UNLISTED_EXPORTED_NAMES } from './reasons';
import { requireParser, State } from './state';

// While the text is read, an event consists of a tag, the start and end of two names, and a position. `finish` replaces
// these by seven numbers: the tag, the offset and length of both names in the joined names, line and column.
const SIZE: usize = 28;

let first: usize = 0;
let next: usize = 0;
let reportsDeclarations: bool = false;

/** Removes all events. Events are stored at `from` and after it. */
export function startEvents(from: usize, reportsAll: bool): void {
  first = from;
  next = from;
  reportsDeclarations = reportsAll;
}

/** Grows the memory if fewer than `bytes` bytes are left after the last event. */
function ensureSpace(bytes: usize): void {
  const needed = <i32>((next + bytes + 0xffff) >> 16) - memory.size();
  if (needed > 0) memory.grow(needed + 16);
}

/** Adds an event with up to two names. Returns its index. */
export function emit(tag: u32, from: usize, to: usize, from2: usize, to2: usize, position: usize): usize {
  ensureSpace(SIZE);
  store<u32>(next, tag);
  store<u32>(next, <u32>from, 4);
  store<u32>(next, <u32>to, 8);
  store<u32>(next, <u32>from2, 12);
  store<u32>(next, <u32>to2, 16);
  store<u32>(next, <u32>position, 20);
  next += SIZE;
  return eventCount() - 1;
}

export function eventCount(): usize {
  return (next - first) / SIZE;
}

/** Adds flags to the events from index `from` up to, but not including, `to`. */
export function flagEvents(from: usize, to: usize, flags: u32): void {
  for (let at = first + from * SIZE; at < first + to * SIZE; at += SIZE) store<u32>(at, load<u32>(at) | flags);
}

/** Removes the events from an index on. */
export function dropFrom(event: usize): void {
  next = first + event * SIZE;
}

/** Reports all declarations, since an export refers to a local name. */
export function reportDeclarations(): void {
  reportsDeclarations = true;
}

/**
 * Whether only the full parser can list the exports: an exported local name may be declared in a pattern that was not
 * read, or `export =` exports a namespace with its members.
 */
function missesExports(): bool {
  if (reportsDeclarations && (State.textFlags & MISSES_NAMES) != 0) return true;
  for (let at = first; at < next; at += SIZE) {
    if ((load<u32>(at) & 0xff) != EXPORT_ASSIGNMENT) continue;
    for (let other = first; other < next; other += SIZE) {
      if ((load<u32>(other) & 0xfff) == (DECLARATION | NAMESPACE) && haveSameName(at, other)) return true;
    }
  }
  return false;
}

function haveSameName(event: usize, other: usize): bool {
  const from = <usize>load<u32>(event, 4);
  const from2 = <usize>load<u32>(other, 4);
  const length = <usize>load<u32>(event, 8) - from;
  return length == <usize>load<u32>(other, 8) - from2 && memory.compare(from, from2, length) == 0;
}

/** Converts positions to lines and columns, joins the names after the events, and fills the header. */
export function finish(): void {
  if (missesExports()) {
    requireParser(UNLISTED_EXPORTED_NAMES);
    return;
  }
  const count = eventCount();
  let out = first;
  let names = next;
  let cursor = State.start;
  let line: u32 = 1;
  let column: u32 = 1;
  for (let index: usize = 0; index < count; index++) {
    const event = first + index * SIZE;
    const tag = load<u32>(event);
    if ((tag & 0xff) == DECLARATION && (tag & (EXPORTED | ALWAYS_REPORTED)) == 0 && !reportsDeclarations) continue;
    const position = <usize>load<u32>(event, 20);
    if (position < cursor) {
      cursor = State.start;
      line = 1;
      column = 1;
    }
    const ended = countLineEnds(cursor, position);
    line += ended;
    column = ended == 0 ? column + countUnits(cursor, position) : columnAt(position);
    cursor = position;
    const from = <usize>load<u32>(event, 4);
    const length = <usize>load<u32>(event, 8) - from;
    const from2 = <usize>load<u32>(event, 12);
    const length2 = <usize>load<u32>(event, 16) - from2;
    store<u32>(out, tag);
    store<u32>(out, <u32>(names - next), 4);
    store<u32>(out, <u32>length, 8);
    names = append(names, from, length);
    store<u32>(out, <u32>(names - next), 12);
    store<u32>(out, <u32>length2, 16);
    names = append(names, from2, length2);
    store<u32>(out, line, 20);
    store<u32>(out, column, 24);
    out += SIZE;
  }
  store<u32>(HEADER, <u32>first);
  store<u32>(HEADER, <u32>((out - first) / SIZE), 4);
  store<u32>(HEADER, <u32>next, 8);
  store<u32>(HEADER, <u32>(names - next), 12);
  store<u32>(HEADER, hasNonAscii(next, names) ? State.textFlags | NAMES_ARE_NON_ASCII : State.textFlags, 16);
}

/** Counts the line ends between two positions. */
function countLineEnds(from: usize, to: usize): u32 {
  const lineFeeds = i8x16.splat(<i8>LINE_FEED);
  const carriageReturns = i8x16.splat(<i8>CARRIAGE_RETURN);
  let count: u32 = 0;
  for (let at = from; at < to; at += 16) {
    const chunk = v128.load(at);
    const ends = i8x16.bitmask(i8x16.eq(chunk, lineFeeds));
    const returns = i8x16.bitmask(i8x16.eq(chunk, carriageReturns));
    const length = <i32>(to - at);
    const mask = length < 16 ? (1 << length) - 1 : 0xffff;
    count += popcnt(ends & mask);
    if (returns != 0) {
      const paired = i8x16.bitmask(i8x16.eq(v128.load(at, 1), lineFeeds));
      count += popcnt(returns & ~paired & mask);
    }
  }
  return count;
}

/** Appends a name, eight bytes at a time. The next name overwrites the excess bytes. */
function append(to: usize, from: usize, length: usize): usize {
  const needed = <i32>((to + length + 0xffff) >> 16) - memory.size();
  if (needed >= 0) memory.grow(needed + 16);
  for (let at: usize = 0; at < length; at += 8) store<u64>(to + at, load<u64>(from + at));
  return to + length;
}

function hasNonAscii(from: usize, to: usize): bool {
  v128.store(to, i8x16.splat(0));
  for (let at = from; at < to; at += 16) if (i8x16.bitmask(v128.load(at)) != 0) return true;
  return false;
}

/** The column of a position, in UTF-16 countUnits, starting with 1. */
function columnAt(position: usize): u32 {
  let start = position;
  while (start > State.start && byteAt(start - 1) != LINE_FEED && byteAt(start - 1) != CARRIAGE_RETURN) start--;
  return countUnits(start, position) + 1;
}

/** Counts the UTF-16 countUnits between two positions. */
function countUnits(from: usize, to: usize): u32 {
  let count: u32 = 0;
  for (let at = from; at < to; at++) {
    const byte = byteAt(at);
    if ((byte & 0xc0) != 0x80) count += byte >= 0xf0 ? 2 : 1;
  }
  return count;
}
