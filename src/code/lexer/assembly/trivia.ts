import { ASTERISK, byteAt, CARRIAGE_RETURN, classAt, LINE_FEED, SOLIDUS, SPACE } from './characters';
import { doubt, State } from './state';

/**
 * The end of a `//` comment: the byte that ends its line, or the end of the text. 0 where a separator of Unicode, which
 * ends a line too, may stand in it.
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
      if (byteAt(at + 1) == 0x80 && (byteAt(at + 2) | 1) == 0xa9) return doubt(1);
    } else if (byte != 0 || at >= State.end) return at;
    at++;
  }
}

/** The byte behind a block comment whose content starts at `from`; 0 where it does not end. */
export function blockCommentEnd(from: usize): usize {
  const asterisk = i8x16.splat(<i8>ASTERISK);
  const solidus = i8x16.splat(<i8>SOLIDUS);
  const end = State.end;
  for (let at = from; at < end; at += 16) {
    const hits = i8x16.bitmask(
      v128.and(i8x16.eq(v128.load(at), asterisk), i8x16.eq(v128.load(at + 1), solidus)),
    );
    if (hits != 0) {
      const found = at + ctz(hits) + 2;
      return found <= end ? found : doubt(2);
    }
  }
  return doubt(2);
}

/** The next byte that is neither space nor comment; 0 in doubt, and for 0, so that readers can be chained. `sawLineEnd` tells whether a line ended on the way. */
export function skipSpace(from: usize): usize {
  if (from == 0) return 0;
  let at = from;
  let sawLineEnd = false;
  while (true) {
    if (classAt(at) == SPACE) {
      const byte = byteAt(at);
      if (byte == LINE_FEED || byte == CARRIAGE_RETURN) sawLineEnd = true;
      at++;
    } else if (byteAt(at) != SOLIDUS) {
      break;
    } else if (byteAt(at + 1) == SOLIDUS) {
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

/** Notes that a comment was skipped. */
export function noteComment(from: usize, to: usize): void {
  if (lastNoSpace(from) + 1 != State.commentsEnd) State.commentsStart = from;
  State.commentsEnd = to;
}

/** The last byte before a place that is no space; 0 where there is none. */
function lastNoSpace(before: usize): usize {
  let at = before - 1;
  while (at >= State.start && classAt(at) == SPACE) at--;
  return at < State.start ? 0 : at;
}

/** The last byte of the token before a place, comments left out, if they were noted; 0 at the start of the text. */
export function lastTokenBefore(before: usize): usize {
  if (classAt(before - 1) != SPACE && before != State.commentsEnd) return before - 1;
  const at = lastNoSpace(before);
  return at != 0 && at + 1 == State.commentsEnd ? lastNoSpace(State.commentsStart) : at;
}

/** Whether a line ends between two places. */
export function hasLineEnd(from: usize, to: usize): bool {
  for (let at = from; at < to; at++) {
    const byte = byteAt(at);
    if (byte == LINE_FEED || byte == CARRIAGE_RETURN) return true;
  }
  return false;
}
