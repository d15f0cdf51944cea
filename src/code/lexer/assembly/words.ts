import {
  byteAt,
  CLOSE_CURLY,
  CLOSE_PARENTHESIS,
  COMMA,
  EQUALS,
  isWordStart,
  QUOTE,
  SEMICOLON,
  classAt,
  GREATER_THAN,
} from './characters';
import { wantDeclarations } from './events';
import { State } from './state';
import { isWord, wordEnd, wordIs } from './tokens';
import { skipSpace } from './trivia';

/** The end of a value that is one name and nothing more; 0 for any other expression. */
export function loneNameEnd(from: usize): usize {
  if (!isWordStart(from)) return 0;
  const end = wordEnd(from);
  if (end == 0 || isValueWord(from, end)) return 0;
  const next = skipSpace(end);
  if (next == 0) return 0;
  const byte = byteAt(next);
  const ends = byte == SEMICOLON || byte == COMMA || byte == CLOSE_PARENTHESIS || byte == CLOSE_CURLY || byte == 0x5d;
  if (!ends && next < State.end && !(State.sawLineEnd && beginsStatement(next))) return 0;
  wantDeclarations();
  return end;
}

/** Words that are expressions of their own, or begin one. */
function isValueWord(from: usize, to: usize): bool {
  return (
    isWord(from, to, 'true') ||
    isWord(from, to, 'false') ||
    isWord(from, to, 'null') ||
    isWord(from, to, 'this') ||
    isWord(from, to, 'super') ||
    isWord(from, to, 'new') ||
    isWord(from, to, 'typeof') ||
    isWord(from, to, 'void') ||
    isWord(from, to, 'delete') ||
    isWord(from, to, 'await') ||
    isWord(from, to, 'yield') ||
    isWord(from, to, 'function') ||
    isWord(from, to, 'class') ||
    isWord(from, to, 'import')
  );
}

/** Whether what stands behind a line end cannot go on with the expression before it. */
export function beginsStatement(at: usize): bool {
  if (isWordStart(at)) return !wordIs(at, 'in') && !wordIs(at, 'instanceof');
  const byte = byteAt(at);
  return classAt(at) == QUOTE || byte == 0x7b || byte == 0x40 || (byte == 0x21 && byteAt(at + 1) != EQUALS) || byte == 0x7e;
}

/** Whether a byte is the `=` of an assignment. */
export function isAssignment(at: usize): bool {
  const next = byteAt(at + 1);
  return byteAt(at) == EQUALS && next != EQUALS && next != GREATER_THAN;
}
