import {
  BACKSLASH,
  byteAt,
  CARRIAGE_RETURN,
  classAt,
  DOLLAR,
  DOT,
  BACKTICK,
  isWordByteAt,
  LAST_WORD_CLASS,
  LINE_FEED,
  OPEN_BRACE,
  QUOTE_CLASS,
  NON_ASCII_CLASS,
} from './characters';
import {
  ESCAPE_IN_NAME,
  ESCAPE_IN_SPECIFIER,
  UNTERMINATED_STRING,
  UNTERMINATED_TEMPLATE,
  UNUSUAL_SPACE,
} from './reasons';
import { requireParser, State } from './state';

/** The byte after the word that starts at `from`; 0 if the full parser is needed. */
export function wordEnd(from: usize): usize {
  let at = from;
  while (true) {
    const kind = classAt(at);
    if (kind <= LAST_WORD_CLASS) at++;
    else if (kind == NON_ASCII_CLASS) {
      at = nonAsciiEnd(at);
      if (at == 0) return 0;
    } else break;
  }
  return byteAt(at) == BACKSLASH ? requireParser(ESCAPE_IN_NAME) : at;
}

/** The byte after a non-ASCII character of a word; 0 if the character is or may be white space. */
export function nonAsciiEnd(at: usize): usize {
  const lead = byteAt(at);
  const second = byteAt(at + 1);
  if (lead < 0xe0) return lead == 0xc2 && (second == 0x85 || second == 0xa0) ? requireParser(UNUSUAL_SPACE) : at + 2;
  if (lead >= 0xf0) return at + 4;
  if (lead == 0xe2 && second <= 0x81) return requireParser(UNUSUAL_SPACE);
  if (lead == 0xe1 && (second == 0x9a || second == 0xa0)) return requireParser(UNUSUAL_SPACE);
  if (lead == 0xe3 && second == 0x80 && byteAt(at + 2) == 0x80) return requireParser(UNUSUAL_SPACE);
  if (lead == 0xef && second == 0xbb) return requireParser(UNUSUAL_SPACE);
  return at + 3;
}

/** Whether the bytes from `from` to `to` equal an ASCII text. */
export function equalsText(from: usize, to: usize, text: string): bool {
  const length = text.length;
  if (to - from != <usize>length) return false;
  const characters = changetype<usize>(text);
  for (let index = 0; index < length; index++) {
    if (load<u8>(from + index) != load<u8>(characters + (index << 1))) return false;
  }
  return true;
}

/** Whether the word `text` is at a position. */
export function isWordAt(at: usize, text: string): bool {
  const end = at + text.length;
  return equalsText(at, end, text) && !isWordByteAt(end);
}

/** The first byte of the word that ends with `last`. */
export function wordStart(last: usize): usize {
  let at = last;
  while (at > State.start && isWordByteAt(at - 1)) at--;
  return at;
}

/** Whether the token that ends with `last` is a single `.` or `?.`, which the name of a property follows. */
export function isMemberDot(last: usize): bool {
  return byteAt(last) == DOT && byteAt(last - 1) != DOT;
}

/** The byte after the string that starts with the quote at `from`; 0 if it does not end on its line. */
export function stringEnd(from: usize): usize {
  const quote = byteAt(from);
  const quotes = i8x16.splat(<i8>quote);
  const backslashes = i8x16.splat(<i8>BACKSLASH);
  const controls = i8x16.splat(0x0e);
  let at = from + 1;
  while (true) {
    const chunk = v128.load(at);
    const hits = i8x16.bitmask(
      v128.or(v128.or(i8x16.eq(chunk, quotes), i8x16.eq(chunk, backslashes)), i8x16.lt_u(chunk, controls)),
    );
    if (hits == 0) {
      at += 16;
      continue;
    }
    at += ctz(hits);
    const byte = byteAt(at);
    if (byte == quote) return at + 1;
    if (byte == BACKSLASH) {
      at += byteAt(at + 1) == CARRIAGE_RETURN && byteAt(at + 2) == LINE_FEED ? 3 : 2;
      if (at > State.end) return requireParser(UNTERMINATED_STRING);
    } else if (byte == LINE_FEED || byte == CARRIAGE_RETURN || (byte == 0 && at >= State.end))
      return requireParser(UNTERMINATED_STRING);
    else at++;
  }
}

/**
 * The byte after a string, or a template without expressions, that starts at `from`. Returns 0 if there is none, and 0
 * with a reason for the parser if it contains an escape.
 */
export function plainStringEnd(from: usize): usize {
  if (from == 0) return 0;
  const quote = byteAt(from);
  if (quote != BACKTICK && classAt(from) != QUOTE_CLASS) return 0;
  let at = from + 1;
  while (byteAt(at) != quote) {
    const byte = byteAt(at);
    if (byte == BACKSLASH) return requireParser(ESCAPE_IN_SPECIFIER);
    if (byte == 0 || ((byte == LINE_FEED || byte == CARRIAGE_RETURN) && quote != BACKTICK)) return 0;
    if (byte == DOLLAR && quote == BACKTICK && byteAt(at + 1) == OPEN_BRACE) return 0;
    at++;
  }
  return at + 1;
}

/** The byte after the text of a template, which ends with a backtick or with `${`. `isInterrupted` distinguishes them. */
export function templateEnd(from: usize): usize {
  const graves = i8x16.splat(<i8>BACKTICK);
  const dollars = i8x16.splat(<i8>DOLLAR);
  const backslashes = i8x16.splat(<i8>BACKSLASH);
  let at = from;
  while (true) {
    const chunk = v128.load(at);
    const hits = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(chunk, graves), i8x16.eq(chunk, dollars)),
        v128.or(i8x16.eq(chunk, backslashes), i8x16.eq(chunk, i8x16.splat(0))),
      ),
    );
    if (hits == 0) {
      at += 16;
      continue;
    }
    at += ctz(hits);
    const byte = byteAt(at);
    if (byte == BACKTICK) {
      templateIsOpen = false;
      return at + 1;
    }
    if (byte == DOLLAR && byteAt(at + 1) == OPEN_BRACE) {
      templateIsOpen = true;
      return at + 2;
    }
    if (byte == 0 && at >= State.end) return requireParser(UNTERMINATED_TEMPLATE);
    at += byte == BACKSLASH ? 2 : 1;
  }
}

let templateIsOpen = false;

/** Whether the text that `templateEnd` last read ended with `${`. */
export function isInterrupted(): bool {
  return templateIsOpen;
}
