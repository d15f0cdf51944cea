import { byteAt, COLON, DOT, GREATER_THAN, EQUALS, OPEN_PARENTHESIS, SEMICOLON, SIGNAL, classAt } from './characters';
import { readImport } from './clauses';
import { readDeclaration, readExport } from './declarations';
import { STACK } from './layout';
import { endsStatement, NO_OPERAND, OPERAND, operandAt } from './operands';
import { readSignal } from './signals';
import { doubt, IN_TYPE, NOT_DECLARING, State } from './state';
import { isMemberDot, isWord, wordStart } from './tokens';
import { hasLineEnd, skipSpace } from './trivia';

/** Reads a word where tokens matter. Answers the byte to read on from; 0 in doubt. */
export function readWord(word: usize, behind: usize): usize {
  const last = State.last;
  if (State.top == STACK && (last == 0 || !isMemberDot(last))) {
    const end = readTopWord(word, behind, last);
    if (end != 0 || State.doubt != 0) return end;
    State.last = last;
  }
  if (classAt(word) == SIGNAL) return readSignal(word, behind);
  State.last = behind - 1;
  return behind;
}

/** A word outside all brackets. 0 without doubt where it is nothing that stands there alone. */
function readTopWord(word: usize, behind: usize, last: usize): usize {
  if (isWord(word, behind, 'export')) {
    // Behind a label nothing can be exported.
    if (last != 0 && byteAt(last) == COLON && State.declaring == NOT_DECLARING) return doubt(74);
    State.declaring = NOT_DECLARING;
    return readExport(word, behind);
  }
  if (isWord(word, behind, 'import')) {
    const end = readTopImport(behind);
    if (end != 0 || State.doubt != 0) return end;
  }
  const startsStatement = last == 0 || byteAt(last) == SEMICOLON || canStartStatement(word, behind, last);
  if (State.declaring != NOT_DECLARING) {
    if (!startsStatement) return 0;
    State.declaring = NOT_DECLARING;
  }
  if (!startsStatement && !(isWord(word, behind, 'class') && operandAt(last) == OPERAND)) return 0;
  const end = readDeclaration(word, 0);
  if (end != 0 && State.declaring == NOT_DECLARING) State.last = end - 1;
  return end;
}

function canStartStatement(word: usize, behind: usize, last: usize): bool {
  if (word < State.anglesEnd) return false;
  if (isReserved(word, behind) && hasLineEnd(last, word) && operandAt(last) != NO_OPERAND) return true;
  if (State.declaring == IN_TYPE) {
    if (State.angles != 0 || isWord(word, behind, 'extends') || isTypeOperator(last)) return false;
    if (byteAt(last) == GREATER_THAN && byteAt(last - 1) != EQUALS) return hasLineEnd(last, word);
  }
  if (State.declaring == NOT_DECLARING) {
    if (byteAt(last) == 0x7d) return true;
    // A type may end with it; that nothing is compared there, the shape of the declaration shows.
    if (byteAt(last) == GREATER_THAN && byteAt(last - 1) != EQUALS) return hasLineEnd(last, word);
  }
  return endsStatement(last, word) && !isWord(word, behind, 'in') && !isWord(word, behind, 'instanceof');
}

/** Words that declare, wherever they stand but in `as const` and `<const T>`. */
function isReserved(word: usize, behind: usize): bool {
  return isWord(word, behind, 'const') || isWord(word, behind, 'var') || isWord(word, behind, 'enum');
}

/** Whether the word before is one that a type goes on behind, over a line end too. */
function isTypeOperator(last: usize): bool {
  const from = wordStart(last);
  const to = last + 1;
  return (
    isWord(from, to, 'keyof') ||
    isWord(from, to, 'readonly') ||
    isWord(from, to, 'unique') ||
    isWord(from, to, 'infer') ||
    isWord(from, to, 'asserts') ||
    isWord(from, to, 'is') ||
    isWord(from, to, 'extends') ||
    isWord(from, to, 'abstract')
  );
}

function readTopImport(behind: usize): usize {
  const next = skipSpace(behind);
  if (next == 0) return 0;
  const byte = byteAt(next);
  if (byte == OPEN_PARENTHESIS || byte == DOT) return 0;
  State.declaring = NOT_DECLARING;
  const end = readImport(next, true);
  if (end == 0) return doubt(72);
  State.last = end - 1;
  return end;
}
