import {
  byteAt,
  classAt,
  CLOSE_BRACE,
  CLOSE_PAREN,
  CLOSE_BRACKET,
  DIGIT_CLASS,
  END_CLASS,
  EQUALS,
  EXCLAMATION,
  GREATER_THAN,
  isWordByteAt,
  LESS_THAN,
  MINUS,
  OPEN_BRACE,
  OPEN_PAREN,
  OPEN_BRACKET,
  PLUS,
  SEMICOLON,
  SLASH,
} from './characters';
import { BACKTICK_CLASS, QUOTE_CLASS, SPACE_CLASS, INVALID_CLASS, SLASH_CLASS, BACKTICK } from './characters';
import { STACK_END } from './layout';
import { State } from './state';
import { isInterrupted, stringEnd, templateEnd, wordEnd, isWordAt } from './tokens';
import { skipSpace } from './trivia';

/**
 * Finds the `>` that closes the `<` at `open`. Returns 0 if the text between them cannot consist of types or type
 * parameters; the `<` then compares. Brackets inside are pushed onto the shared stack, above `State.top`.
 */
export function closingAngle(open: usize): usize {
  State.anglesContainImport = false;
  const base = State.top;
  let top = base;
  let at = open;
  while (true) {
    const kind = classAt(at);
    const byte = byteAt(at);
    if (kind == SPACE_CLASS || kind == SLASH_CLASS) {
      const next = skipSpace(at);
      if (next == at || next == 0) return 0;
      at = next;
      continue;
    }
    if (isWordByteAt(at)) {
      if (isWordAt(at, 'import')) State.anglesContainImport = true;
      at = wordEnd(at);
      if (at == 0) return 0;
      continue;
    }
    if (kind == QUOTE_CLASS) {
      at = stringEnd(at);
      if (at == 0) return 0;
      continue;
    }
    if (kind == BACKTICK_CLASS) {
      at = templateEnd(at + 1);
      if (at == 0) return 0;
      if (isInterrupted()) {
        if (top >= STACK_END) return 0;
        store<u32>(top, BACKTICK);
        top += 4;
      }
      continue;
    }
    if (kind == END_CLASS || kind == INVALID_CLASS) return 0;
    const inner = top == base ? 0 : load<u32>(top - 4);
    if (byte == OPEN_PAREN || byte == OPEN_BRACKET || byte == OPEN_BRACE || byte == LESS_THAN) {
      if (top >= STACK_END) return 0;
      store<u32>(top, byte);
      top += 4;
    } else if (byte == CLOSE_PAREN) {
      if (inner != OPEN_PAREN) return 0;
      top -= 4;
    } else if (byte == CLOSE_BRACKET) {
      if (inner != OPEN_BRACKET) return 0;
      top -= 4;
    } else if (byte == CLOSE_BRACE) {
      if (inner == BACKTICK) {
        at = templateEnd(at + 1);
        if (at == 0) return 0;
        if (!isInterrupted()) top -= 4;
        continue;
      }
      if (inner != OPEN_BRACE) return 0;
      top -= 4;
    } else if (byte == GREATER_THAN) {
      if (inner != LESS_THAN) return 0;
      top -= 4;
      if (top == base) return at;
    } else if (byte == EQUALS) {
      if (byteAt(at + 1) == GREATER_THAN) at++;
      else if (byteAt(at + 1) == EQUALS) return 0;
    } else if (byte == SEMICOLON) {
      if (inner != OPEN_BRACE) return 0;
    } else if (byte == PLUS || byte == MINUS) {
      if (inner != OPEN_BRACE && classAt(at + 1) != DIGIT_CLASS) return 0;
    } else if (!isTypePunctuation(byte) || (byte != 0x2e && byteAt(at + 1) == byte)) return 0;
    at++;
  }
}

/** `&` `,` `.` `:` `?` `|` */
function isTypePunctuation(byte: u32): bool {
  return byte == 0x26 || byte == 0x2c || byte == 0x2e || byte == 0x3a || byte == 0x3f || byte == 0x7c;
}

/** Whether TypeScript reads `<…>` after an operand as type arguments, judged by the token after the `>` at `close`. */
export function typeArgumentsEndAt(close: usize): bool {
  const next = byteAt(close + 1);
  if (next == GREATER_THAN || next == EQUALS) return false;
  const at = skipSpace(close + 1);
  if (at == 0) return false;
  const byte = byteAt(at);
  if (byte == OPEN_PAREN || byte == BACKTICK) return true;
  if (byte == LESS_THAN || byte == GREATER_THAN || byte == PLUS || byte == MINUS) return false;
  if (State.sawLineEnd) return true;
  if (isWordByteAt(at)) return canFollowType(at);
  const kind = classAt(at);
  // `class A<B> {`
  if (byte == OPEN_BRACE) return true;
  if (kind == QUOTE_CLASS || byte == OPEN_BRACKET || byte == SLASH || byte == 0x40 || byte == 0x7e) {
    return false;
  }
  return byte != EXCLAMATION || byteAt(at + 1) == EQUALS;
}

/** Whether a word can follow type arguments, or the type parameters of a class. */
function canFollowType(at: usize): bool {
  return (
    isWordAt(at, 'as') ||
    isWordAt(at, 'in') ||
    isWordAt(at, 'instanceof') ||
    isWordAt(at, 'satisfies') ||
    isWordAt(at, 'extends') ||
    isWordAt(at, 'implements')
  );
}
