import { STACK, STACK_END } from './layout';
import { TOO_MANY_OPEN_BRACKETS, UNMATCHED_BRACKET } from './reasons';

// The types of open brackets: the low four bits of a stack entry. The other bits are the position of the bracket; for a
// parenthesis, the position of the token before it.
export const PAREN: u32 = 0;
export const BRACKET: u32 = 1;
export const BRACE: u32 = 2;
/** `${` of a template. */
export const TEMPLATE: u32 = 3;
/** `{` inside a JSX tag. */
export const JSX_ATTRIBUTE: u32 = 4;
/** `{` between JSX tags. */
export const JSX_CHILD: u32 = 5;
/** A JSX element whose children are being read. */
export const JSX_ELEMENT: u32 = 6;
/** A JSX tag interrupted by an element that is the value of an attribute. */
export const JSX_TAG: u32 = 7;
/** The object literal in `module.exports = {…}`. */
export const EXPORTS_OBJECT: u32 = 8;

// The part of a top-level variable statement that is being read. `AFTER_BINDING`: a name or pattern has been read, but
// neither its type nor its initializer.
export const NOT_DECLARING: u32 = 0;
export const AFTER_BINDING: u32 = 1;
export const IN_TYPE: u32 = 2;
export const IN_INITIALIZER: u32 = 3;

/** The state of the current run, shared by all parts of the lexer. */
export class State {
  /** The first byte to read. */
  static at: usize = 0;
  /** The last byte of the previous token; 0 at the start. */
  static last: usize = 0;
  /** The end of the stack of open brackets. */
  static top: usize = STACK;
  static start: usize = 0;
  static end: usize = 0;
  static hasJsx: bool = false;
  static isJavaScript: bool = false;

  /** Why the full parser must read the text, see reasons.ts; 0 if it need not. */
  static parserReason: u32 = 0;
  /** Properties of the text, such as `IS_MODULE`, see format.ts. */
  static textFlags: u32 = 0;

  /** The last byte before the parentheses that were closed last. */
  static lastBeforeParen: usize = 0;
  /** The range of the last run of comments, including the space between them. */
  static commentsStart: usize = 0;
  static commentsEnd: usize = 0;
  /** Whether the file contains `declare module 'a'`. Imports and exports inside are read too. */
  static declaresModules: bool = false;
  /** The closing `/` of the most recent regular expression. */
  static regexClose: usize = 0;
  /** The last bytes of the most recent JSX element and type arguments. */
  static jsxEnd: usize = 0;
  static anglesEnd: usize = 0;
  /** Whether the type arguments that `closingAngle` read last contain an `import`. */
  static anglesContainImport: bool = false;
  /** Whether the outermost open bracket is the body of an arrow function. */
  static inArrowBody: bool = false;
  /** The closing brace of the last such body. */
  static arrowBodyEnd: usize = 0;
  /** Whether `skipSpace` last skipped a line end. */
  static sawLineEnd: bool = false;

  /** The part of a top-level variable statement that is being read. */
  static declarationState: u32 = NOT_DECLARING;
  /** The tag of the names that the statement declares. */
  static declarationTag: u32 = 0;
  /** Whether the names need no initializer (`let`, `var`, `declare const`). */
  static declaresVariables: bool = false;
  /** The number of open `<` in the type annotation. */
  static openAngles: u32 = 0;
  /** The `=` of the initializer. */
  static initializerEquals: usize = 0;
  /** The range of the events of the current name or pattern. */
  static bindingEventsStart: usize = 0;
  static bindingEventsEnd: usize = 0;
  /** Whether it is a name, or an object pattern without nested patterns, defaults, quoted keys and rest elements. */
  static bindingIsSimple: bool = false;
  static bindingIsPattern: bool = false;
}

/** Leaves the text to the full parser. Records the first reason. Returns 0, so that readers can return its result. */
export function requireParser(reason: u32): usize {
  if (State.parserReason == 0) State.parserReason = reason;
  return 0;
}

/** Pushes an open bracket. Returns false if the stack is full; the full parser is needed then. */
export function push(type: u32, position: usize): bool {
  if (State.top >= STACK_END) return requireParser(TOO_MANY_OPEN_BRACKETS) != 0;
  store<u32>(State.top, ((<u32>position) << 4) | type);
  State.top += 4;
  return true;
}

/** Pops a parenthesis. Returns false if another bracket is open; the full parser is needed then. */
export function popParen(): bool {
  State.top -= 4;
  if (State.top < STACK) return requireParser(UNMATCHED_BRACKET) != 0;
  const entry = load<u32>(State.top);
  if ((entry & 15) != PAREN) return requireParser(UNMATCHED_BRACKET) != 0;
  State.lastBeforeParen = entry >> 4;
  return true;
}

/** Pops a square bracket. Returns false if another bracket is open; the full parser is needed then. */
export function popBracket(): bool {
  State.top -= 4;
  return State.top >= STACK && (load<u32>(State.top) & 15) == BRACKET ? true : requireParser(UNMATCHED_BRACKET) != 0;
}
