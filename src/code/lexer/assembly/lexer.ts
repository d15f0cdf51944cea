import {
  BACKTICK_CLASS,
  byteAt,
  classAt,
  CLOSE_BRACE_CLASS,
  CLOSE_BRACKET_CLASS,
  CLOSE_PAREN_CLASS,
  COMMA,
  END_CLASS,
  EQUALS,
  GREATER_THAN,
  LAST_WORD_CLASS,
  LESS_THAN_CLASS,
  OPEN_BRACE,
  OPEN_PAREN,
  OPENER_CLASS,
  OTHER_CLASS,
  QUOTE_CLASS,
  SEPARATOR_CLASS,
  SLASH_CLASS,
  SPACE_CLASS,
  NON_ASCII_CLASS,
} from './characters';
import { isInExportsObject, readObjectKey } from './commonjs';
import { finish, startEvents } from './events';
import { TEXT_HAS_JSX, TEXT_IS_JAVASCRIPT, TEXT_REPORTS_DECLARATIONS } from './format';
import { HEADER, INPUT, STACK } from './layout';
import { readCloseBrace, readLess, readSeparator, readSlash, readTemplate } from './punctuation';
import { skim } from './skim';
import { UNCLOSED_BRACKET, UNEXPECTED_CHARACTER } from './reasons';
import { BRACE, BRACKET, requireParser, NOT_DECLARING, PAREN, popBracket, popParen, push, State } from './state';
import { stringEnd, wordEnd } from './tokens';
import { readWord } from './top-words';
import { lineCommentEnd } from './trivia';

/** The address that the host writes the text to. */
export function input(): usize {
  return INPUT;
}

/** Grows the memory for a text of `length` bytes. */
export function reserve(length: usize): void {
  const needed = <i32>((INPUT + length + 0x1ffff) >> 16) - memory.size();
  if (needed > 0) memory.grow(needed);
}

/**
 * Reads the text of `length` bytes at `input()`. Returns 0 if the header describes the result. Otherwise the full parser
 * must read the text, and the number is one of the reasons in reasons.ts.
 */
export function lex(length: usize, flags: u32): u32 {
  const end = INPUT + length;
  reserve(length);
  memory.fill(end, 0, 64);
  reset(INPUT, end, flags);
  startEvents((end + 67) & ~3, (flags & TEXT_REPORTS_DECLARATIONS) != 0);
  read();
  if (State.parserReason == 0) finish();
  return State.parserReason;
}

/** The address of the header: address and number of the events, address and length of the names, flags of the text. */
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
  State.parserReason = 0;
  State.textFlags = 0;
  State.last = 0;
  State.top = STACK;
  State.lastBeforeParen = 0;
  State.commentsEnd = 0;
  State.regexClose = 0;
  State.jsxEnd = 0;
  State.anglesEnd = 0;
  State.inArrowBody = false;
  State.arrowBodyEnd = 0;
  State.declarationState = NOT_DECLARING;
  State.at = byteAt(from) == 0x23 && byteAt(from + 1) == 0x21 ? lineCommentEnd(from) : from;
}

function isArrow(last: usize): bool {
  return last != 0 && byteAt(last) == GREATER_THAN && byteAt(last - 1) == EQUALS;
}

/** Reads tokens outside brackets, in declared modules and in the object of `module.exports`. `skim` reads the rest. */
function read(): void {
  let at = State.at;
  while (at != 0) {
    if (State.top != STACK && !State.declaresModules && !isInExportsObject(State.top)) {
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
      if (classAt(at) == NON_ASCII_CLASS) at = wordEnd(at);
      if (at != 0) at = readWord(word, at);
      continue;
    }
    switch (kind) {
      case SPACE_CLASS:
        at++;
        while (classAt(at) == SPACE_CLASS) at++;
        continue;
      case QUOTE_CLASS:
        at = stringEnd(at);
        State.last = at - 1;
        continue;
      case BACKTICK_CLASS:
        at = readTemplate(at, at + 1);
        continue;
      case SLASH_CLASS:
        at = readSlash(at);
        continue;
      case LESS_THAN_CLASS:
        at = readLess(at);
        continue;
      case OPENER_CLASS: {
        const byte = byteAt(at);
        const isParen = byte == OPEN_PAREN;
        if (State.top == STACK) State.inArrowBody = byte == OPEN_BRACE && isArrow(State.last);
        if (!push(isParen ? PAREN : byte == OPEN_BRACE ? BRACE : BRACKET, isParen ? State.last : at)) return;
        break;
      }
      case CLOSE_PAREN_CLASS:
        if (!popParen()) return;
        break;
      case CLOSE_BRACKET_CLASS:
        if (!popBracket()) return;
        break;
      case CLOSE_BRACE_CLASS:
        at = readCloseBrace(at);
        continue;
      case SEPARATOR_CLASS:
        if (State.top == STACK) {
          if (State.declarationState != NOT_DECLARING) {
            at = readSeparator(at);
            continue;
          }
        } else if (byteAt(at) == COMMA && isInExportsObject(State.top)) {
          readObjectKey(at + 1);
          if (State.parserReason != 0) return;
        }
        break;
      case OTHER_CLASS:
        break;
      case NON_ASCII_CLASS: {
        const word = at;
        at = wordEnd(at);
        if (at != 0) at = readWord(word, at);
        continue;
      }
      case END_CLASS:
        if (at < State.end) requireParser(UNEXPECTED_CHARACTER);
        else if (State.top != STACK) requireParser(UNCLOSED_BRACKET);
        return;
      default:
        requireParser(UNEXPECTED_CHARACTER);
        return;
    }
    State.last = at;
    at++;
  }
}
