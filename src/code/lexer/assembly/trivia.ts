import { ASTERISK, byteAt, CARRIAGE_RETURN, classAt, LINE_FEED, SLASH, SPACE_CLASS } from './characters';
import { UNTERMINATED_COMMENT, UNUSUAL_LINE_END } from './reasons';
import { requireParser, State } from './state';

/**
 * The end of a `//` comment: the line end, or the end of the text. Returns 0 if the comment contains U+2028 or U+2029,
 * which end a line too.
 */
export function lineCommentEnd(from: usize): usize {
  const lineFeed = i8x16.splat(<i8>LINE_FEED);
  const carriageReturn = i8x16.splat(<i8>CARRIAGE_RETURN);
  const lead = i8x16.splat(<i8>0xe2);
  let at = from;
  while (true) {
    const chunk = v128.load(at);
    const hits = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(chunk, lineFeed), i8x16.eq(chunk, carriageReturn)),
        v128.or(i8x16.eq(chunk, lead), i8x16.eq(chunk, i8x16.splat(0))),
      ),
    );
    if (hits == 0) {
      at += 16;
      continue;
    }
    at += ctz(hits);
    const byte = byteAt(at);
    if (byte == 0xe2) {
      if (byteAt(at + 1) == 0x80 && (byteAt(at + 2) | 1) == 0xa9) return requireParser(UNUSUAL_LINE_END);
    } else if (byte != 0 || at >= State.end) return at;
    at++;
  }
}

/** The byte after a block comment whose content starts at `from`; 0 if the comment is not closed. */
export function blockCommentEnd(from: usize): usize {
  const asterisk = i8x16.splat(<i8>ASTERISK);
  const solidus = i8x16.splat(<i8>SLASH);
  const end = State.end;
  for (let at = from; at < end; at += 16) {
    const hits = i8x16.bitmask(v128.and(i8x16.eq(v128.load(at), asterisk), i8x16.eq(v128.load(at + 1), solidus)));
    if (hits != 0) {
      const found = at + ctz(hits) + 2;
      return found <= end ? found : requireParser(UNTERMINATED_COMMENT);
    }
  }
  return requireParser(UNTERMINATED_COMMENT);
}

/**
 * Skips space and comments, and sets `State.sawLineEnd`. Returns the next byte; 0 if the full parser is needed. Returns 0
 * for 0, so that calls can be chained.
 */
export function skipSpace(from: usize): usize {
  if (from == 0) return 0;
  let at = from;
  let sawLineEnd = false;
  while (true) {
    if (classAt(at) == SPACE_CLASS) {
      const byte = byteAt(at);
      if (byte == LINE_FEED || byte == CARRIAGE_RETURN) sawLineEnd = true;
      at++;
    } else if (byteAt(at) != SLASH) {
      break;
    } else if (byteAt(at + 1) == SLASH) {
      at = lineCommentEnd(at + 2);
      if (at == 0) return 0;
    } else if (byteAt(at + 1) == ASTERISK) {
      const end = blockCommentEnd(at + 2);
      if (end == 0) return 0;
      if (hasLineEnd(at, end)) sawLineEnd = true;
      at = end;
    } else break;
  }
  State.sawLineEnd = sawLineEnd;
  return at;
}

/** Records a skipped comment for `lastTokenBefore`. */
export function recordComment(from: usize, to: usize): void {
  if (lastNonSpace(from) + 1 != State.commentsEnd) State.commentsStart = from;
  State.commentsEnd = to;
}

/** The last byte before a position that is not space; 0 if there is none. */
function lastNonSpace(before: usize): usize {
  let at = before - 1;
  while (at >= State.start && classAt(at) == SPACE_CLASS) at--;
  return at < State.start ? 0 : at;
}

/** The last byte of the token before a position, without recorded comments; 0 at the start of the text. */
export function lastTokenBefore(before: usize): usize {
  if (classAt(before - 1) != SPACE_CLASS && before != State.commentsEnd) return before - 1;
  const at = lastNonSpace(before);
  return at != 0 && at + 1 == State.commentsEnd ? lastNonSpace(State.commentsStart) : at;
}

/** Whether a line ends between two positions. */
export function hasLineEnd(from: usize, to: usize): bool {
  for (let at = from; at < to; at++) {
    const byte = byteAt(at);
    if (byte == LINE_FEED || byte == CARRIAGE_RETURN) return true;
  }
  return false;
}
