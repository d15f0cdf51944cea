import { STACK, STACK_END } from './layout';

// Types of open brackets: the low four bits of an entry of the stack. The rest is the place of the
// bracket, or of the token before a parenthesis.
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
/** The object literal that `module.exports` is set to. */
export const COMMON_OBJECT: u32 = 8;

// How far a top-level `const`, `let` or `var` has been read.
export const NOT_DECLARING: u32 = 0;
export const BOUND: u32 = 1;
export const IN_TYPE: u32 = 2;
export const IN_INITIALIZER: u32 = 3;

/** What the parts of the lexer share. The main loop keeps `at`, `last` and `top` in locals and hands them over here. */
export class State {
  /** The next byte to read. */
  static at: usize = 0;
  /** The last byte of the token before; 0 at the start. */
  static last: usize = 0;
  /** The end of the stack of open brackets. */
  static top: usize = STACK;
  static start: usize = 0;
  static end: usize = 0;
  static hasJsx: bool = false;
  static isJavaScript: bool = false;

  /** Why the text must be read by the full parser; 0: no doubt. */
  static doubt: u32 = 0;
  /** What was found out about the text, as `layout` numbers it. */
  static found: u32 = 0;

  /** The token before the parenthesis that closed last. */
  static beforeParen: usize = 0;
  /** The comments, and the space between them, that were skipped last. */
  static commentsStart: usize = 0;
  static commentsEnd: usize = 0;
  /** Whether the file declares modules by name: inside them, imports and exports are read. */
  static declaresModules: bool = false;
  /** The last bytes of the regular expression, JSX element and type arguments that ended last. */
  static regexEnd: usize = 0;
  static jsxEnd: usize = 0;
  static anglesEnd: usize = 0;
  /** Whether the type arguments that were looked through last hold an `import`. */
  static anglesImport: bool = false;
  /** Whether the outermost open brace is that of an arrow function, and the brace that closed such a body last. */
  static inArrowBody: bool = false;
  static arrowBodyEnd: usize = 0;
  /** Whether a line ended in what `skipSpace` skipped last. */
  static sawLineEnd: bool = false;

  /** How far a top-level variable statement has been read, and the tag of what it declares. */
  static declaring: u32 = NOT_DECLARING;
  static declared: u32 = 0;
  /** Whether its names need no initializer (`let`, `var`). */
  static declaresVariables: bool = false;
  /** How many `<` of its type annotation are open. */
  static angles: u32 = 0;
  /** Where its initializer's `=` is, and the events of the names it initializes, if they are simple. */
  static initializer: usize = 0;
  static bindingEvents: usize = 0;
  static bindingEventsEnd: usize = 0;
  static bindingIsSimple: bool = false;
  static bindingIsPattern: bool = false;
}

/** Gives the text to the full parser. Always 0, so that readers can return it. */
export function doubt(reason: u32): usize {
  if (State.doubt == 0) State.doubt = reason;
  return 0;
}

/** Notes an open bracket; false in doubt. */
export function push(type: u32, place: usize): bool {
  if (State.top >= STACK_END) return doubt(60) != 0;
  store<u32>(State.top, (<u32>place << 4) | type);
  State.top += 4;
  return true;
}

/** Closes a parenthesis; false in doubt. */
export function popParen(): bool {
  State.top -= 4;
  if (State.top < STACK) return doubt(61) != 0;
  const entry = load<u32>(State.top);
  if ((entry & 15) != PAREN) return doubt(61) != 0;
  State.beforeParen = entry >> 4;
  return true;
}

/** Closes a square bracket; false in doubt. */
export function popBracket(): bool {
  State.top -= 4;
  return State.top >= STACK && (load<u32>(State.top) & 15) == BRACKET ? true : doubt(62) != 0;
}
