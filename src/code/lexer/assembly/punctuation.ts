import { closingAngle, typeArgumentsEndAt } from './angles';
import { readNextDeclarator } from './bindings';
import { ASTERISK, byteAt, COLON, EQUALS, GREATER_THAN, LESS_THAN, SEMICOLON, SOLIDUS } from './characters';
import { checkAfterObject } from './commonjs';
import { emit } from './events';
import { DOUBTFUL, ELEMENT, natureOfAngle, readChildren, readElement, readTag } from './jsx';
import { REFERENCE, STACK } from './layout';
import { NO_OPERAND, OPERAND, operandAt, regexEnd } from './operands';
import {
  BOUND,
  BRACE,
  COMMON_OBJECT,
  doubt,
  IN_INITIALIZER,
  IN_TYPE,
  JSX_ATTRIBUTE,
  JSX_CHILD,
  NOT_DECLARING,
  push,
  State,
  TEMPLATE,
} from './state';
import { isInterrupted, templateEnd } from './tokens';
import { blockCommentEnd, lineCommentEnd, noteComment, skipSpace } from './trivia';

// The readers below answer the byte to read on from; 0 in doubt.

/** Reads a template's text from `from`, behind its grave accent or the brace at `place`. */
export function readTemplate(place: usize, from: usize): usize {
  const at = templateEnd(from);
  if (at == 0) return 0;
  if (isInterrupted() && !push(TEMPLATE, place)) return 0;
  State.last = at - 1;
  return at;
}

export function readCloseBrace(at: usize): usize {
  State.top -= 4;
  if (State.top < STACK) return doubt(66);
  const type = load<u32>(State.top) & 15;
  if (type == BRACE) {
    State.last = at;
    return at + 1;
  }
  if (type == TEMPLATE) return readTemplate(at, at + 1);
  if (type == JSX_ATTRIBUTE) return readTag(at + 1);
  if (type == JSX_CHILD) return readChildren(at + 1);
  if (type != COMMON_OBJECT) return doubt(66);
  checkAfterObject(at + 1);
  State.last = at;
  return State.doubt == 0 ? at + 1 : 0;
}

/** A comment, a regular expression or a division; `State.last` is the token before. */
export function readSlash(at: usize): usize {
  const next = byteAt(at + 1);
  if (next == SOLIDUS || next == ASTERISK) {
    const end = next == SOLIDUS ? lineCommentEnd(at + 2) : blockCommentEnd(at + 2);
    if (end == 0) return 0;
    noteComment(at, end);
    if (State.last == 0 && next == SOLIDUS && byteAt(at + 2) == SOLIDUS) emit(REFERENCE, at, end, 0, 0, at);
    return end;
  }
  const operand = operandAt(State.last);
  if (operand == OPERAND) {
    State.last = at;
    return at + 1;
  }
  if (operand != NO_OPERAND) return doubt(67);
  const end = regexEnd(at);
  if (end != 0) State.last = end - 1;
  return end;
}

/** An element, type parameters, type arguments or a comparison; `State.last` is the token before. */
export function readLess(at: usize): usize {
  const isTop = State.top == STACK;
  if (isTop && (State.declaring == IN_TYPE || at < State.anglesEnd)) {
    if (State.declaring == IN_TYPE) State.angles++;
    State.last = at;
    return at + 1;
  }
  if (byteAt(at + 1) == LESS_THAN) {
    State.last = at + 1;
    return at + 2;
  }
  if (State.hasJsx) {
    const operand = operandAt(State.last);
    if (operand != OPERAND && operand != NO_OPERAND) return doubt(68);
    if (operand == NO_OPERAND) {
      const nature = natureOfAngle(at);
      if (nature == DOUBTFUL) return doubt(69);
      if (nature == ELEMENT) return readElement(at + 1);
      if (!isTop) {
        State.last = at;
        return at + 1;
      }
      return readAngles(at, false);
    }
  }
  if (isTop && State.declaring == IN_INITIALIZER) {
    return readAngles(at, operandAt(State.last) == OPERAND);
  }
  State.last = at;
  return at + 1;
}

/**
 * Tells type parameters or type arguments from a comparison, where it can be one. Up to the `>` that closes them no
 * comma separates declarators and no line end a statement; they are read on in, as they may hold an `import(…)`.
 */
function readAngles(at: usize, canCompare: bool): usize {
  if (byteAt(at + 1) != EQUALS) {
    const close = closingAngle(at);
    if (State.doubt != 0) return 0;
    if (close != 0 && (!canCompare || typeArgumentsEndAt(close))) State.anglesEnd = close;
    else if (!canCompare) return doubt(70);
  }
  State.last = at;
  return at + 1;
}

/** `,` `;` `:` `=` `>` in a top-level variable statement. */
export function readSeparator(at: usize): usize {
  const byte = byteAt(at);
  if (byte == EQUALS) {
    if (byteAt(at + 1) == GREATER_THAN) {
      State.last = at + 1;
      return at + 2;
    }
    if (State.declaring == BOUND || (State.declaring == IN_TYPE && State.angles == 0)) {
      State.initializer = at;
      State.declaring = IN_INITIALIZER;
    }
  } else if (byte == COLON) {
    if (State.declaring == BOUND) {
      State.declaring = IN_TYPE;
      State.angles = 0;
    }
  } else if (byte == GREATER_THAN) {
    if (State.declaring == IN_TYPE) {
      if (State.angles == 0) return doubt(71);
      State.angles--;
    }
  } else if (byte == SEMICOLON) State.declaring = NOT_DECLARING;
  else if (at > State.anglesEnd && (State.declaring != IN_TYPE || State.angles == 0)) {
    // Nothing goes on behind the body of an arrow function: what stands there was another statement.
    if (State.arrowBodyEnd > State.initializer && skipSpace(State.arrowBodyEnd + 1) != at) return doubt(73);
    return readNextDeclarator(at);
  }
  State.last = at;
  return at + 1;
}
