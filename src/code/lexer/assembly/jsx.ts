import { closingAngle } from './angles';
import {
  byteAt,
  classAt,
  CLOSE_BRACE,
  EQUALS,
  GREATER_THAN,
  isWordByteAt,
  isWordStartAt,
  LESS_THAN,
  MINUS,
  OPEN_BRACE,
  OPEN_PAREN,
  QUOTE_CLASS,
  SLASH,
  COMMA,
  COLON,
  DOT,
} from './characters';
import { STACK } from './layout';
import {
  UNEXPECTED_JSX,
  UNMATCHED_JSX_CLOSING_TAG,
  UNREADABLE_JSX_TYPE_ARGUMENTS,
  UNTERMINATED_STRING,
} from './reasons';
import { requireParser, JSX_ATTRIBUTE, JSX_CHILD, JSX_ELEMENT, JSX_TAG, push, State } from './state';
import { wordEnd, isWordAt } from './tokens';
import { skipSpace } from './trivia';

// What a `<` begins at the start of an expression.
export const UNDECIDED: u32 = 0;
export const ELEMENT: u32 = 1;
export const TYPE_PARAMETERS: u32 = 2;

/** Distinguishes elements from type parameters like TypeScript, by the token after the first name. */
export function classifyAngle(open: usize): u32 {
  const from = skipSpace(open + 1);
  if (byteAt(from) == GREATER_THAN) return ELEMENT;
  if (!isWordStartAt(from)) return UNDECIDED;
  const end = wordEnd(from);
  if (end == 0) return UNDECIDED;
  const next = skipSpace(end);
  if (next == 0) return UNDECIDED;
  const byte = byteAt(next);
  if (byte == COMMA || byte == EQUALS) return TYPE_PARAMETERS;
  if (isWordStartAt(next)) {
    if (isWordAt(from, 'const')) return UNDECIDED;
    if (!isWordAt(next, 'extends')) return ELEMENT;
    const bound = skipSpace(next + 7);
    if (bound == 0) return UNDECIDED;
    const first = byteAt(bound);
    return first == EQUALS || first == GREATER_THAN || first == SLASH ? ELEMENT : TYPE_PARAMETERS;
  }
  if (byte != GREATER_THAN) return ELEMENT;
  const after = skipSpace(next + 1);
  if (after == 0) return UNDECIDED;
  // `<T>(` begins an element that contains text, or a function type. An element has a closing tag.
  if (byteAt(after) == OPEN_PAREN && !isClosedLater(after, from, end)) return TYPE_PARAMETERS;
  return ELEMENT;
}

/** Whether the text contains a closing tag of this name. */
function isClosedLater(after: usize, name: usize, nameEnd: usize): bool {
  const length = nameEnd - name;
  for (let at = after; at < State.end; at++) {
    if (byteAt(at) != LESS_THAN || byteAt(at + 1) != SLASH) continue;
    let from = at + 2;
    while (byteAt(from) == 0x20) from++;
    if (memory.compare(from, name, length) == 0 && !isWordByteAt(from + length)) return true;
  }
  return false;
}

/** Reads an element after its `<`. Returns the byte after the element, or after a `{` inside it. */
export function readElement(from: usize): usize {
  const at = tagNameEnd(from);
  return at == 0 ? 0 : readTag(at);
}

/** Continues in a tag after an expression in braces. */
export function readTag(from: usize): usize {
  return continueElement(from, true);
}

/** Continues between the tags of an element after an expression in braces. */
export function readChildren(from: usize): usize {
  return continueElement(from, false);
}

function continueElement(from: usize, startsInTag: bool): usize {
  let at = from;
  let inTag = startsInTag;
  while (true) {
    at = inTag ? readAttributes(at) : readText(at);
    if (at == 0 || partEnd == BEFORE_EXPRESSION) return at;
    if (partEnd == AFTER_CHILD_NAME) inTag = true;
    else if (partEnd == AFTER_OPENING_TAG) {
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

// How the last read part of an element ended: before an expression, with the name of a child, with the `>` of an opening
// tag, or with the end of an element.
const BEFORE_EXPRESSION: u32 = 0;
const AFTER_CHILD_NAME: u32 = 1;
const AFTER_OPENING_TAG: u32 = 2;
const AFTER_ELEMENT: u32 = 3;
let partEnd: u32 = BEFORE_EXPRESSION;

/** The byte after the name of a tag (none in `<>`) and its type arguments. */
function tagNameEnd(from: usize): usize {
  let at = skipSpace(from);
  if (at == 0) return 0;
  if (byteAt(at) == GREATER_THAN) return at;
  if (!isWordStartAt(at)) return requireParser(UNEXPECTED_JSX);
  at = nameEnd(at);
  if (at == 0) return 0;
  at = skipSpace(at);
  if (at == 0 || byteAt(at) != LESS_THAN) return at;
  const close = closingAngle(at);
  return close == 0 || State.anglesContainImport ? requireParser(UNREADABLE_JSX_TYPE_ARGUMENTS) : close + 1;
}

function nameEnd(from: usize): usize {
  let at = from;
  while (isWordByteAt(at) || byteAt(at) == MINUS || byteAt(at) == COLON || byteAt(at) == DOT) at++;
  return at;
}

function readAttributes(from: usize): usize {
  let at = from;
  while (true) {
    at = skipSpace(at);
    if (at == 0) return 0;
    const byte = byteAt(at);
    if (byte == GREATER_THAN) {
      partEnd = AFTER_OPENING_TAG;
      return at + 1;
    }
    if (byte == SLASH) {
      at = skipSpace(at + 1);
      if (at == 0 || byteAt(at) != GREATER_THAN) return requireParser(UNEXPECTED_JSX);
      partEnd = AFTER_ELEMENT;
      return at + 1;
    }
    if (byte == OPEN_BRACE) return interrupt(at, JSX_ATTRIBUTE);
    if (byte == EQUALS) {
      at = skipSpace(at + 1);
      if (at == 0) return 0;
      const value = byteAt(at);
      if (value == OPEN_BRACE) return interrupt(at, JSX_ATTRIBUTE);
      if (value == LESS_THAN) {
        if (!push(JSX_TAG, at)) return 0;
        at = tagNameEnd(at + 1);
        if (at == 0) return 0;
      } else if (classAt(at) == QUOTE_CLASS) {
        at = attributeStringEnd(at);
        if (at == 0) return 0;
      } else return requireParser(UNEXPECTED_JSX);
    } else if (isWordStartAt(at)) at = nameEnd(at);
    else return requireParser(UNEXPECTED_JSX);
  }
}

/** The byte after the string of an attribute, which may contain line ends and has no escapes. */
function attributeStringEnd(from: usize): usize {
  const quote = byteAt(from);
  for (let at = from + 1; at < State.end; at++) if (byteAt(at) == quote) return at + 1;
  return requireParser(UNTERMINATED_STRING);
}

/** Leaves the element for an expression in braces. */
function interrupt(brace: usize, type: u32): usize {
  if (!push(type, brace)) return 0;
  partEnd = BEFORE_EXPRESSION;
  State.last = brace;
  return brace + 1;
}

/** Reads the text between tags, and the next tag up to its name. `>` or `}` in the text show that it is not JSX. */
function readText(from: usize): usize {
  let at = from;
  while (true) {
    const byte = byteAt(at);
    if (byte == OPEN_BRACE) return interrupt(at, JSX_CHILD);
    if (byte == LESS_THAN) break;
    if (byte == GREATER_THAN || byte == CLOSE_BRACE || (byte == 0 && at >= State.end))
      return requireParser(UNEXPECTED_JSX);
    at++;
  }
  at = skipSpace(at + 1);
  if (at == 0) return 0;
  if (byteAt(at) != SLASH) {
    partEnd = AFTER_CHILD_NAME;
    return tagNameEnd(at);
  }
  at = skipSpace(at + 1);
  if (at == 0) return 0;
  at = skipSpace(nameEnd(at));
  if (at == 0 || byteAt(at) != GREATER_THAN) return requireParser(UNEXPECTED_JSX);
  if (State.top == STACK || (load<u32>(State.top - 4) & 15) != JSX_ELEMENT)
    return requireParser(UNMATCHED_JSX_CLOSING_TAG);
  State.top -= 4;
  partEnd = AFTER_ELEMENT;
  return at + 1;
}
