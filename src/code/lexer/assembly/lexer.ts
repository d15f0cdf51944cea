import {
  BACKTICK,
  byteAt,
  classAt,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COMMA,
  END,
  EQUALS,
  GREATER_THAN,
  LAST_WORD_CLASS,
  LESS,
  OPEN_CURLY,
  OPEN_PARENTHESIS,
  OPENER,
  OTHER,
  QUOTE,
  SEPARATOR,
  SLASH,
  SPACE,
  WIDE,
} from './characters';
import { isInObject, readObjectKey } from './commonjs';
import { finish, startEvents } from './events';
import {
  HEADER,
  INPUT,
  STACK,
  TEXT_HAS_JSX,
  TEXT_IS_JAVASCRIPT,
  TEXT_KEEPS_DECLARATIONS,
} from './layout';
import { readCloseBrace, readLess, readSeparator, readSlash, readTemplate } from './punctuation';
import { skim } from './skim';
import { BRACE, BRACKET, doubt, NOT_DECLARING, PAREN, popBracket, popParen, push, State } from './state';
import { stringEnd, wordEnd } from './tokens';
import { readWord } from './top-words';
import { lineCommentEnd } from './trivia';

/** Where a text is to be written. */
export function input(): usize {
  return INPUT;
}

/** Makes room for a text of so many bytes, and what is written behind it. */
export function reserve(length: usize): void {
  const needed = <i32>((INPUT + length + 0x1ffff) >> 16) - memory.size();
  if (needed > 0) memory.grow(needed);
}

/**
 * Reads the text of `length` bytes at `input()`. 0: what was found is described by the header; else the text must be
 * read by the full parser, and the number tells why.
 */
export function lex(length: usize, flags: u32): u32 {
  const end = INPUT + length;
  reserve(length);
  memory.fill(end, 0, 64);
  reset(INPUT, end, flags);
  startEvents((end + 67) & ~3, (flags & TEXT_KEEPS_DECLARATIONS) != 0);
  read();
  if (State.doubt == 0) finish();
  return State.doubt;
}

/** Where the header lies: events' address, their count, names' address and length, what was found. */
export function header(): usize {
  return HEADER;
}

function reset(start: usize, end: usize, flags: u32): void {
  let from = start;
  if (byteAt(from) == 0xef && byteAt(from + 1) == 0xbb && byteAt(from + 2) == 0xbf) from += 3;
  State.start = from;
  State.end = end;
  State.hasJsx = (flags & TEXT_HAS_JSX) != 0;
  State.isJavaScript = (flags & TEXT_IS_JAVASCRIPT) != 0;
  State.declaresModules = false;
  State.doubt = 0;
  State.found = 0;
  State.last = 0;
  State.top = STACK;
  State.beforeParen = 0;
  State.commentsEnd = 0;
  State.regexEnd = 0;
  State.jsxEnd = 0;
  State.anglesEnd = 0;
  State.inArrowBody = false;
  State.arrowBodyEnd = 0;
  State.declaring = NOT_DECLARING;
  State.at = byteAt(from) == 0x23 && byteAt(from + 1) == 0x21 ? lineCommentEnd(from) : from;
}

function isArrow(last: usize): bool {
  return last != 0 && byteAt(last) == GREATER_THAN && byteAt(last - 1) == EQUALS;
}

/** Reads token by token outside brackets, and wherever tokens matter inside; `skim` reads the rest. */
function read(): void {
  let at = State.at;
  while (at != 0) {
    if (State.top != STACK && !State.declaresModules && !isInObject(State.top)) {
      at = skim(at);
      if (State.inArrowBody && State.top == STACK) {
        State.inArrowBody = false;
        State.arrowBodyEnd = State.last;
      }
      continue;
    }
    const kind = classAt(at);
    if (kind <= LAST_WORD_CLASS) {
      const word = at;
      do at++;
      while (classAt(at) <= LAST_WORD_CLASS);
      if (classAt(at) == WIDE) at = wordEnd(at);
      if (at != 0) at = readWord(word, at);
      continue;
    }
    switch (kind) {
      case SPACE:
        at++;
        while (classAt(at) == SPACE) at++;
        continue;
      case QUOTE:
        at = stringEnd(at);
        State.last = at - 1;
        continue;
      case BACKTICK:
        at = readTemplate(at, at + 1);
        continue;
      case SLASH:
        at = readSlash(at);
        continue;
      case LESS:
        at = readLess(at);
        continue;
      case OPENER: {
        const byte = byteAt(at);
        const isParen = byte == OPEN_PARENTHESIS;
        if (State.top == STACK) State.inArrowBody = byte == OPEN_CURLY && isArrow(State.last);
        if (!push(isParen ? PAREN : byte == OPEN_CURLY ? BRACE : BRACKET, isParen ? State.last : at)) return;
        break;
      }
      case CLOSE_PAREN:
        if (!popParen()) return;
        break;
      case CLOSE_BRACKET:
        if (!popBracket()) return;
        break;
      case CLOSE_BRACE:
        at = readCloseBrace(at);
        continue;
      case SEPARATOR:
        if (State.top == STACK) {
          if (State.declaring != NOT_DECLARING) {
            at = readSeparator(at);
            continue;
          }
        } else if (byteAt(at) == COMMA && isInObject(State.top)) {
          readObjectKey(at + 1);
          if (State.doubt != 0) return;
        }
        break;
      case OTHER:
        break;
      case WIDE: {
        const word = at;
        at = wordEnd(at);
        if (at != 0) at = readWord(word, at);
        continue;
      }
      case END:
        if (at < State.end) doubt(63);
        else if (State.top != STACK) doubt(64);
        return;
      default:
        doubt(65);
        return;
    }
    State.last = at;
    at++;
  }
}
