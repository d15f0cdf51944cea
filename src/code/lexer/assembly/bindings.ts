import {
  byteAt,
  CLOSE_CURLY,
  CLOSE_SQUARE,
  COLON,
  COMMA,
  DIGIT,
  DOT,
  EQUALS,
  EXCLAMATION,
  GREATER_THAN,
  classAt,
  isWordByte,
  isWordStart,
  MINUS,
  OPEN_CURLY,
  OPEN_SQUARE,
  QUOTE,
  SEMICOLON,
} from './characters';
import { dropFrom, emit, eventCount } from './events';
import { DECLARATION, EXPORTED, LACKS_NAMES } from './layout';
import { BOUND, doubt, NOT_DECLARING, State } from './state';
import { isWord, plainStringEnd, wordEnd } from './tokens';
import { skipSpace } from './trivia';

let patternIsSimple = false;

/**
 * Reads what a top-level `const`, `let` or `var` binds, from the first byte of the name or pattern; `State.declared` is
 * the tag of the names. Answers the byte behind it. Where a pattern holds what is not read here, exported names leave
 * doubt, and others are left out: the main loop then reads on from the pattern's bracket.
 */
export function readBinding(from: usize): usize {
  State.declaring = BOUND;
  State.initializer = 0;
  State.arrowBodyEnd = 0;
  State.bindingEvents = eventCount();
  const byte = byteAt(from);
  State.bindingIsPattern = byte == OPEN_CURLY || byte == OPEN_SQUARE;
  if (!State.bindingIsPattern) {
    State.bindingIsSimple = true;
    const nameEnd = readName(from, 0, 0);
    State.bindingEventsEnd = eventCount();
    return nameEnd;
  }
  patternIsSimple = byte == OPEN_CURLY;
  const end = readPattern(from, 0);
  State.bindingIsSimple = patternIsSimple;
  State.bindingEventsEnd = eventCount();
  if (end != 0 || State.doubt != 0) {
    if (end != 0) State.last = end - 1;
    return end;
  }
  if (State.declared & EXPORTED) return doubt(10);
  State.found |= LACKS_NAMES;
  State.bindingIsSimple = false;
  return from;
}

function readName(from: usize, key: usize, keyEnd: usize): usize {
  if (!isWordStart(from)) return doubt(11);
  const end = wordEnd(from);
  if (end == 0) return 0;
  if (isStatementWord(from, end)) return doubt(16);
  emit(DECLARATION | State.declared, from, end, key, keyEnd, from);
  State.last = end - 1;
  return end;
}

/** Words that begin a statement and name nothing: behind `const` and its like they show a mistake. */
function isStatementWord(from: usize, to: usize): bool {
  return (
    isWord(from, to, 'export') ||
    isWord(from, to, 'import') ||
    isWord(from, to, 'const') ||
    isWord(from, to, 'var') ||
    isWord(from, to, 'function') ||
    isWord(from, to, 'class') ||
    isWord(from, to, 'enum') ||
    isWord(from, to, 'return') ||
    isWord(from, to, 'if') ||
    isWord(from, to, 'for')
  );
}

/** The byte behind a pattern; 0 without doubt where it holds an expression. */
function readPattern(open: usize, depth: u32): usize {
  if (depth > 100) return doubt(12);
  const isObject = byteAt(open) == OPEN_CURLY;
  let at = skipSpace(open + 1);
  while (at != 0) {
    const byte = byteAt(at);
    if (byte == (isObject ? CLOSE_CURLY : CLOSE_SQUARE)) return at + 1;
    if (byte == COMMA) {
      at = skipSpace(at + 1);
      continue;
    }
    at = isObject ? readProperty(at, depth) : readTarget(at, 0, 0, depth);
    if (at != 0) at = skipSpace(at);
    if (at != 0 && byteAt(at) == EQUALS) {
      patternIsSimple = false;
      at = simpleDefaultEnd(at + 1);
    }
    if (at == 0) return 0;
    const next = byteAt(at);
    if (next != COMMA && next != (isObject ? CLOSE_CURLY : CLOSE_SQUARE)) return 0;
  }
  return 0;
}

function readProperty(from: usize, depth: u32): usize {
  if (byteAt(from) == DOT) return readTarget(from, 0, 0, depth);
  let keyEnd = 0 as usize;
  const isName = isWordStart(from);
  if (isWordByte(from)) keyEnd = wordEnd(from);
  else if (classAt(from) == QUOTE) {
    keyEnd = plainStringEnd(from);
    patternIsSimple = false;
  }
  if (keyEnd == 0) return 0;
  const next = skipSpace(keyEnd);
  if (next == 0) return 0;
  if (byteAt(next) != COLON) return isName ? readName(from, from, keyEnd) : 0;
  const target = skipSpace(next + 1);
  return target == 0 ? 0 : readTarget(target, from, keyEnd, depth);
}

function readTarget(from: usize, key: usize, keyEnd: usize, depth: u32): usize {
  let at = from;
  if (byteAt(at) == DOT) {
    if (byteAt(at + 1) != DOT || byteAt(at + 2) != DOT) return 0;
    patternIsSimple = false;
    at = skipSpace(at + 3);
    if (at == 0) return 0;
  }
  const byte = byteAt(at);
  if (byte == OPEN_CURLY || byte == OPEN_SQUARE) {
    patternIsSimple = false;
    return readPattern(at, depth + 1);
  }
  return isWordStart(at) ? readName(at, key, keyEnd) : 0;
}

/** The byte behind a default that is a literal, a dotted name or an empty literal; 0 for anything else. */
function simpleDefaultEnd(from: usize): usize {
  let at = skipSpace(from);
  if (at == 0) return 0;
  const byte = byteAt(at);
  if (classAt(at) == QUOTE) at = plainStringEnd(at);
  else if (byte == OPEN_CURLY || byte == OPEN_SQUARE) {
    at = skipSpace(at + 1);
    if (at == 0 || byteAt(at) != (byte == OPEN_CURLY ? CLOSE_CURLY : CLOSE_SQUARE)) return 0;
    at++;
  } else {
    if (byte == MINUS) at++;
    if (!isWordByte(at)) return 0;
    while (true) {
      at = wordEnd(at);
      if (at == 0 || byteAt(at) != DOT || !isWordByte(at + 1)) break;
      at++;
    }
  }
  return at == 0 ? 0 : skipSpace(at);
}

/**
 * Reads the next declarator of a top-level list, behind the comma at `comma`. Where what follows the comma cannot be a
 * declarator, or might as well be an operand, the comma may be another's: that leaves doubt.
 */
export function readNextDeclarator(comma: usize): usize {
  const from = skipSpace(comma + 1);
  if (from == 0) return 0;
  const isPattern = byteAt(from) == OPEN_CURLY || byteAt(from) == OPEN_SQUARE;
  if (!isPattern && !isWordStart(from)) return doubt(13);
  const before = eventCount();
  const end = readBinding(from);
  if (end == 0) return 0;
  if (end == from) return doubt(14);
  const next = skipSpace(end);
  if (next == 0) return 0;
  const byte = byteAt(next);
  if (byte == EQUALS) {
    const second = byteAt(next + 1);
    if (second != EQUALS && second != GREATER_THAN) return end;
  } else if (byte == COLON || (byte == EXCLAMATION && byteAt(next + 1) == COLON)) return end;
  else if (!isPattern && (byte == COMMA || byte == SEMICOLON || State.sawLineEnd || next >= State.end)) {
    if (State.declaresVariables) return end;
  }
  dropFrom(before);
  return doubt(15);
}

/** Ends a top-level variable statement. */
export function endDeclaring(): void {
  State.declaring = NOT_DECLARING;
}
