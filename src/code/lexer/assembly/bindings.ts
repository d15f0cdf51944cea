import {
  byteAt,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DOT,
  EQUALS,
  EXCLAMATION,
  GREATER_THAN,
  classAt,
  isWordByteAt,
  isWordStartAt,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE_CLASS,
  SEMICOLON,
} from './characters';
import { dropFrom, emit, eventCount } from './events';
import { DECLARATION, EXPORTED, MISSES_NAMES } from './format';
import {
  DEEPLY_NESTED_PATTERN,
  KEYWORD_AS_BINDING_NAME,
  MISSING_BINDING_NAME,
  MISSING_INITIALIZER,
  UNREADABLE_EXPORTED_PATTERN,
  UNREADABLE_PATTERN_IN_LIST,
} from './reasons';
import { AFTER_BINDING, State, requireParser } from './state';
import { equalsText, plainStringEnd, wordEnd } from './tokens';
import { skipSpace } from './trivia';

let patternIsSimple = false;

/**
 * Reads the name or pattern of a top-level `const`, `let` or `var`. Emits its names with `State.declarationTag`. Returns
 * the byte after it. If a pattern is too complex, an exported declaration needs the full parser; the names of another
 * declaration are omitted, and the main loop continues at the bracket of the pattern.
 */
export function readBinding(from: usize): usize {
  State.declarationState = AFTER_BINDING;
  State.initializerEquals = 0;
  State.arrowBodyEnd = 0;
  State.bindingEventsStart = eventCount();
  const byte = byteAt(from);
  State.bindingIsPattern = byte == OPEN_BRACE || byte == OPEN_BRACKET;
  if (!State.bindingIsPattern) {
    State.bindingIsSimple = true;
    const nameEnd = readName(from, 0, 0);
    State.bindingEventsEnd = eventCount();
    return nameEnd;
  }
  patternIsSimple = byte == OPEN_BRACE;
  const end = readPattern(from, 0);
  State.bindingIsSimple = patternIsSimple;
  State.bindingEventsEnd = eventCount();
  if (end != 0 || State.parserReason != 0) {
    if (end != 0) State.last = end - 1;
    return end;
  }
  if (State.declarationTag & EXPORTED) return requireParser(UNREADABLE_EXPORTED_PATTERN);
  State.textFlags |= MISSES_NAMES;
  State.bindingIsSimple = false;
  return from;
}

function readName(from: usize, key: usize, keyEnd: usize): usize {
  if (!isWordStartAt(from)) return requireParser(MISSING_BINDING_NAME);
  const end = wordEnd(from);
  if (end == 0) return 0;
  if (isStatementWord(from, end)) return requireParser(KEYWORD_AS_BINDING_NAME);
  emit(DECLARATION | State.declarationTag, from, end, key, keyEnd, from);
  State.last = end - 1;
  return end;
}

/** Whether a word begins a statement. After `const`, `let` or `var` it is a syntax error. */
function isStatementWord(from: usize, to: usize): bool {
  return (
    equalsText(from, to, 'export') ||
    equalsText(from, to, 'import') ||
    equalsText(from, to, 'const') ||
    equalsText(from, to, 'var') ||
    equalsText(from, to, 'function') ||
    equalsText(from, to, 'class') ||
    equalsText(from, to, 'enum') ||
    equalsText(from, to, 'return') ||
    equalsText(from, to, 'if') ||
    equalsText(from, to, 'for')
  );
}

/** Returns the byte after a pattern; 0, without a reason for the parser, if it contains an expression. */
function readPattern(open: usize, depth: u32): usize {
  if (depth > 100) return requireParser(DEEPLY_NESTED_PATTERN);
  const isObject = byteAt(open) == OPEN_BRACE;
  let at = skipSpace(open + 1);
  while (at != 0) {
    const byte = byteAt(at);
    if (byte == (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) return at + 1;
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
    if (next != COMMA && next != (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) return 0;
  }
  return 0;
}

function readProperty(from: usize, depth: u32): usize {
  if (byteAt(from) == DOT) return readTarget(from, 0, 0, depth);
  let keyEnd = 0 as usize;
  const isName = isWordStartAt(from);
  if (isWordByteAt(from)) keyEnd = wordEnd(from);
  else if (classAt(from) == QUOTE_CLASS) {
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
  if (byte == OPEN_BRACE || byte == OPEN_BRACKET) {
    patternIsSimple = false;
    return readPattern(at, depth + 1);
  }
  return isWordStartAt(at) ? readName(at, key, keyEnd) : 0;
}

/** The byte after a default value that is a literal, a dotted name, `{}` or `[]`; 0 for any other value. */
function simpleDefaultEnd(from: usize): usize {
  let at = skipSpace(from);
  if (at == 0) return 0;
  const byte = byteAt(at);
  if (classAt(at) == QUOTE_CLASS) at = plainStringEnd(at);
  else if (byte == OPEN_BRACE || byte == OPEN_BRACKET) {
    at = skipSpace(at + 1);
    if (at == 0 || byteAt(at) != (byte == OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET)) return 0;
    at++;
  } else {
    if (byte == MINUS) at++;
    if (!isWordByteAt(at)) return 0;
    while (true) {
      at = wordEnd(at);
      if (at == 0 || byteAt(at) != DOT || !isWordByteAt(at + 1)) break;
      at++;
    }
  }
  return at == 0 ? 0 : skipSpace(at);
}

/**
 * Reads the next declarator of a top-level list, after the comma at `comma`. Leaves the text to the full parser if the
 * comma may not separate declarators: no declarator follows, or it could also be an operand.
 */
export function readNextDeclarator(comma: usize): usize {
  const from = skipSpace(comma + 1);
  if (from == 0) return 0;
  const isPattern = byteAt(from) == OPEN_BRACE || byteAt(from) == OPEN_BRACKET;
  if (!isPattern && !isWordStartAt(from)) return requireParser(MISSING_BINDING_NAME);
  const before = eventCount();
  const end = readBinding(from);
  if (end == 0) return 0;
  if (end == from) return requireParser(UNREADABLE_PATTERN_IN_LIST);
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
  return requireParser(MISSING_INITIALIZER);
}
