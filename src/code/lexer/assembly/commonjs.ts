import {
  ASTERISK,
  byteAt,
  classAt,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DOT,
  BACKTICK,
  isWordByteAt,
  isWordStartAt,
  OPEN_BRACE,
  OPEN_PAREN,
  OPEN_BRACKET,
  QUOTE_CLASS,
} from './characters';
import { requiredSpecifier } from './clauses';
import { emit, reportDeclarations } from './events';
import { COMMONJS_EXPORT, COMMONJS_STAR_EXPORT, NO_KIND, VALUE, WHOLE } from './format';
import { CONTINUED_EXPORTS_VALUE, UNEXPECTED_EXPORTS_PROPERTY } from './reasons';
import { EXPORTS_OBJECT, requireParser, State } from './state';
import { isMemberDot, equalsText, plainStringEnd, wordEnd, isWordAt, wordStart } from './tokens';
import { lastTokenBefore, skipSpace } from './trivia';
import { isAssignment, singleNameEnd } from './words';

/** Reads `.a = …` or `['a'] = …` after `exports` or `module.exports`. */
function readExportsObject(after: usize): void {
  let at = skipSpace(after);
  if (at == 0) return;
  let from: usize = 0;
  let to: usize = 0;
  let position: usize = 0;
  if (byteAt(at) == DOT) {
    position = skipSpace(at + 1);
    if (position == 0 || !isWordStartAt(position)) return;
    from = position;
    to = wordEnd(position);
    at = to;
  } else if (byteAt(at) == OPEN_BRACKET) {
    position = skipSpace(at + 1);
    if (position == 0) return;
    const end = plainStringEnd(position);
    if (end == 0) return;
    from = position + 1;
    to = end - 1;
    at = skipSpace(end);
    if (at == 0 || byteAt(at) != CLOSE_BRACKET) return;
    at++;
  }
  if (to == 0) return;
  at = skipSpace(at);
  if (at == 0 || !isAssignment(at)) return;
  emitValue(from, to, position, skipSpace(at + 1));
}

function emitValue(from: usize, to: usize, position: usize, value: usize): void {
  if (value == 0 || equalsText(from, to, '__esModule')) return;
  const end = singleNameEnd(value);
  if (end == 0) emit(COMMONJS_EXPORT | VALUE, from, to, 0, 0, position);
  else emit(COMMONJS_EXPORT | NO_KIND, from, to, value, end, position);
}

/**
 * Emits the export in a statement that begins with `exports` or `module.exports`, without consuming it. Returns the
 * opening brace of `module.exports = {…}`, whose properties the main loop reads with `readObjectKey`; otherwise 0.
 */
export function readExportsWord(word: usize, after: usize): usize {
  const last = State.last;
  let start = word;
  if (last != 0 && byteAt(last) == DOT) {
    start = moduleWordBefore(last);
    if (start == 0) return 0;
    State.last = lastTokenBefore(start);
    if (isMemberDot(State.last)) return 0;
  }
  if (isDefinePropertyCall(State.last)) readDefinedName(after);
  else if (start == word) readExportsObject(after);
  else return readModuleExports(start, after);
  return 0;
}

/** The start of the word `module` before a dot; 0 if there is another token. */
function moduleWordBefore(dot: usize): usize {
  const last = lastTokenBefore(dot);
  if (last == 0 || !isWordByteAt(last)) return 0;
  const from = wordStart(last);
  return equalsText(from, last + 1, 'module') ? from : 0;
}

/** Whether the parenthesis at `open` is the last byte of `Object.defineProperty(`. */
function isDefinePropertyCall(open: usize): bool {
  if (open == 0 || byteAt(open) != OPEN_PAREN || !isWordByteAt(open - 1)) return false;
  let from = wordStart(open - 1);
  if (!equalsText(from, open, 'defineProperty') || byteAt(from - 1) != DOT) return false;
  const dot = from - 1;
  from = wordStart(dot - 1);
  return equalsText(from, dot, 'Object');
}

function readModuleExports(word: usize, after: usize): usize {
  const equals = skipSpace(after);
  if (equals == 0) return 0;
  if (!isAssignment(equals)) {
    readExportsObject(after);
    return 0;
  }
  const value = skipSpace(equals + 1);
  if (value == 0) return 0;
  const end = singleNameEnd(value);
  if (end == 0) emit(COMMONJS_EXPORT | VALUE | WHOLE, 0, 0, 0, 0, word);
  else emit(COMMONJS_EXPORT | WHOLE, 0, 0, value, end, word);
  if (byteAt(value) == OPEN_BRACE) return value;
  const specifier = requiredSpecifier(value);
  if (specifier != 0 && isWholeValue(specifier)) {
    emit(COMMONJS_STAR_EXPORT, specifier + 1, plainStringEnd(specifier) - 1, 0, 0, specifier);
  }
  return 0;
}

/** Whether a value is exactly `require('x')`, and not a property of it or a call of its result. */
function isWholeValue(specifier: usize): bool {
  const close = skipSpace(plainStringEnd(specifier));
  if (close == 0 || byteAt(close) != 0x29) return false;
  const next = skipSpace(close + 1);
  if (next == 0) return false;
  const byte = byteAt(next);
  if (byte == DOT || byte == OPEN_PAREN || byte == OPEN_BRACKET || byte == BACKTICK) return false;
  return State.sawLineEnd || next >= State.end || byte == 0x3b || byte == COMMA || byte == CLOSE_BRACE || byte == 0x29;
}

/** Emits the next property of the object in `module.exports = {…}`, after `{` or `,`, without consuming it. */
export function readObjectKey(after: usize): void {
  let at = skipSpace(after);
  if (at == 0 || byteAt(at) == CLOSE_BRACE) return;
  if (byteAt(at) == DOT) {
    const spread = skipSpace(at + 3);
    const specifier = requiredSpecifier(spread);
    if (specifier != 0 && isWholeValue(specifier)) {
      emit(COMMONJS_STAR_EXPORT, specifier + 1, plainStringEnd(specifier) - 1, 0, 0, specifier);
    }
    return;
  }
  if (byteAt(at) == ASTERISK) at = skipSpace(at + 1);
  for (let modifiers = 0; modifiers < 2; modifiers++) {
    if (!isWordAt(at, 'async') && !isWordAt(at, 'get') && !isWordAt(at, 'set')) break;
    let next = skipSpace(wordEnd(at));
    if (next == 0) return;
    if (byteAt(next) == ASTERISK) next = skipSpace(next + 1);
    if (next == 0) return;
    if (!isWordStartAt(next) && classAt(next) != QUOTE_CLASS && byteAt(next) != OPEN_BRACKET) break;
    at = next;
  }
  if (at == 0) return;
  const isQuoted = classAt(at) == QUOTE_CLASS;
  if (!isQuoted && !isWordStartAt(at)) return;
  const end = isQuoted ? plainStringEnd(at) : wordEnd(at);
  if (end == 0) return;
  const quote: usize = isQuoted ? 1 : 0;
  const next = skipSpace(end);
  if (next == 0) return;
  const byte = byteAt(next);
  if (byte == COLON) emitValue(at + quote, end - quote, at, skipSpace(next + 1));
  else if (byte == OPEN_PAREN) emit(COMMONJS_EXPORT | VALUE, at + quote, end - quote, 0, 0, at);
  else if (byte == COMMA || byte == CLOSE_BRACE) {
    if (isQuoted) return;
    reportDeclarations();
    emit(COMMONJS_EXPORT, at, end, at, end, at);
  } else requireParser(UNEXPECTED_EXPORTS_PROPERTY);
}

/** Leaves the text to the full parser if the expression continues after the object in `module.exports = {…}`. */
export function checkAfterExportsObject(after: usize): void {
  const at = skipSpace(after);
  if (at == 0 || at >= State.end) return;
  const byte = byteAt(at);
  if (byte == 0x3b || byte == COMMA || byte == 0x29 || byte == CLOSE_BRACE) return;
  if (!State.sawLineEnd || byte == DOT || byte == OPEN_PAREN || byte == OPEN_BRACKET || byte == BACKTICK)
    requireParser(CONTINUED_EXPORTS_VALUE);
}

/** Reads `, 'a'` after `Object.defineProperty(exports`. */
function readDefinedName(after: usize): void {
  let at = skipSpace(after);
  if (at == 0 || byteAt(at) != COMMA) return;
  at = skipSpace(at + 1);
  const end = plainStringEnd(at);
  if (end == 0 || equalsText(at + 1, end - 1, '__esModule')) return;
  emit(COMMONJS_EXPORT | VALUE, at + 1, end - 1, 0, 0, at);
}

/** Emits the re-export in `__exportStar(require('x'), …)`, without consuming the call. */
export function readExportStarCall(after: usize): void {
  let at = skipSpace(after);
  if (at == 0 || byteAt(at) != OPEN_PAREN) return;
  at = skipSpace(at + 1);
  const specifier = requiredSpecifier(at);
  if (specifier == 0) return;
  const next = skipSpace(plainStringEnd(specifier));
  if (next == 0 || byteAt(next) != 0x29) return;
  const callEnd = skipSpace(next + 1);
  if (callEnd == 0 || (byteAt(callEnd) != COMMA && byteAt(callEnd) != 0x29)) return;
  emit(COMMONJS_STAR_EXPORT, specifier + 1, plainStringEnd(specifier) - 1, 0, 0, specifier);
}

/** Whether the innermost open bracket is the object in `module.exports = {…}`. */
export function isInExportsObject(top: usize): bool {
  return (load<u32>(top - 4) & 15) == EXPORTS_OBJECT;
}
