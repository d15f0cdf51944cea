import {
  BACKSLASH,
  byteAt,
  CARRIAGE_RETURN,
  classAt,
  DOLLAR,
  DOT,
  GRAVE,
  isWordByte,
  LAST_WORD_CLASS,
  LINE_FEED,
  OPEN_CURLY,
  QUOTE,
  WIDE,
} from './characters';
import { doubt, State } from './state';

/** The byte behind the word that starts at `from`; 0 in doubt. */
export function wordEnd(from: usize): usize {
  let at = from;
  while (true) {
    const kind = classAt(at);
    if (kind <= LAST_WORD_CLASS) at++;
    else if (kind == WIDE) {
      at = wideCharacterEnd(at);
      if (at == 0) return 0;
    } else break;
  }
  return byteAt(at) == BACKSLASH ? doubt(3) : at;
}

/** The byte behind a character beyond ASCII that is part of a word; 0 where it is, or may be, white space. */
export function wideCharacterEnd(at: usize): usize {
  const lead = byteAt(at);
  const second = byteAt(at + 1);
  if (lead < 0xe0) return lead == 0xc2 && (second == 0x85 || second == 0xa0) ? doubt(4) : at + 2;
  if (lead >= 0xf0) return at + 4;
  if (lead == 0xe2 && second <= 0x81) return doubt(4);
  if (lead == 0xe1 && (second == 0x9a || second == 0xa0)) return doubt(4);
  if (lead == 0xe3 && second == 0x80 && byteAt(at + 2) == 0x80) return doubt(4);
  if (lead == 0xef && second == 0xbb) return doubt(4);
  return at + 3;
}

/** Whether the bytes from `from` to `to` are a word of the language. */
export function isWord(from: usize, to: usize, text: string): bool {
  const length = text.length;
  if (to - from != <usize>length) return false;
  const characters = changetype<usize>(text);
  for (let index = 0; index < length; index++) {
    if (load<u8>(from + index) != load<u8>(characters + (index << 1))) return false;
  }
  return true;
}

/** Whether a word of the language stands at a place. */
export function wordIs(at: usize, text: string): bool {
  const end = at + text.length;
  return isWord(at, end, text) && !isWordByte(end);
}

/** The first byte of the word that ends with `last`. */
export function wordStart(last: usize): usize {
  let at = last;
  while (at > State.start && isWordByte(at - 1)) at--;
  return at;
}

/** Whether the token that ends with `last` is a single `.` or `?.`: a property's name follows. */
export function isMemberDot(last: usize): bool {
  return byteAt(last) == DOT && byteAt(last - 1) != DOT;
}

/** The byte behind a string that starts with a quote at `from`; 0 where it does not end on its line. */
export function stringEnd(from: usize): usize {
  const quote = byteAt(from);
  const quotes = i8x16.splat(<i8>quote);
  const backslashes = i8x16.splat(<i8>BACKSLASH);
  const controls = i8x16.splat(0x0e);
  let at = from + 1;
  while (true) {
    const chunk = v128.load(at);
    const hits = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(chunk, quotes), i8x16.eq(chunk, backslashes)),
        i8x16.lt_u(chunk, controls),
      ),
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
      if (at > State.end) return doubt(5);
    } else if (byte == LINE_FEED || byte == CARRIAGE_RETURN || (byte == 0 && at >= State.end)) return doubt(5);
    else at++;
  }
}

/**
 * The byte behind a string, or a template without expressions, that starts at `from` and is written without escapes;
 * 0 where there is none, which leaves no doubt.
 */
export function plainStringEnd(from: usize): usize {
  if (from == 0) return 0;
  const quote = byteAt(from);
  if (quote != GRAVE && classAt(from) != QUOTE) return 0;
  let at = from + 1;
  while (byteAt(at) != quote) {
    const byte = byteAt(at);
    if (byte == BACKSLASH) return doubt(6);
    if (byte == 0 || ((byte == LINE_FEED || byte == CARRIAGE_RETURN) && quote != GRAVE)) return 0;
    if (byte == DOLLAR && quote == GRAVE && byteAt(at + 1) == OPEN_CURLY) return 0;
    at++;
  }
  return at + 1;
}

/** Reads a template's text from `from`: up to its end, or behind the `${` that interrupts it, as `interrupted` tells. */
export function templateEnd(from: usize): usize {
  const graves = i8x16.splat(<i8>GRAVE);
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
    if (byte == GRAVE) {
      templateIsOpen = false;
      return at + 1;
    }
    if (byte == DOLLAR && byteAt(at + 1) == OPEN_CURLY) {
      templateIsOpen = true;
      return at + 2;
    }
    if (byte == 0 && at >= State.end) return doubt(7);
    at += byte == BACKSLASH ? 2 : 1;
  }
}

let templateIsOpen = false;

/** Whether the text that `templateEnd` read last ended with `${`. */
export function isInterrupted(): bool {
  return templateIsOpen;
}
