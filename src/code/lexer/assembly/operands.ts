import {
  BACKSLASH,
  byteAt,
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  CLOSE_PAREN,
  CLOSE_BRACKET,
  DOT,
  DOUBLE_QUOTE,
  EQUALS,
  EXCLAMATION,
  BACKTICK,
  GREATER_THAN,
  isWordByteAt,
  LINE_FEED,
  MINUS,
  OPEN_BRACKET,
  PLUS,
  SINGLE_QUOTE,
  SLASH,
} from './characters';
import { UNTERMINATED_REGULAR_EXPRESSION } from './reasons';
import { requireParser, State } from './state';
import { isMemberDot, equalsText, wordStart } from './tokens';
import { hasLineEnd } from './trivia';

// Whether the previous token ends an operand. If it does, `/` divides, `<` compares, and a line end may end the statement.
export const NO_OPERAND: u32 = 0;
export const OPERAND: u32 = 1;
export const MAYBE_OPERAND: u32 = 2;

/** Whether the token whose last byte is `last` ends an operand. */
export function endsOperand(last: usize): u32 {
  if (last == 0) return NO_OPERAND;
  const byte = byteAt(last);
  if (isWordByteAt(last)) return wordEndsOperand(last);
  if (byte == CLOSE_PAREN) return parenEndsOperand(State.lastBeforeParen);
  if (byte == CLOSE_BRACKET || byte == SINGLE_QUOTE || byte == DOUBLE_QUOTE || byte == BACKTICK) return OPERAND;
  if (byte == CLOSE_BRACE) return MAYBE_OPERAND;
  if (byte == GREATER_THAN) {
    if (last == State.jsxEnd) return OPERAND;
    return byteAt(last - 1) == EQUALS ? NO_OPERAND : MAYBE_OPERAND;
  }
  if (byte == PLUS || byte == MINUS) return byteAt(last - 1) == byte ? OPERAND : NO_OPERAND;
  if (byte == SLASH) return last == State.regexClose ? OPERAND : NO_OPERAND;
  if (byte == EXCLAMATION) return exclamationEndsOperand(last);
  if (byte == DOT) return byteAt(last - 1) == DOT ? NO_OPERAND : MAYBE_OPERAND;
  return NO_OPERAND;
}

function wordEndsOperand(last: usize): u32 {
  // The last character may be a non-ASCII space.
  if (byteAt(last) > 0x7f) return MAYBE_OPERAND;
  const from = wordStart(last);
  if (from > State.start && isMemberDot(from - 1)) return OPERAND;
  const to = last + 1;
  switch (<u32>(to - from)) {
    case 2:
      if (equalsText(from, to, 'in') || equalsText(from, to, 'do')) return NO_OPERAND;
      return equalsText(from, to, 'of') ? MAYBE_OPERAND : OPERAND;
    case 3:
      return equalsText(from, to, 'new') ? NO_OPERAND : OPERAND;
    case 4:
      return equalsText(from, to, 'case') || equalsText(from, to, 'void') || equalsText(from, to, 'else')
        ? NO_OPERAND
        : OPERAND;
    case 5:
      if (equalsText(from, to, 'throw')) return NO_OPERAND;
      return equalsText(from, to, 'await') || equalsText(from, to, 'yield') ? MAYBE_OPERAND : OPERAND;
    case 6:
      return equalsText(from, to, 'return') || equalsText(from, to, 'typeof') || equalsText(from, to, 'delete')
        ? NO_OPERAND
        : OPERAND;
    case 7:
      return equalsText(from, to, 'default') ? NO_OPERAND : OPERAND;
    case 10:
      return equalsText(from, to, 'instanceof') ? NO_OPERAND : OPERAND;
    default:
      return OPERAND;
  }
}

/** A `)` ends an operand, unless it closes `if (`, `while (`, `for (` or `with (`: a statement follows these. */
function parenEndsOperand(before: usize): u32 {
  if (before == 0 || !isWordByteAt(before)) return OPERAND;
  const from = wordStart(before);
  if (from > State.start && isMemberDot(from - 1)) return OPERAND;
  const to = before + 1;
  if (equalsText(from, to, 'await')) return awaitParenEndsOperand(from);
  const isStatementHead =
    equalsText(from, to, 'if') ||
    equalsText(from, to, 'while') ||
    equalsText(from, to, 'for') ||
    equalsText(from, to, 'with');
  return isStatementHead ? NO_OPERAND : OPERAND;
}

/** Whether the `)` of `await (…)` ends an operand. It does not in `for await (…)`, which a statement follows. */
function awaitParenEndsOperand(word: usize): u32 {
  let at = word - 1;
  while (at >= State.start && (byteAt(at) == 0x20 || byteAt(at) == 0x09)) at--;
  if (at < State.start) return OPERAND;
  if (isWordByteAt(at)) return equalsText(wordStart(at), at + 1, 'for') ? NO_OPERAND : OPERAND;
  const byte = byteAt(at);
  return byte == SLASH || byte == LINE_FEED || byte == CARRIAGE_RETURN ? MAYBE_OPERAND : OPERAND;
}

/** Whether a `!` ends an operand: it does in `x! / 2`, but not in `!/a/.test(x)`. */
function exclamationEndsOperand(last: usize): u32 {
  let at = last - 1;
  while (at >= State.start && (byteAt(at) == 0x20 || byteAt(at) == 0x09)) at--;
  if (at < State.start) return NO_OPERAND;
  const byte = byteAt(at);
  if (byte == LINE_FEED || byte == CARRIAGE_RETURN) return NO_OPERAND;
  if (byte == EXCLAMATION) return NO_OPERAND;
  if (byte == SLASH && at != State.regexClose) return MAYBE_OPERAND;
  return endsOperand(at);
}

/** The byte after the regular expression, flags included, that starts with the `/` at `from`. */
export function regexEnd(from: usize): usize {
  let at = from + 1;
  let inClass = false;
  while (true) {
    const byte = byteAt(at);
    if (byte == LINE_FEED || byte == CARRIAGE_RETURN || (byte == 0 && at >= State.end))
      return requireParser(UNTERMINATED_REGULAR_EXPRESSION);
    if (byte == BACKSLASH) {
      at++;
      const escaped = byteAt(at);
      if (escaped == LINE_FEED || escaped == CARRIAGE_RETURN) return requireParser(UNTERMINATED_REGULAR_EXPRESSION);
    } else if (byte == OPEN_BRACKET) inClass = true;
    else if (byte == CLOSE_BRACKET) inClass = false;
    else if (byte == SLASH && !inClass) break;
    at++;
  }
  at++;
  State.regexClose = at - 1;
  while (isWordByteAt(at)) at++;
  return at;
}

/** Whether a line end between a token and the following word ends a statement. */
export function endsStatement(last: usize, word: usize): bool {
  if (last == 0) return true;
  if (!hasLineEnd(last + 1, word)) return false;
  const byte = byteAt(last);
  if (byte == CLOSE_BRACE || byte > 0x7f || (byte == GREATER_THAN && last == State.anglesEnd)) return true;
  const operand = endsOperand(last);
  if (operand == OPERAND) return true;
  // `!` at the end of a line is a non-null assertion. No bracket is open, so `of` is a name.
  if (operand == MAYBE_OPERAND) return byte == EXCLAMATION || equalsText(last - 1, last + 1, 'of');
  // At the end of a line, `void` is a type.
  return isWordByteAt(last) && equalsText(wordStart(last), last + 1, 'void');
}
