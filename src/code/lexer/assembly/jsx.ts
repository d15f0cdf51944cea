import { closingAngle } from './angles';
import {
  byteAt,
  classAt,
  CLOSE_CURLY,
  EQUALS,
  GREATER_THAN,
  isWordByte,
  isWordStart,
  LESS_THAN,
  MINUS,
  OPEN_CURLY,
  OPEN_PARENTHESIS,
  QUOTE,
  SOLIDUS,
  COMMA,
  COLON,
  DOT,
} from './characters';
import { STACK } from './layout';
import { doubt, JSX_ATTRIBUTE, JSX_CHILD, JSX_ELEMENT, JSX_TAG, push, State } from './state';
import { wordEnd, wordIs } from './tokens';
import { skipSpace } from './trivia';

/** What a `<` where an expression may start is: an element, or the type parameters of a function. */
export const DOUBTFUL: u32 = 0;
export const ELEMENT: u32 = 1;
export const TYPE_PARAMETERS: u32 = 2;

/** Tells an element from type parameters as TypeScript does, by what follows the first name. */
export function natureOfAngle(open: usize): u32 {
  const from = skipSpace(open + 1);
  if (byteAt(from) == GREATER_THAN) return ELEMENT;
  if (!isWordStart(from)) return DOUBTFUL;
  const end = wordEnd(from);
  if (end == 0) return DOUBTFUL;
  const next = skipSpace(end);
  if (next == 0) return DOUBTFUL;
  const byte = byteAt(next);
  if (byte == COMMA || byte == EQUALS) return TYPE_PARAMETERS;
  if (isWordStart(next)) {
    if (wordIs(from, 'const')) return DOUBTFUL;
    if (!wordIs(next, 'extends')) return ELEMENT;
    const bound = skipSpace(next + 7);
    if (bound == 0) return DOUBTFUL;
    const first = byteAt(bound);
    return first == EQUALS || first == GREATER_THAN || first == SOLIDUS ? ELEMENT : TYPE_PARAMETERS;
  }
  if (byte != GREATER_THAN) return ELEMENT;
  const behind = skipSpace(next + 1);
  if (behind == 0) return DOUBTFUL;
  // `<T>(` may be an element with text, or the type of a function: an element is closed somewhere.
  if (byteAt(behind) == OPEN_PARENTHESIS && !isClosedLater(behind, from, end)) return TYPE_PARAMETERS;
  return ELEMENT;
}

function isClosedLater(behind: usize, name: usize, nameEnd: usize): bool {
  const length = nameEnd - name;
  for (let at = behind; at < State.end; at++) {
    if (byteAt(at) != LESS_THAN || byteAt(at + 1) != SOLIDUS) continue;
    let from = at + 2;
    while (byteAt(from) == 0x20) from++;
    if (memory.compare(from, name, length) == 0 && !isWordByte(from + length)) return true;
  }
  return false;
}

/** Reads an element from behind its `<`: to its end, or to behind the `{` that interrupts it. */
export function readElement(from: usize): usize {
  const at = tagNameEnd(from);
  return at == 0 ? 0 : readTag(at);
}

/** Reads on in a tag that an expression interrupted. */
export function readTag(from: usize): usize {
  return readOn(from, true);
}

/** Reads on between the tags of an element that an expression interrupted. */
export function readChildren(from: usize): usize {
  return readOn(from, false);
}

function readOn(from: usize, startsInTag: bool): usize {
  let at = from;
  let inTag = startsInTag;
  while (true) {
    at = inTag ? readAttributes(at) : readText(at);
    if (at == 0 || step == INTERRUPTED) return at;
    if (step == OPENED) inTag = true;
    else if (step == CHILDREN) {
      if (!push(JSX_ELEMENT, at)) return 0;
      inTag = false;
    } else {
      const type = State.top > STACK ? load<u32>(State.top - 4) & 15 : 0;
      if (type == JSX_ELEMENT) inTag = false;
      else if (type == JSX_TAG) {
        State.top -= 4;
        inTag = true;
      } else {
        State.jsxEnd = at - 1;
        State.last = at - 1;
        return at;
      }
    }
  }
}

// How the last piece of an element ended.
const INTERRUPTED: u32 = 0;
const OPENED: u32 = 1;
const CHILDREN: u32 = 2;
const CLOSED: u32 = 3;
let step: u32 = INTERRUPTED;

/** The byte behind a tag's name (none in `<>`) and its type arguments. */
function tagNameEnd(from: usize): usize {
  let at = skipSpace(from);
  if (at == 0) return 0;
  if (byteAt(at) == GREATER_THAN) return at;
  if (!isWordStart(at)) return doubt(51);
  at = nameEnd(at);
  if (at == 0) return 0;
  at = skipSpace(at);
  if (at == 0 || byteAt(at) != LESS_THAN) return at;
  const close = closingAngle(at);
  return close == 0 || State.anglesImport ? doubt(52) : close + 1;
}

function nameEnd(from: usize): usize {
  let at = from;
  while (isWordByte(at) || byteAt(at) == MINUS || byteAt(at) == COLON || byteAt(at) == DOT) at++;
  return at;
}

function readAttributes(from: usize): usize {
  let at = from;
  while (true) {
    at = skipSpace(at);
    if (at == 0) return 0;
    const byte = byteAt(at);
    if (byte == GREATER_THAN) {
      step = CHILDREN;
      return at + 1;
    }
    if (byte == SOLIDUS) {
      at = skipSpace(at + 1);
      if (at == 0 || byteAt(at) != GREATER_THAN) return doubt(53);
      step = CLOSED;
      return at + 1;
    }
    if (byte == OPEN_CURLY) return interrupt(at, JSX_ATTRIBUTE);
    if (byte == EQUALS) {
      at = skipSpace(at + 1);
      if (at == 0) return 0;
      const value = byteAt(at);
      if (value == OPEN_CURLY) return interrupt(at, JSX_ATTRIBUTE);
      if (value == LESS_THAN) {
        if (!push(JSX_TAG, at)) return 0;
        at = tagNameEnd(at + 1);
        if (at == 0) return 0;
      } else if (classAt(at) == QUOTE) {
        at = attributeStringEnd(at);
        if (at == 0) return 0;
      } else return doubt(54);
    } else if (isWordStart(at)) at = nameEnd(at);
    else return doubt(55);
  }
}

/** Strings of attributes run over lines and know no escapes. */
function attributeStringEnd(from: usize): usize {
  const quote = byteAt(from);
  for (let at = from + 1; at < State.end; at++) if (byteAt(at) == quote) return at + 1;
  return doubt(56);
}

function interrupt(brace: usize, type: u32): usize {
  if (!push(type, brace)) return 0;
  step = INTERRUPTED;
  State.last = brace;
  return brace + 1;
}

/** Text of an element holds neither `>` nor `}`: they show that this is no element after all. */
function readText(from: usize): usize {
  let at = from;
  while (true) {
    const byte = byteAt(at);
    if (byte == OPEN_CURLY) return interrupt(at, JSX_CHILD);
    if (byte == LESS_THAN) break;
    if (byte == GREATER_THAN || byte == CLOSE_CURLY || (byte == 0 && at >= State.end)) return doubt(57);
    at++;
  }
  at = skipSpace(at + 1);
  if (at == 0) return 0;
  if (byteAt(at) != SOLIDUS) {
    step = OPENED;
    return tagNameEnd(at);
  }
  at = skipSpace(at + 1);
  if (at == 0) return 0;
  at = skipSpace(nameEnd(at));
  if (at == 0 || byteAt(at) != GREATER_THAN) return doubt(58);
  if (State.top == STACK || (load<u32>(State.top - 4) & 15) != JSX_ELEMENT) return doubt(59);
  State.top -= 4;
  step = CLOSED;
  return at + 1;
}
