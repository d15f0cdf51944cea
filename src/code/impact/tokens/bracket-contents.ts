import { declarators, beforeOperand } from './keywords.ts';
import { TokenKind, type TokenTable } from './token-table.ts';

// Functions that classify a pair of brackets by the tokens around it. A function with "may" in its name returns true
// unless the tokens exclude it. The other functions return true only if the tokens prove it.

/** Words before parentheses that contain an expression, not parameters. */
const conditions = new Set(['if', 'while', 'for', 'switch', 'with']);
/** Words before a list of declarations such as `let a, b`. */
const listDeclarators = new Set(['const', 'let', 'var', 'using']);
/** Words before a type that cannot end a type. */
const typeOperators = new Set(['asserts', 'extends', 'infer', 'is', 'keyof', 'new', 'readonly', 'typeof', 'unique']);
/** Words before a type in general. */
const beforeType = new Set([...typeOperators, 'as', 'in', 'satisfies']);
/** Words before a block. */
const blocks = new Set(['else', 'try', 'finally', 'do']);

/** Whether a `{` begins a block of statements. */
export function isBlockStart(tokens: TokenTable, open: number): boolean {
  const before = open - 1;
  if (before < 0 || tokens.isAny(before, ');{}')) return true;
  if (tokens.is(before, '=>')) return !mayBeTypeArrow(tokens, before);
  if (tokens.is(before, ':')) return tokens.isWord(before - 1, 'default') || isCase(tokens, before - 1);
  if (tokens.kind(before) === TokenKind.word && blocks.has(tokens.textOf(before))) return true;
  return endsReturnType(tokens, before);
}

/** Whether `case 'a'` or `case a.b` ends at a token. */
function isCase(tokens: TokenTable, end: number): boolean {
  let at = end;
  while (at > 0 && (tokens.is(at - 1, '.') || tokens.is(at, '.'))) at--;
  return tokens.isWord(at - 1, 'case');
}

/** Whether a `{` begins the members of an enum. */
export function isEnumStart(tokens: TokenTable, open: number): boolean {
  return tokens.is(open, '{') && tokens.isWord(open - 2, 'enum') && tokens.kind(open - 1) === TokenKind.word;
}

/** Whether an `=>` may belong to a function type: `type F = (a: A) => { b: B }`. */
function mayBeTypeArrow(tokens: TokenTable, arrow: number): boolean {
  // A function type has parentheses before the arrow. `(a): B => {…}` and `a => {…}` are functions.
  if (!tokens.is(arrow - 1, ')')) return false;
  const open = tokens.partner(arrow - 1);
  if (!tokens.is(open - 1, '>')) return mayBeginType(tokens, open);
  const angle = openingAngle(tokens, open - 2);
  return angle < 0 || mayBeginType(tokens, angle);
}

/** Whether a `{` may begin the body of a class or an interface, or an object type, whose members need no type. */
export function mayContainFields(tokens: TokenTable, open: number): boolean {
  const before = open - 1;
  if (isBlockStart(tokens, open)) return false;
  if (tokens.kind(before) !== TokenKind.word) return tokens.is(before, '>') || mayBeginType(tokens, open);
  const word = tokens.textOf(before);
  return beforeType.has(word) || !(beforeOperand.has(word) || declarators.has(word));
}

/** Whether a type may begin at a token, judged by the tokens before it. */
function mayBeginType(tokens: TokenTable, start: number): boolean {
  const before = start - 1;
  if (tokens.kind(before) === TokenKind.word) return beforeType.has(tokens.textOf(before));
  if (tokens.is(before, '=')) return isTypeAlias(tokens, before) || mayBeInTypeList(tokens, before);
  if (tokens.is(before, ',')) return mayBeInTypeList(tokens, before) || mayBeInTuple(tokens, start);
  if (tokens.is(before, '[')) return mayBeginType(tokens, before);
  if (tokens.is(before, '(')) return !isArgumentList(tokens, before) && mayBeginType(tokens, before);
  if (tokens.is(before, '=>')) return mayBeTypeArrow(tokens, before);
  if (tokens.is(before, ':')) return !isInObjectLiteral(tokens, before);
  return tokens.isAny(before, '<|&?');
}

/** Whether an `=` ends the first part of `type A = …` or `type A<B> = …`. */
function isTypeAlias(tokens: TokenTable, equals: number): boolean {
  const angle = tokens.is(equals - 1, '>') ? openingAngle(tokens, equals - 2) : equals;
  return angle < 0 || tokens.isWord(angle - 2, 'type');
}

/** Whether a token may be in a list that begins with `<`. Unlike `openingAngle`, accepts function types in the list. */
function mayBeInTypeList(tokens: TokenTable, index: number): boolean {
  const outer = tokens.enclosing(index);
  let depth = 0;
  for (let at = index - 1; at > outer && !tokens.is(at, ';'); at--) {
    if (tokens.isAny(at, ')]}')) at = Math.min(at, tokens.partner(at));
    else if (tokens.is(at, '>')) depth++;
    else if (tokens.is(at, '<') && depth-- === 0) return true;
  }
  return false;
}

function mayBeInTuple(tokens: TokenTable, index: number): boolean {
  const outer = tokens.enclosing(index);
  return tokens.is(outer, '[') && mayBeginType(tokens, outer);
}

/** Whether a `(` begins the arguments of a call, and not a type in parentheses. */
function isArgumentList(tokens: TokenTable, open: number): boolean {
  const before = open - 1;
  if (tokens.kind(before) === TokenKind.word) return !beforeType.has(tokens.textOf(before));
  return tokens.isAny(before, ')]>!') || tokens.is(before, '?.');
}

/** Whether a `:` follows the key of an object literal. */
function isInObjectLiteral(tokens: TokenTable, colon: number): boolean {
  const key = tokens.is(colon - 1, ']') ? tokens.partner(colon - 1) : colon - 1;
  const outer = tokens.enclosing(colon);
  if (!tokens.is(outer, '{') || !tokens.isAny(key - 1, '{,')) return false;
  const before = outer - 1;
  const isOperand =
    tokens.isAny(before, '=(,[:?') || tokens.is(before, '=>') || tokens.isWord(before, 'return') || before < 0;
  return isOperand && !mayBeginType(tokens, outer);
}

/** Whether a token ends the return type of a function: `(…): Type`. */
function endsReturnType(tokens: TokenTable, end: number): boolean {
  if (!mayEndType(tokens, end)) return false;
  for (let at = end; at >= 0 && end - at < 60; at--) {
    if (tokens.is(at, ':') && tokens.is(at - 1, ')')) return true;
    if (tokens.isAny(at, ')]}')) at = tokens.partner(at);
    else if (tokens.isAny(at, '([{;=')) return false;
    else if (['class', 'interface', 'enum'].some((word) => tokens.isWord(at, word))) return false;
  }
  return false;
}

/** Whether a type can end at a token. */
function mayEndType(tokens: TokenTable, index: number): boolean {
  if (tokens.kind(index) === TokenKind.punctuator) return tokens.isAny(index, ')]}>');
  return !(tokens.kind(index) === TokenKind.word && typeOperators.has(tokens.textOf(index)));
}

/** Whether a `{` after a call may begin the body of a class: `class extends mixin(a) {`. */
export function mayBeClassBody(tokens: TokenTable, open: number): boolean {
  if (!tokens.is(open - 1, ')')) return false;
  for (let at = tokens.partner(open - 1) - 1; at >= 0; at--) {
    if (tokens.isAny(at, ')]')) at = tokens.partner(at);
    else if (tokens.isAny(at, '{};=(')) return false;
    else if (tokens.isWord(at, 'extends')) return true;
  }
  return false;
}

/** Whether a token is in a list of types that ends with `>`. */
export function isInTypeList(tokens: TokenTable, index: number): boolean {
  let depth = 0;
  for (let at = index + 1; at < tokens.count && at - index < 80; at++) {
    if (tokens.is(at, '<')) depth++;
    else if (tokens.is(at, '>')) {
      if (depth === 0) return true;
      depth--;
    } else if (tokens.isAny(at, '({[)}];=') || tokens.is(at, '=>')) return false;
  }
  return false;
}

/** The `<` of the list of types around a token; -1 if there is none. */
export function openingAngle(tokens: TokenTable, index: number): number {
  let depth = 0;
  for (let at = index; at >= 0 && index - at < 80; at--) {
    if (tokens.is(at, '<')) {
      if (depth === 0) return at;
      depth--;
    } else if (tokens.is(at, '>')) depth++;
    else if (tokens.isAny(at, ')]}')) at = Math.min(at, tokens.partner(at));
    else if (tokens.isAny(at, '([{;') || tokens.is(at, '=>')) return -1;
  }
  return -1;
}

/** Whether a bracket begins the pattern of a top-level `const { a } = …`. */
export function isTopLevelPattern(tokens: TokenTable, open: number): boolean {
  if (tokens.enclosing(open) >= 0 || !tokens.is(tokens.partner(open) + 1, '=')) return false;
  return tokens.isWord(open - 1, 'const') || tokens.isWord(open - 1, 'let') || tokens.isWord(open - 1, 'var');
}

/** Whether a `[` begins a computed key: `{ [name]: … }`. */
export function isComputedKey(tokens: TokenTable, open: number): boolean {
  if (!tokens.is(open, '[') || tokens.partner(open) !== open + 2) return false;
  return tokens.is(open + 3, ':') && tokens.isAny(open - 1, '{,;') && tokens.is(tokens.enclosing(open), '{');
}

/** Whether parentheses may contain the parameters of a function. */
export function mayContainParameters(tokens: TokenTable, open: number): boolean {
  const after = tokens.partner(open) + 1;
  if (!(tokens.is(after, '=>') || tokens.is(after, '{') || tokens.is(after, ':')))
    return mayBeBareSignature(tokens, open);
  if (tokens.is(after, ':') && isInConditionalBranch(tokens, open)) return false;
  return !(tokens.kind(open - 1) === TokenKind.word && conditions.has(tokens.textOf(open - 1)));
}

/** Whether a call is the first branch of a conditional expression: `a ? b.c(…) : d`. */
function isInConditionalBranch(tokens: TokenTable, open: number): boolean {
  let at = open - 1;
  while (tokens.kind(at) === TokenKind.word || tokens.is(at, '.') || tokens.is(at, '?.')) at--;
  return at < open - 1 && tokens.is(at, '?');
}

/** Whether parentheses may contain the parameters of a function without a body and a return type. */
function mayBeBareSignature(tokens: TokenTable, open: number): boolean {
  if (tokens.isWord(open - 1, 'constructor') || tokens.isWord(open - 1, 'function')) return true;
  const angle = tokens.is(open - 1, '>') ? openingAngle(tokens, open - 2) : -1;
  const named = (angle < 0 ? open : angle) - 1;
  if (tokens.kind(named) === TokenKind.word && tokens.isWord(named - 1, 'function')) return true;
  // `{ a(b); new (c) }` may be an object type.
  const outer = tokens.enclosing(open);
  const isFirst = tokens.isAny(named - 1, '{;,') || tokens.breaksBefore(named);
  return outer >= 0 && tokens.is(outer, '{') && isFirst && !isBlockStart(tokens, outer);
}

/** Whether a `[` or `{` may begin a pattern that declares names. */
export function mayBePattern(tokens: TokenTable, open: number): boolean {
  const before = open - 1;
  const after = tokens.partner(open) + 1;
  const isArray = tokens.is(open, '[');
  if (isArray && (tokens.kind(before) === TokenKind.literal || tokens.isAny(before, ')]'))) return false;
  if (tokens.kind(before) === TokenKind.word) {
    const word = tokens.textOf(before);
    if (declarators.has(word) || tokens.isWord(before - 1, 'enum')) return true;
    if (isArray && !beforeOperand.has(word)) return false;
  }
  if (tokens.is(after, '=') || tokens.isWord(after, 'of') || tokens.isWord(after, 'in')) return true;
  if (tokens.is(after, ':') && !tokens.is(before, '?')) return true;
  if (!tokens.isAny(before, ':[{,(') && !tokens.is(before, '...')) return false;
  if (tokens.is(before, ',') && mayBeInDeclarationList(tokens, open)) return true;
  const outer = tokens.enclosing(open);
  // Directly inside parentheses, a type follows the colon.
  if (tokens.is(before, ':') && tokens.is(outer, '(')) return false;
  if (outer < 0 || tokens.kind(outer) === TokenKind.insertion) return false;
  if (tokens.is(outer, '(')) return mayContainParameters(tokens, outer);
  return mayBePattern(tokens, outer);
}

/** Whether a token after a comma may be a declaration in a list that begins with `const`, `let`, `var` or `using`. */
export function mayBeInDeclarationList(tokens: TokenTable, index: number): boolean {
  if (isInTypeList(tokens, index)) return false;
  for (let at = index - 1; at >= 0 && !tokens.isAny(at, ';([{') && tokens.kind(at) !== TokenKind.insertion; at--) {
    if (tokens.isAny(at, ')]}')) at = tokens.partner(at);
    else if (tokens.kind(at) === TokenKind.word && listDeclarators.has(tokens.textOf(at))) return true;
  }
  return false;
}
