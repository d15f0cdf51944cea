import { byteAt, isWordByteAt, LESS_THAN, SLASH } from './characters';
import { isInExportsObject } from './commonjs';
import { STACK } from './layout';
import { readCloseBrace, readLess, readSlash, readTemplate } from './punctuation';
import { readAnyDepthWord } from './any-depth-words';
import { UNEXPECTED_CHARACTER } from './reasons';
import { BRACE, BRACKET, requireParser, PAREN, popParen, popBracket, push, State } from './state';
import { stringEnd } from './tokens';
import { lastTokenBefore } from './trivia';

// Two table lookups, by the low and the high half of each byte, find these bytes in 16 bytes at a time:
// NUL " ' ( ) / [ \ ] ` { } and, in languages with JSX, <.
const LOW: v128 = i8x16(0x28, 0, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0x14, 6, 0x14, 0, 1);
const HIGH: v128 = i8x16(0x20, 0, 1, 0, 0, 4, 8, 0x10, 0, 0, 0, 0, 0, 0, 0, 0);
const HIGH_WITH_LESS: v128 = i8x16(0x20, 0, 1, 2, 0, 4, 8, 0x10, 0, 0, 0, 0, 0, 0, 0, 0);

// 'import', 'require' and 'exports' as numbers.
const IMPORT_WORD: u64 = 0x74726f706d69;
const REQUIRE_WORD: u64 = 0x65726975716572;
const SIX_BYTES: u64 = 0xffffffffffff;
const SEVEN_BYTES: u64 = 0xffffffffffffff;

/**
 * Reads the content of brackets. Recognizes only brackets, tokens that can contain brackets (strings, comments,
 * templates, regular expressions, JSX), and the words import, require and exports. Returns the byte after the outermost
 * closing bracket, or the byte at which the main loop continues; 0 if the full parser is needed.
 */
export function skim(from: usize): usize {
  let at = from;
  let next: usize = 0;
  const high = State.hasJsx ? HIGH_WITH_LESS : HIGH;
  const isJavaScript = State.isJavaScript;
  for (; State.parserReason == 0; at = next) {
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
      words = v128.or(words, v128.and(i8x16.eq(chunk, i8x16.splat(0x78)), i8x16.eq(second, i8x16.splat(0x70))));
    }
    let hits = i8x16.bitmask(v128.or(i8x16.ne(marks, i8x16.splat(0)), words));
    next = at + 16;
    while (hits != 0) {
      const position = at + ctz(hits);
      hits &= hits - 1;
      let end: usize = 0;
      switch (byteAt(position)) {
        case 0x28: // (
          if (!push(PAREN, lastTokenBefore(position))) return 0;
          continue;
        case 0x29: // )
          if (!popParen()) return 0;
          if (!isReadByMainLoop()) continue;
          State.last = position;
          return position + 1;
        case 0x5b: // [
          if (!push(BRACKET, position)) return 0;
          continue;
        case 0x5d: // ]
          if (!popBracket()) return 0;
          if (!isReadByMainLoop()) continue;
          State.last = position;
          return position + 1;
        case 0x7b: // {
          if (!push(BRACE, position)) return 0;
          continue;
        case 0x7d: // }
          if ((load<u32>(State.top - 4) & 15) == BRACE) {
            State.top -= 4;
            if (!isReadByMainLoop()) continue;
            State.last = position;
            return position + 1;
          }
          end = readCloseBrace(position);
          break;
        case 0x22: // "
        case 0x27: // '
          end = stringEnd(position);
          break;
        case 0x60: // `
          end = readTemplate(position, position + 1);
          break;
        case SLASH:
          State.last = lastTokenBefore(position);
          end = readSlash(position);
          break;
        case LESS_THAN:
          State.last = lastTokenBefore(position);
          end = readLess(position);
          break;
        case 0x71: // q
          if ((load<u64>(position - 2) & SEVEN_BYTES) != REQUIRE_WORD) continue;
          end = readWord(position - 2, position + 5);
          break;
        case 0x69: // i
          if ((load<u64>(position) & SIX_BYTES) != IMPORT_WORD) continue;
          end = readWord(position, position + 6);
          break;
        case 0x78: // x
          end = readExportsAround(position);
          break;
        default:
          return requireParser(UNEXPECTED_CHARACTER);
      }
      if (end == 0) {
        if (State.parserReason != 0) return 0;
        continue;
      }
      if (isReadByMainLoop()) return end;
      if (end < next) {
        // Skip hits inside the token that was read.
        const offset = <i32>(end - at);
        hits &= -1 << offset;
      } else {
        next = end;
        hits = 0;
      }
    }
  }
  return 0;
}

/** Whether the main loop reads here: all brackets are closed, or the innermost one is the object of `module.exports`. */
function isReadByMainLoop(): bool {
  return State.top == STACK || isInExportsObject(State.top);
}

/** Reads a recognized word; returns 0, without a reason for the parser, if it is part of a longer word. */
function readWord(word: usize, after: usize): usize {
  if (isWordByteAt(word - 1) || isWordByteAt(after)) return 0;
  State.last = lastTokenBefore(word);
  return readAnyDepthWord(word, after);
}

/** Reads the word that contains an `xp`: `exports`, `__exportStar` or `__export`. */
function readExportsAround(position: usize): usize {
  let from = position;
  while (isWordByteAt(from - 1)) from--;
  let to = position;
  while (isWordByteAt(to)) to++;
  return readWord(from, to);
}
