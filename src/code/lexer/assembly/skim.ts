import { byteAt, isWordByte, LESS_THAN, SOLIDUS } from './characters';
import { isInObject } from './commonjs';
import { STACK } from './layout';
import { readCloseBrace, readLess, readSlash, readTemplate } from './punctuation';
import { readSignal } from './signals';
import { BRACE, BRACKET, doubt, PAREN, popParen, popBracket, push, State } from './state';
import { stringEnd } from './tokens';
import { lastTokenBefore } from './trivia';

// Sixteen bytes at a time, two table look-ups (by the low and the high half of each byte) find the bytes that matter:
// NUL " ' ( ) / [ \ ] ` { } and, where there may be JSX, <.
const LOW: v128 = i8x16(0x28, 0, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0x14, 6, 0x14, 0, 1);
const HIGH: v128 = i8x16(0x20, 0, 1, 0, 0, 4, 8, 0x10, 0, 0, 0, 0, 0, 0, 0, 0);
const HIGH_WITH_LESS: v128 = i8x16(0x20, 0, 1, 2, 0, 4, 8, 0x10, 0, 0, 0, 0, 0, 0, 0, 0);

// 'import', 'require' and 'exports' as numbers.
const IMPORT_WORD: u64 = 0x74726f706d69;
const REQUIRE_WORD: u64 = 0x65726975716572;
const SIX_BYTES: u64 = 0xffffffffffff;
const SEVEN_BYTES: u64 = 0xffffffffffffff;

/**
 * Reads on inside brackets, where nothing matters but brackets, what hides brackets (strings, comments, templates,
 * regular expressions, JSX), and the words import, require and exports. Answers the byte behind the outermost closing
 * bracket, or where another must read on; 0 in doubt.
 */
export function skim(from: usize): usize {
  let at = from;
  let next: usize = 0;
  const high = State.hasJsx ? HIGH_WITH_LESS : HIGH;
  const isJavaScript = State.isJavaScript;
  for (; State.doubt == 0; at = next) {
    const chunk = v128.load(at);
    const second = v128.load(at, 1);
    const marks = v128.and(
      i8x16.swizzle(LOW, v128.and(chunk, i8x16.splat(0x0f))),
      i8x16.swizzle(high, i8x16.shr_u(chunk, 4)),
    );
    let words = v128.or(
      // the q of require
      i8x16.eq(chunk, i8x16.splat(0x71)),
      // the start of import
      v128.and(
        v128.and(i8x16.eq(chunk, i8x16.splat(0x69)), i8x16.eq(second, i8x16.splat(0x6d))),
        i8x16.eq(v128.load(at, 2), i8x16.splat(0x70)),
      ),
    );
    if (isJavaScript) {
      // the xp of exports
      words = v128.or(
        words,
        v128.and(i8x16.eq(chunk, i8x16.splat(0x78)), i8x16.eq(second, i8x16.splat(0x70))),
      );
    }
    let hits = i8x16.bitmask(v128.or(i8x16.ne(marks, i8x16.splat(0)), words));
    next = at + 16;
    while (hits != 0) {
      const place = at + ctz(hits);
      hits &= hits - 1;
      let end: usize = 0;
      switch (byteAt(place)) {
        case 0x28: // (
          if (!push(PAREN, lastTokenBefore(place))) return 0;
          continue;
        case 0x29: // )
          if (!popParen()) return 0;
          if (!isOuter()) continue;
          State.last = place;
          return place + 1;
        case 0x5b: // [
          if (!push(BRACKET, place)) return 0;
          continue;
        case 0x5d: // ]
          if (!popBracket()) return 0;
          if (!isOuter()) continue;
          State.last = place;
          return place + 1;
        case 0x7b: // {
          if (!push(BRACE, place)) return 0;
          continue;
        case 0x7d: // }
          if ((load<u32>(State.top - 4) & 15) == BRACE) {
            State.top -= 4;
            if (!isOuter()) continue;
            State.last = place;
            return place + 1;
          }
          end = readCloseBrace(place);
          break;
        case 0x22: // "
        case 0x27: // '
          end = stringEnd(place);
          break;
        case 0x60: // `
          end = readTemplate(place, place + 1);
          break;
        case SOLIDUS:
          State.last = lastTokenBefore(place);
          end = readSlash(place);
          break;
        case LESS_THAN:
          State.last = lastTokenBefore(place);
          end = readLess(place);
          break;
        case 0x71: // q
          if ((load<u64>(place - 2) & SEVEN_BYTES) != REQUIRE_WORD) continue;
          end = readWord(place - 2, place + 5);
          break;
        case 0x69: // i
          if ((load<u64>(place) & SIX_BYTES) != IMPORT_WORD) continue;
          end = readWord(place, place + 6);
          break;
        case 0x78: // x
          end = readExportsAround(place);
          break;
        default:
          return doubt(63);
      }
      if (end == 0) {
        if (State.doubt != 0) return 0;
        continue;
      }
      if (isOuter()) return end;
      if (end < next) {
        // Hits before the end are inside what was read.
        hits &= -1 << <i32>(end - at);
      } else {
        next = end;
        hits = 0;
      }
    }
  }
  return 0;
}

/** Whether the brackets around are closed, or their content is read token by token. */
function isOuter(): bool {
  return State.top == STACK || isInObject(State.top);
}

/** A word that stands alone and may matter; 0 without doubt where it is part of another. */
function readWord(word: usize, behind: usize): usize {
  if (isWordByte(word - 1) || isWordByte(behind)) return 0;
  State.last = lastTokenBefore(word);
  return readSignal(word, behind);
}

/** `exports`, `__exportStar` or `__export` around an `xp`. */
function readExportsAround(place: usize): usize {
  let from = place;
  while (isWordByte(from - 1)) from--;
  let to = place;
  while (isWordByte(to)) to++;
  return readWord(from, to);
}
