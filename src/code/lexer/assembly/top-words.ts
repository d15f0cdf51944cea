import { byteAt, COLON, DOT, GREATER_THAN, EQUALS, OPEN_PAREN, SEMICOLON, SIGNAL_CLASS, classAt } from './characters';
import { readImport } from './clauses';
import { readDeclaration, readExport } from './declarations';
import { STACK } from './layout';
import { endsStatement, NO_OPERAND, OPERAND, endsOperand } from './operands';
import { readAnyDepthWord } from './any-depth-words';
import { EXPORT_AFTER_LABEL, UNEXPECTED_IMPORT } from './reasons';
import { requireParser, IN_TYPE, NOT_DECLARING, State } from './state';
import { isMemberDot, equalsText, wordStart } from './tokens';
import { hasLineEnd, skipSpace } from './trivia';

/** Reads a word for the main loop. Returns the byte to continue at; 0 if the full parser is needed. */
export function readWord(word: usize, after: usize): usize {
  const last = State.last;
  if (State.top == STACK && (last == 0 || !isMemberDot(last))) {
    const end = readTopWord(word, after, last);
    if (end != 0 || State.parserReason != 0) return end;
    State.last = last;
  }
  if (classAt(word) == SIGNAL_CLASS) return readAnyDepthWord(word, after);
  State.last = after - 1;
  return after;
}

/** Reads a word outside all brackets. Returns 0, without a reason for the parser, if it does not begin a statement. */
function readTopWord(word: usize, after: usize, last: usize): usize {
  if (equalsText(word, after, 'export')) {
    // After a label, `export` is a syntax error.
    if (last != 0 && byteAt(last) == COLON && State.declarationState == NOT_DECLARING)
      return requireParser(EXPORT_AFTER_LABEL);
    State.declarationState = NOT_DECLARING;
    return readExport(word, after);
  }
  if (equalsText(word, after, 'import')) {
    const end = readTopImport(after);
    if (end != 0 || State.parserReason != 0) return end;
  }
  const startsStatement = last == 0 || byteAt(last) == SEMICOLON || canStartStatement(word, after, last);
  if (State.declarationState != NOT_DECLARING) {
    if (!startsStatement) return 0;
    State.declarationState = NOT_DECLARING;
  }
  if (!startsStatement && !(equalsText(word, after, 'class') && endsOperand(last) == OPERAND)) return 0;
  const end = readDeclaration(word, 0);
  if (end != 0 && State.declarationState == NOT_DECLARING) State.last = end - 1;
  return end;
}

function canStartStatement(word: usize, after: usize, last: usize): bool {
  if (word < State.anglesEnd) return false;
  if (isReserved(word, after) && hasLineEnd(last, word) && endsOperand(last) != NO_OPERAND) return true;
  if (State.declarationState == IN_TYPE) {
    if (State.openAngles != 0 || equalsText(word, after, 'extends') || isTypeOperator(last)) return false;
    if (byteAt(last) == GREATER_THAN && byteAt(last - 1) != EQUALS) return hasLineEnd(last, word);
  }
  if (State.declarationState == NOT_DECLARING) {
    if (byteAt(last) == 0x7d) return true;
    // A type can end with `>`. A comparison cannot precede a declaration.
    if (byteAt(last) == GREATER_THAN && byteAt(last - 1) != EQUALS) return hasLineEnd(last, word);
  }
  return endsStatement(last, word) && !equalsText(word, after, 'in') && !equalsText(word, after, 'instanceof');
}

/** Whether a word begins a declaration in every position, except in `as const` and `<const T>`. */
function isReserved(word: usize, after: usize): bool {
  return equalsText(word, after, 'const') || equalsText(word, after, 'var') || equalsText(word, after, 'enum');
}

/** Whether a type must follow the word that ends with `last`, even on the next line. */
function isTypeOperator(last: usize): bool {
  const from = wordStart(last);
  const to = last + 1;
  return (
    equalsText(from, to, 'keyof') ||
    equalsText(from, to, 'readonly') ||
    equalsText(from, to, 'unique') ||
    equalsText(from, to, 'infer') ||
    equalsText(from, to, 'asserts') ||
    equalsText(from, to, 'is') ||
    equalsText(from, to, 'extends') ||
    equalsText(from, to, 'abstract')
  );
}

function readTopImport(after: usize): usize {
  const next = skipSpace(after);
  if (next == 0) return 0;
  const byte = byteAt(next);
  if (byte == OPEN_PAREN || byte == DOT) return 0;
  State.declarationState = NOT_DECLARING;
  const end = readImport(next, true);
  if (end == 0) return requireParser(UNEXPECTED_IMPORT);
  State.last = end - 1;
  return end;
}
