import { closingAngle, typeArgumentsEndAt } from './angles';
import { readNextDeclarator } from './bindings';
import { ASTERISK, byteAt, COLON, EQUALS, GREATER_THAN, LESS_THAN, SEMICOLON, SLASH } from './characters';
import { checkAfterExportsObject } from './commonjs';
import { emit } from './events';
import { UNDECIDED, ELEMENT, classifyAngle, readChildren, readElement, readTag } from './jsx';
import { REFERENCE } from './format';
import { STACK } from './layout';
import { NO_OPERAND, OPERAND, endsOperand, regexEnd } from './operands';
import {
  AMBIGUOUS_LESS_THAN,
  AMBIGUOUS_SLASH,
  COMMA_AFTER_ARROW_FUNCTION_BODY,
  UNMATCHED_ANGLE_BRACKET,
  UNMATCHED_BRACKET,
} from './reasons';
import {
  AFTER_BINDING,
  BRACE,
  EXPORTS_OBJECT,
  requireParser,
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
import { blockCommentEnd, lineCommentEnd, recordComment, skipSpace } from './trivia';

// The readers below return the byte to continue at; 0 if the full parser is needed.

/** Reads the text of a template from `from`, after its backtick or the brace at `position`. */
export function readTemplate(position: usize, from: usize): usize {
  const at = templateEnd(from);
  if (at == 0) return 0;
  if (isInterrupted() && !push(TEMPLATE, position)) return 0;
  State.last = at - 1;
  return at;
}

export function readCloseBrace(at: usize): usize {
  State.top -= 4;
  if (State.top < STACK) return requireParser(UNMATCHED_BRACKET);
  const type = load<u32>(State.top) & 15;
  if (type == BRACE) {
    State.last = at;
    return at + 1;
  }
  if (type == TEMPLATE) return readTemplate(at, at + 1);
  if (type == JSX_ATTRIBUTE) return readTag(at + 1);
  if (type == JSX_CHILD) return readChildren(at + 1);
  if (type != EXPORTS_OBJECT) return requireParser(UNMATCHED_BRACKET);
  checkAfterExportsObject(at + 1);
  State.last = at;
  return State.parserReason == 0 ? at + 1 : 0;
}

/** Reads a comment, a regular expression or the operator of a division. `State.last` is the previous token. */
export function readSlash(at: usize): usize {
  const next = byteAt(at + 1);
  if (next == SLASH || next == ASTERISK) {
    const end = next == SLASH ? lineCommentEnd(at + 2) : blockCommentEnd(at + 2);
    if (end == 0) return 0;
    recordComment(at, end);
    if (State.last == 0 && next == SLASH && byteAt(at + 2) == SLASH) emit(REFERENCE, at, end, 0, 0, at);
    return end;
  }
  const operand = endsOperand(State.last);
  if (operand == OPERAND) {
    State.last = at;
    return at + 1;
  }
  if (operand != NO_OPERAND) return requireParser(AMBIGUOUS_SLASH);
  const end = regexEnd(at);
  if (end != 0) State.last = end - 1;
  return end;
}

/** Reads an element, or the `<` of type parameters, type arguments or a comparison. `State.last` is the previous token. */
export function readLess(at: usize): usize {
  const isTop = State.top == STACK;
  if (isTop && (State.declarationState == IN_TYPE || at < State.anglesEnd)) {
    if (State.declarationState == IN_TYPE) State.openAngles++;
    State.last = at;
    return at + 1;
  }
  if (byteAt(at + 1) == LESS_THAN) {
    State.last = at + 1;
    return at + 2;
  }
  if (State.hasJsx) {
    const operand = endsOperand(State.last);
    if (operand != OPERAND && operand != NO_OPERAND) return requireParser(AMBIGUOUS_LESS_THAN);
    if (operand == NO_OPERAND) {
      const meaning = classifyAngle(at);
      if (meaning == UNDECIDED) return requireParser(AMBIGUOUS_LESS_THAN);
      if (meaning == ELEMENT) return readElement(at + 1);
      if (!isTop) {
        State.last = at;
        return at + 1;
      }
      return readAngles(at, false);
    }
  }
  if (isTop && State.declarationState == IN_INITIALIZER) {
    return readAngles(at, endsOperand(State.last) == OPERAND);
  }
  State.last = at;
  return at + 1;
}

/**
 * Reads the `<` of type parameters or type arguments, or of a comparison if `canCompare`. Up to the closing `>`, a comma
 * does not separate declarators, and a line end does not end a statement. The main loop reads the types, since they may
 * contain `import(…)`.
 */
function readAngles(at: usize, canCompare: bool): usize {
  if (byteAt(at + 1) != EQUALS) {
    const close = closingAngle(at);
    if (State.parserReason != 0) return 0;
    if (close != 0 && (!canCompare || typeArgumentsEndAt(close))) State.anglesEnd = close;
    else if (!canCompare) return requireParser(AMBIGUOUS_LESS_THAN);
  }
  State.last = at;
  return at + 1;
}

/** Reads `,` `;` `:` `=` or `>` in a top-level variable statement. */
export function readSeparator(at: usize): usize {
  const byte = byteAt(at);
  if (byte == EQUALS) {
    if (byteAt(at + 1) == GREATER_THAN) {
      State.last = at + 1;
      return at + 2;
    }
    if (State.declarationState == AFTER_BINDING || (State.declarationState == IN_TYPE && State.openAngles == 0)) {
      State.initializerEquals = at;
      State.declarationState = IN_INITIALIZER;
    }
  } else if (byte == COLON) {
    if (State.declarationState == AFTER_BINDING) {
      State.declarationState = IN_TYPE;
      State.openAngles = 0;
    }
  } else if (byte == GREATER_THAN) {
    if (State.declarationState == IN_TYPE) {
      if (State.openAngles == 0) return requireParser(UNMATCHED_ANGLE_BRACKET);
      State.openAngles--;
    }
  } else if (byte == SEMICOLON) State.declarationState = NOT_DECLARING;
  else if (at > State.anglesEnd && (State.declarationState != IN_TYPE || State.openAngles == 0)) {
    // An expression ends with the body of an arrow function, so another statement began between the body and the comma.
    if (State.arrowBodyEnd > State.initializerEquals && skipSpace(State.arrowBodyEnd + 1) != at)
      return requireParser(COMMA_AFTER_ARROW_FUNCTION_BODY);
    return readNextDeclarator(at);
  }
  State.last = at;
  return at + 1;
}
