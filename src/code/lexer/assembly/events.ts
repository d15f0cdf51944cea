import { byteAt, CARRIAGE_RETURN, LINE_FEED } from './characters';
import {
  DECLARATION,
  EXPORT_ASSIGNMENT,
  EXPORTED,
  HEADER,
  KEPT,
  LACKS_NAMES,
  NAMES_ARE_WIDE,
  NAMESPACE,
} from './layout';
import { doubt, State } from './state';

// An event while the text is read: tag, first and second span (start, end), place. Seven numbers leave the lexer: tag,
// both spans as offset and length in the joined names, line, column.
const SIZE: usize = 28;

let first: usize = 0;
let next: usize = 0;
let wantsDeclarations = false;

export function startEvents(from: usize, keepsDeclarations: bool): void {
  first = from;
  next = from;
  wantsDeclarations = keepsDeclarations;
}

function room(bytes: usize): void {
  const needed = <i32>((next + bytes + 0xffff) >> 16) - memory.size();
  if (needed > 0) memory.grow(needed + 16);
}

/** Notes something with up to two names and a place. Answers its number. */
export function emit(tag: u32, from: usize, to: usize, from2: usize, to2: usize, place: usize): usize {
  room(SIZE);
  store<u32>(next, tag);
  store<u32>(next, <u32>from, 4);
  store<u32>(next, <u32>to, 8);
  store<u32>(next, <u32>from2, 12);
  store<u32>(next, <u32>to2, 16);
  store<u32>(next, <u32>place, 20);
  next += SIZE;
  return eventCount() - 1;
}

export function eventCount(): usize {
  return (next - first) / SIZE;
}

/** Adds flags to every event from one up to another. */
export function flagEvents(from: usize, to: usize, flags: u32): void {
  for (let at = first + from * SIZE; at < first + to * SIZE; at += SIZE) store<u32>(at, load<u32>(at) | flags);
}

/** Forgets the events from one on. */
export function dropFrom(event: usize): void {
  next = first + event * SIZE;
}

/** Whether an export names something local, so that it matters what is declared. */
export function wantDeclarations(): void {
  wantsDeclarations = true;
}

/**
 * Whether only the full parser can tell what is exported: a local name may be one that is not listed, or a namespace is
 * given whole, with members that are not listed.
 */
function lacksWhatIsExported(): bool {
  if (wantsDeclarations && (State.found & LACKS_NAMES) != 0) return true;
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

/** Turns places into lines and columns, joins the names behind the events, and fills the header. */
export function finish(): void {
  if (lacksWhatIsExported()) {
    doubt(80);
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
    if ((tag & 0xff) == DECLARATION && (tag & (EXPORTED | KEPT)) == 0 && !wantsDeclarations) continue;
    const place = <usize>load<u32>(event, 20);
    if (place < cursor) {
      cursor = State.start;
      line = 1;
      column = 1;
    }
    const ended = lineEnds(cursor, place);
    line += ended;
    column = ended == 0 ? column + units(cursor, place) : columnAt(place);
    cursor = place;
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
  store<u32>(HEADER, isWide(next, names) ? State.found | NAMES_ARE_WIDE : State.found, 16);
}

/** How many lines end between two places. */
function lineEnds(from: usize, to: usize): u32 {
  const lineFeeds = i8x16.splat(<i8>LINE_FEED);
  const carriageReturns = i8x16.splat(<i8>CARRIAGE_RETURN);
  let count: u32 = 0;
  for (let at = from; at < to; at += 16) {
    const chunk = v128.load(at);
    const ends = i8x16.bitmask(i8x16.eq(chunk, lineFeeds));
    const returns = i8x16.bitmask(i8x16.eq(chunk, carriageReturns));
    const within = to - at < 16 ? (1 << <i32>(to - at)) - 1 : 0xffff;
    count += popcnt(ends & within);
    if (returns != 0) {
      const paired = i8x16.bitmask(i8x16.eq(v128.load(at, 1), lineFeeds));
      count += popcnt(returns & ~paired & within);
    }
  }
  return count;
}

/** Copies a name behind the others, eight bytes at a time: what is written too much is written over. */
function append(to: usize, from: usize, length: usize): usize {
  const needed = <i32>((to + length + 0xffff) >> 16) - memory.size();
  if (needed >= 0) memory.grow(needed + 16);
  for (let at: usize = 0; at < length; at += 8) store<u64>(to + at, load<u64>(from + at));
  return to + length;
}

function isWide(from: usize, to: usize): bool {
  v128.store(to, i8x16.splat(0));
  for (let at = from; at < to; at += 16) if (i8x16.bitmask(v128.load(at)) != 0) return true;
  return false;
}

/** UTF-16 units from the start of the line, from 1. */
function columnAt(place: usize): u32 {
  let start = place;
  while (start > State.start && byteAt(start - 1) != LINE_FEED && byteAt(start - 1) != CARRIAGE_RETURN) start--;
  return units(start, place) + 1;
}

/** UTF-16 units between two places. */
function units(from: usize, to: usize): u32 {
  let count: u32 = 0;
  for (let at = from; at < to; at++) {
    const byte = byteAt(at);
    if ((byte & 0xc0) != 0x80) count += byte >= 0xf0 ? 2 : 1;
  }
  return count;
}
