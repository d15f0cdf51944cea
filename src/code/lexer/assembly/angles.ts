import {
  ASTERISK,
  byteAt,
  classAt,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_CURLY,
  CLOSE_PAREN,
  CLOSE_PARENTHESIS,
  CLOSE_SQUARE,
  DIGIT,
  END,
  EQUALS,
  EXCLAMATION,
  GREATER_THAN,
  isWordByte,
  LESS_THAN,
  MINUS,
  OPEN_CURLY,
  OPEN_PARENTHESIS,
  OPEN_SQUARE,
  PLUS,
  SEMICOLON,
  SOLIDUS,
} from './characters';
import { BACKTICK, QUOTE, SPACE, WIDE, BAD, SLASH, GRAVE } from './characters';
import { STACK_END } from './layout';
import { State } from './state';
import { isInterrupted, stringEnd, templateEnd, wordEnd, wordIs } from './tokens';
import { skipSpace } from './trivia';

/**
 * The `>` that closes the `<` at `open` if what is between can be types or type parameters; 0 if it cannot, which
 * leaves no doubt. The brackets that are open meanwhile lie on the stack, above those of the text around.
 */
export function closingAngle(open: usize): usize {
  State.anglesImport = false;
  const base = State.top;
  let top = base;
  let at = open;
  while (true) {
    const kind = classAt(at);
    const byte = byteAt(at);
    if (kind == SPACE || kind == SLASH) {
      const next = skipSpace(at);
      if (next == at || next == 0) return 0;
      at = next;
      continue;
    }
    if (isWordByte(at)) {
      if (wordIs(at, 'import')) State.anglesImport = true;
      at = wordEnd(at);
      if (at == 0) return 0;
      continue;
    }
    if (kind == QUOTE) {
      at = stringEnd(at);
      if (at == 0) return 0;
      continue;
    }
    if (kind == BACKTICK) {
      at = templateEnd(at + 1);
      if (at == 0) return 0;
      if (isInterrupted()) {
        if (top >= STACK_END) return 0;
        store<u32>(top, GRAVE);
        top += 4;
      }
      continue;
    }
    if (kind == END || kind == BAD) return 0;
    const inner = top == base ? 0 : load<u32>(top - 4);
    if (byte == OPEN_PARENTHESIS || byte == OPEN_SQUARE || byte == OPEN_CURLY || byte == LESS_THAN) {
      if (top >= STACK_END) return 0;
      store<u32>(top, byte);
      top += 4;
    } else if (byte == CLOSE_PARENTHESIS) {
      if (inner != OPEN_PARENTHESIS) return 0;
      top -= 4;
    } else if (byte == CLOSE_SQUARE) {
      if (inner != OPEN_SQUARE) return 0;
      top -= 4;
    } else if (byte == CLOSE_CURLY) {
      if (inner == GRAVE) {
        at = templateEnd(at + 1);
        if (at == 0) return 0;
        if (!isInterrupted()) top -= 4;
        continue;
      }
      if (inner != OPEN_CURLY) return 0;
      top -= 4;
    } else if (byte == GREATER_THAN) {
      if (inner != LESS_THAN) return 0;
      top -= 4;
      if (top == base) return at;
    } else if (byte == EQUALS) {
      if (byteAt(at + 1) == GREATER_THAN) at++;
      else if (byteAt(at + 1) == EQUALS) return 0;
    } else if (byte == SEMICOLON) {
      if (inner != OPEN_CURLY) return 0;
    } else if (byte == PLUS || byte == MINUS) {
      if (inner != OPEN_CURLY && classAt(at + 1) != DIGIT) return 0;
    } else if (!isTypePunctuation(byte) || (byte != 0x2e && byteAt(at + 1) == byte)) return 0;
    at++;
  }
}

/** `&` `,` `.` `:` `?` `|` */
function isTypePunctuation(byte: u32): bool {
  return byte == 0x26 || byte == 0x2c || byte == 0x2e || byte == 0x3a || byte == 0x3f || byte == 0x7c;
}

/** Whether what follows a `>` lets TypeScript take `<…>` behind an operand for type arguments. */
export function typeArgumentsEndAt(close: usize): bool {
  const next = byteAt(close + 1);
  if (next == GREATER_THAN || next == EQUALS) return false;
  const at = skipSpace(close + 1);
  if (at == 0) return false;
  const byte = byteAt(at);
  if (byte == OPEN_PARENTHESIS || byte == GRAVE) return true;
  if (byte == LESS_THAN || byte == GREATER_THAN || byte == PLUS || byte == MINUS) return false;
  if (State.sawLineEnd) return true;
  if (isWordByte(at)) return continuesBehindType(at);
  const kind = classAt(at);
  // `class A<B> {`
  if (byte == OPEN_CURLY) return true;
  if (kind == QUOTE || byte == OPEN_SQUARE || byte == SOLIDUS || byte == 0x40 || byte == 0x7e) {
    return false;
  }
  return byte != EXCLAMATION || byteAt(at + 1) == EQUALS;
}

/** Words that may follow type arguments, or the type parameters of a class. */
function continuesBehindType(at: usize): bool {
  return (
    wordIs(at, 'as') ||
    wordIs(at, 'in') ||
    wordIs(at, 'instanceof') ||
    wordIs(at, 'satisfies') ||
    wordIs(at, 'extends') ||
    wordIs(at, 'implements')
  );
}
