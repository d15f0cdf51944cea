import {
  BACKSLASH,
  byteAt,
  CARRIAGE_RETURN,
  CLOSE_CURLY,
  CLOSE_PARENTHESIS,
  CLOSE_SQUARE,
  DOT,
  DOUBLE_QUOTE,
  EQUALS,
  EXCLAMATION,
  GRAVE,
  GREATER_THAN,
  isWordByte,
  LINE_FEED,
  MINUS,
  OPEN_SQUARE,
  PLUS,
  SINGLE_QUOTE,
  SOLIDUS,
} from './characters';
import { doubt, State } from './state';
import { isMemberDot, isWord, wordStart } from './tokens';
import { hasLineEnd } from './trivia';

// Whether the token before ends an operand, so that `/` divides, `<` compares and a line end may end the statement.
export const NO_OPERAND: u32 = 0;
export const OPERAND: u32 = 1;
export const UNSURE: u32 = 2;

/** Whether the token whose last byte is `last` ends an operand. */
export function operandAt(last: usize): u32 {
  if (last == 0) return NO_OPERAND;
  const byte = byteAt(last);
  if (isWordByte(last)) return operandWord(last);
  if (byte == CLOSE_PARENTHESIS) return afterParenthesis(State.beforeParen);
  if (byte == CLOSE_SQUARE || byte == SINGLE_QUOTE || byte == DOUBLE_QUOTE || byte == GRAVE) return OPERAND;
  if (byte == CLOSE_CURLY) return UNSURE;
  if (byte == GREATER_THAN) {
    if (last == State.jsxEnd) return OPERAND;
    return byteAt(last - 1) == EQUALS ? NO_OPERAND : UNSURE;
  }
  if (byte == PLUS || byte == MINUS) return byteAt(last - 1) == byte ? OPERAND : NO_OPERAND;
  if (byte == SOLIDUS) return last == State.regexEnd ? OPERAND : NO_OPERAND;
  if (byte == EXCLAMATION) return operandExclamation(last);
  if (byte == DOT) return byteAt(last - 1) == DOT ? NO_OPERAND : UNSURE;
  return NO_OPERAND;
}

function operandWord(last: usize): u32 {
  // The last character may be a space of Unicode.
  if (byteAt(last) > 0x7f) return UNSURE;
  const from = wordStart(last);
  if (from > State.start && isMemberDot(from - 1)) return OPERAND;
  const to = last + 1;
  switch (<u32>(to - from)) {
    case 2:
      if (isWord(from, to, 'in') || isWord(from, to, 'do')) return NO_OPERAND;
      return isWord(from, to, 'of') ? UNSURE : OPERAND;
    case 3:
      return isWord(from, to, 'new') ? NO_OPERAND : OPERAND;
    case 4:
      return isWord(from, to, 'case') || isWord(from, to, 'void') || isWord(from, to, 'else') ? NO_OPERAND : OPERAND;
    case 5:
      if (isWord(from, to, 'throw')) return NO_OPERAND;
      return isWord(from, to, 'await') || isWord(from, to, 'yield') ? UNSURE : OPERAND;
    case 6:
      return isWord(from, to, 'return') || isWord(from, to, 'typeof') || isWord(from, to, 'delete')
        ? NO_OPERAND
        : OPERAND;
    case 7:
      return isWord(from, to, 'default') ? NO_OPERAND : OPERAND;
    case 10:
      return isWord(from, to, 'instanceof') ? NO_OPERAND : OPERAND;
    default:
      return OPERAND;
  }
}

/** A parenthesis ends an operand, unless it is that of `if`, `while`, `for` or `with`: a statement follows it. */
function afterParenthesis(before: usize): u32 {
  if (before == 0 || !isWordByte(before)) return OPERAND;
  const from = wordStart(before);
  if (from > State.start && isMemberDot(from - 1)) return OPERAND;
  const to = before + 1;
  if (isWord(from, to, 'await')) return afterAwait(from);
  const isCondition =
    isWord(from, to, 'if') || isWord(from, to, 'while') || isWord(from, to, 'for') || isWord(from, to, 'with');
  return isCondition ? NO_OPERAND : OPERAND;
}

/** `for await (…)` is followed by a statement, `await (…)` is an operand. */
function afterAwait(word: usize): u32 {
  let at = word - 1;
  while (at >= State.start && (byteAt(at) == 0x20 || byteAt(at) == 0x09)) at--;
  if (at < State.start) return OPERAND;
  if (isWordByte(at)) return isWord(wordStart(at), at + 1, 'for') ? NO_OPERAND : OPERAND;
  const byte = byteAt(at);
  return byte == SOLIDUS || byte == LINE_FEED || byte == CARRIAGE_RETURN ? UNSURE : OPERAND;
}

/** `x! / 2` asserts that x is not null; `!/a/.test(x)` negates. */
function operandExclamation(last: usize): u32 {
  let at = last - 1;
  while (at >= State.start && (byteAt(at) == 0x20 || byteAt(at) == 0x09)) at--;
  if (at < State.start) return NO_OPERAND;
  const byte = byteAt(at);
  if (byte == LINE_FEED || byte == CARRIAGE_RETURN) return NO_OPERAND;
  if (byte == EXCLAMATION) return NO_OPERAND;
  if (byte == SOLIDUS && at != State.regexEnd) return UNSURE;
  return operandAt(at);
}

/** The byte behind the regular expression, flags included, that starts with `/` at `from`. */
export function regexEnd(from: usize): usize {
  let at = from + 1;
  let inClass = false;
  while (true) {
    const byte = byteAt(at);
    if (byte == LINE_FEED || byte == CARRIAGE_RETURN || (byte == 0 && at >= State.end)) return doubt(8);
    if (byte == BACKSLASH) {
      at++;
      const escaped = byteAt(at);
      if (escaped == LINE_FEED || escaped == CARRIAGE_RETURN) return doubt(8);
    } else if (byte == OPEN_SQUARE) inClass = true;
    else if (byte == CLOSE_SQUARE) inClass = false;
    else if (byte == SOLIDUS && !inClass) break;
    at++;
  }
  at++;
  State.regexEnd = at - 1;
  while (isWordByte(at)) at++;
  return at;
}

/** Whether a statement ends between a token and the word behind it, because a line ends there. */
export function endsStatement(last: usize, word: usize): bool {
  if (last == 0) return true;
  if (!hasLineEnd(last + 1, word)) return false;
  const byte = byteAt(last);
  if (byte == CLOSE_CURLY || byte > 0x7f || (byte == GREATER_THAN && last == State.anglesEnd)) return true;
  const operand = operandAt(last);
  if (operand == OPERAND) return true;
  // `!` at the end of a line asserts, and outside brackets `of` is a name like any other.
  if (operand == UNSURE) return byte == EXCLAMATION || isWord(last - 1, last + 1, 'of');
  // At the end of a line `void` is a type.
  return isWordByte(last) && isWord(wordStart(last), last + 1, 'void');
}
