import {
  ASTERISK,
  byteAt,
  classAt,
  CLOSE_CURLY,
  CLOSE_SQUARE,
  COLON,
  COMMA,
  DOT,
  GRAVE,
  isWordByte,
  isWordStart,
  OPEN_CURLY,
  OPEN_PARENTHESIS,
  OPEN_SQUARE,
  QUOTE,
} from './characters';
import { requiredString } from './clauses';
import { emit, wantDeclarations } from './events';
import { COMMON_EXPORT, COMMON_STAR, NO_KIND, VALUE, WHOLE } from './layout';
import { COMMON_OBJECT, doubt, State } from './state';
import { isMemberDot, isWord, plainStringEnd, wordEnd, wordIs, wordStart } from './tokens';
import { lastTokenBefore, skipSpace } from './trivia';
import { isAssignment, loneNameEnd } from './words';

/** Reads `.a = …` or `['a'] = …`. */
function readExportsObject(behind: usize): void {
  let at = skipSpace(behind);
  if (at == 0) return;
  let from: usize = 0;
  let to: usize = 0;
  let place: usize = 0;
  if (byteAt(at) == DOT) {
    place = skipSpace(at + 1);
    if (place == 0 || !isWordStart(place)) return;
    from = place;
    to = wordEnd(place);
    at = to;
  } else if (byteAt(at) == OPEN_SQUARE) {
    place = skipSpace(at + 1);
    if (place == 0) return;
    const end = plainStringEnd(place);
    if (end == 0) return;
    from = place + 1;
    to = end - 1;
    at = skipSpace(end);
    if (at == 0 || byteAt(at) != CLOSE_SQUARE) return;
    at++;
  }
  if (to == 0) return;
  at = skipSpace(at);
  if (at == 0 || !isAssignment(at)) return;
  emitValue(from, to, place, skipSpace(at + 1));
}

function emitValue(from: usize, to: usize, place: usize, value: usize): void {
  if (value == 0 || isWord(from, to, '__esModule')) return;
  const end = loneNameEnd(value);
  if (end == 0) emit(COMMON_EXPORT | VALUE, from, to, 0, 0, place);
  else emit(COMMON_EXPORT | NO_KIND, from, to, value, end, place);
}

/**
 * Reads what stands behind the word `exports`. Answers the opening brace where `module.exports` is set to an object
 * literal, whose properties the main loop reads with `readObjectKey`; else 0. Looks ahead only.
 */
export function readExportsWord(word: usize, behind: usize): usize {
  const last = State.last;
  let start = word;
  if (last != 0 && byteAt(last) == DOT) {
    start = moduleWord(last);
    if (start == 0) return 0;
    State.last = lastTokenBefore(start);
    if (isMemberDot(State.last)) return 0;
  }
  if (isDefinedOn(State.last)) readDefinedName(behind);
  else if (start == word) readExportsObject(behind);
  else return readModuleExports(start, behind);
  return 0;
}

/** The word `module` before a dot, on the same line; 0 where it is something else. */
function moduleWord(dot: usize): usize {
  const last = lastTokenBefore(dot);
  if (last == 0 || !isWordByte(last)) return 0;
  const from = wordStart(last);
  return isWord(from, last + 1, 'module') ? from : 0;
}

/** Whether the parenthesis at `open` is that of `Object.defineProperty(`. */
function isDefinedOn(open: usize): bool {
  if (open == 0 || byteAt(open) != OPEN_PARENTHESIS || !isWordByte(open - 1)) return false;
  let from = wordStart(open - 1);
  if (!isWord(from, open, 'defineProperty') || byteAt(from - 1) != DOT) return false;
  const dot = from - 1;
  from = wordStart(dot - 1);
  return isWord(from, dot, 'Object');
}

function readModuleExports(word: usize, behind: usize): usize {
  const equals = skipSpace(behind);
  if (equals == 0) return 0;
  if (!isAssignment(equals)) {
    readExportsObject(behind);
    return 0;
  }
  const value = skipSpace(equals + 1);
  if (value == 0) return 0;
  const end = loneNameEnd(value);
  if (end == 0) emit(COMMON_EXPORT | VALUE | WHOLE, 0, 0, 0, 0, word);
  else emit(COMMON_EXPORT | WHOLE, 0, 0, value, end, word);
  if (byteAt(value) == OPEN_CURLY) return value;
  const specifier = requiredString(value);
  if (specifier != 0 && isWholeValue(specifier)) {
    emit(COMMON_STAR, specifier + 1, plainStringEnd(specifier) - 1, 0, 0, specifier);
  }
  return 0;
}

/** Whether `require('x')` is all of a value, and no property or result of it. */
function isWholeValue(specifier: usize): bool {
  const close = skipSpace(plainStringEnd(specifier));
  if (close == 0 || byteAt(close) != 0x29) return false;
  const next = skipSpace(close + 1);
  if (next == 0) return false;
  const byte = byteAt(next);
  if (byte == DOT || byte == OPEN_PARENTHESIS || byte == OPEN_SQUARE || byte == GRAVE) return false;
  return State.sawLineEnd || next >= State.end || byte == 0x3b || byte == COMMA || byte == CLOSE_CURLY || byte == 0x29;
}

/** Reads the key of a property of the object that `module.exports` is set to, behind `{` or `,`. Looks ahead only. */
export function readObjectKey(behind: usize): void {
  let at = skipSpace(behind);
  if (at == 0 || byteAt(at) == CLOSE_CURLY) return;
  if (byteAt(at) == DOT) {
    const spread = skipSpace(at + 3);
    const specifier = requiredString(spread);
    if (specifier != 0 && isWholeValue(specifier)) {
      emit(COMMON_STAR, specifier + 1, plainStringEnd(specifier) - 1, 0, 0, specifier);
    }
    return;
  }
  if (byteAt(at) == ASTERISK) at = skipSpace(at + 1);
  for (let modifiers = 0; modifiers < 2; modifiers++) {
    if (!wordIs(at, 'async') && !wordIs(at, 'get') && !wordIs(at, 'set')) break;
    let next = skipSpace(wordEnd(at));
    if (next == 0) return;
    if (byteAt(next) == ASTERISK) next = skipSpace(next + 1);
    if (next == 0) return;
    if (!isWordStart(next) && classAt(next) != QUOTE && byteAt(next) != OPEN_SQUARE) break;
    at = next;
  }
  if (at == 0) return;
  const isQuoted = classAt(at) == QUOTE;
  if (!isQuoted && !isWordStart(at)) return;
  const end = isQuoted ? plainStringEnd(at) : wordEnd(at);
  if (end == 0) return;
  const quote: usize = isQuoted ? 1 : 0;
  const next = skipSpace(end);
  if (next == 0) return;
  const byte = byteAt(next);
  if (byte == COLON) emitValue(at + quote, end - quote, at, skipSpace(next + 1));
  else if (byte == OPEN_PARENTHESIS) emit(COMMON_EXPORT | VALUE, at + quote, end - quote, 0, 0, at);
  else if (byte == COMMA || byte == CLOSE_CURLY) {
    if (isQuoted) return;
    wantDeclarations();
    emit(COMMON_EXPORT, at, end, at, end, at);
  } else doubt(31);
}

/** After the object that `module.exports` is set to: what goes on with the expression makes it another value. */
export function checkAfterObject(behind: usize): void {
  const at = skipSpace(behind);
  if (at == 0 || at >= State.end) return;
  const byte = byteAt(at);
  if (byte == 0x3b || byte == COMMA || byte == 0x29 || byte == CLOSE_CURLY) return;
  if (!State.sawLineEnd || byte == DOT || byte == OPEN_PARENTHESIS || byte == OPEN_SQUARE || byte == GRAVE) doubt(32);
}

/** Reads `, 'a'` behind `Object.defineProperty(exports`. */
function readDefinedName(behind: usize): void {
  let at = skipSpace(behind);
  if (at == 0 || byteAt(at) != COMMA) return;
  at = skipSpace(at + 1);
  const end = plainStringEnd(at);
  if (end == 0 || isWord(at + 1, end - 1, '__esModule')) return;
  emit(COMMON_EXPORT | VALUE, at + 1, end - 1, 0, 0, at);
}

/** Reads `__exportStar(require('x')` from behind its name. Looks ahead only. */
export function readExportStarCall(behind: usize): void {
  let at = skipSpace(behind);
  if (at == 0 || byteAt(at) != OPEN_PARENTHESIS) return;
  at = skipSpace(at + 1);
  const specifier = requiredString(at);
  if (specifier == 0) return;
  const next = skipSpace(plainStringEnd(specifier));
  if (next == 0 || byteAt(next) != 0x29) return;
  const behindCall = skipSpace(next + 1);
  if (behindCall == 0 || (byteAt(behindCall) != COMMA && byteAt(behindCall) != 0x29)) return;
  emit(COMMON_STAR, specifier + 1, plainStringEnd(specifier) - 1, 0, 0, specifier);
}

/** Whether the stack's uppermost bracket is the object that `module.exports` is set to. */
export function isInObject(top: usize): bool {
  return (load<u32>(top - 4) & 15) == COMMON_OBJECT;
}
