import {
  byteAt,
  CLOSE_BRACE,
  CLOSE_PAREN,
  COMMA,
  EQUALS,
  isWordStartAt,
  QUOTE_CLASS,
  SEMICOLON,
  classAt,
  GREATER_THAN,
} from './characters';
import { reportDeclarations } from './events';
import { State } from './state';
import { equalsText, wordEnd, isWordAt } from './tokens';
import { skipSpace } from './trivia';

/** The end of a value that consists of one name; 0 for any other expression. */
export function singleNameEnd(from: usize): usize {
  if (!isWordStartAt(from)) return 0;
  const end = wordEnd(from);
  if (end == 0 || isValueWord(from, end)) return 0;
  const next = skipSpace(end);
  if (next == 0) return 0;
  const byte = byteAt(next);
  const ends = byte == SEMICOLON || byte == COMMA || byte == CLOSE_PAREN || byte == CLOSE_BRACE || byte == 0x5d;
  if (!ends && next < State.end && !(State.sawLineEnd && beginsStatement(next))) return 0;
  reportDeclarations();
  return end;
}

/** Whether a word is or begins an expression that is not a name. */
function isValueWord(from: usize, to: usize): bool {
  return (
    equalsText(from, to, 'true') ||
    equalsText(from, to, 'false') ||
    equalsText(from, to, 'null') ||
    equalsText(from, to, 'this') ||
    equalsText(from, to, 'super') ||
    equalsText(from, to, 'new') ||
    equalsText(from, to, 'typeof') ||
    equalsText(from, to, 'void') ||
    equalsText(from, to, 'delete') ||
    equalsText(from, to, 'await') ||
    equalsText(from, to, 'yield') ||
    equalsText(from, to, 'function') ||
    equalsText(from, to, 'class') ||
    equalsText(from, to, 'import')
  );
}

/** Whether the token after a line end cannot continue the expression before it. */
export function beginsStatement(at: usize): bool {
  if (isWordStartAt(at)) return !isWordAt(at, 'in') && !isWordAt(at, 'instanceof');
  const byte = byteAt(at);
  return (
    classAt(at) == QUOTE_CLASS ||
    byte == 0x7b ||
    byte == 0x40 ||
    (byte == 0x21 && byteAt(at + 1) != EQUALS) ||
    byte == 0x7e
  );
}

/** Whether a byte is the `=` of an assignment. */
export function isAssignment(at: usize): bool {
  const next = byteAt(at + 1);
  return byteAt(at) == EQUALS && next != EQUALS && next != GREATER_THAN;
}
