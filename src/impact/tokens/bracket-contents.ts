import { declarators, operators } from './language-words.ts';
import { TokenKind, type TokenTable } from './token-table.ts';

// What the brackets around a name hold, as the tokens around them tell.

/** Words before a `(` whose brackets hold an expression and no parameters. */
const conditions = new Set(['if', 'while', 'for', 'switch', 'with']);
/** Words before a `{` that begin a block. */
const blocks = new Set(['else', 'try', 'finally', 'do']);

/** Whether a `{` surely begins a block of statements. */
export function opensBlock(tokens: TokenTable, open: number): boolean {
  const before = open - 1;
  if (before < 0 || tokens.isAny(before, ');{}') || tokens.is(before, '=>')) return true;
  if (tokens.is(before, ':')) return tokens.isWord(before - 1, 'default') || isCase(tokens, before - 1);
  if (tokens.kind(before) === TokenKind.word && blocks.has(tokens.textOf(before))) return true;
  return followsReturnType(tokens, before);
}

/** Whether `case 'a'` or `case a.b` ends at an index. */
function isCase(tokens: TokenTable, end: number): boolean {
  let at = end;
  while (at > 0 && (tokens.is(at - 1, '.') || tokens.is(at, '.'))) at--;
  return tokens.isWord(at - 1, 'case');
}

/** Whether a `{` begins the members of an enum. */
export function opensEnum(tokens: TokenTable, open: number): boolean {
  return tokens.is(open, '{') && tokens.isWord(open - 2, 'enum') && tokens.kind(open - 1) === TokenKind.word;
}

/** Whether what ends at an index is the return type of a function: `(…): Type`. */
function followsReturnType(tokens: TokenTable, end: number): boolean {
  for (let at = end; at >= 0 && end - at < 60; at--) {
    if (tokens.is(at, ':') && tokens.is(at - 1, ')')) return true;
    if (tokens.isAny(at, ')]}')) at = tokens.partner(at);
    else if (tokens.isAny(at, '([{;=')) return false;
    else if (['class', 'interface', 'enum'].some((word) => tokens.isWord(at, word))) return false;
  }
  return false;
}

/** Whether the `{` after a call may begin the body of a class that extends what the call gives. */
export function mayBeginClass(tokens: TokenTable, open: number): boolean {
  if (!tokens.is(open - 1, ')')) return false;
  for (let at = tokens.partner(open - 1) - 1; at >= 0; at--) {
    if (tokens.isAny(at, ')]')) at = tokens.partner(at);
    else if (tokens.isAny(at, '{};=(')) return false;
    else if (tokens.isWord(at, 'extends')) return true;
  }
  return false;
}

/** Whether what stands around is surely a list of types, as the `>` that ends it tells. */
export function isInsideAngles(tokens: TokenTable, index: number): boolean {
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

/** The `<` before a list of types that reaches up to an index; -1 where there is none. */
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

/** `const { a } = …` at the top of the module. */
export function isTopPattern(tokens: TokenTable, open: number): boolean {
  if (tokens.enclosing(open) >= 0 || !tokens.is(tokens.partner(open) + 1, '=')) return false;
  return tokens.isWord(open - 1, 'const') || tokens.isWord(open - 1, 'let') || tokens.isWord(open - 1, 'var');
}

/** `{ [name]: … }` */
export function isComputedKey(tokens: TokenTable, open: number): boolean {
  if (!tokens.is(open, '[') || tokens.partner(open) !== open + 2) return false;
  return tokens.is(open + 3, ':') && tokens.isAny(open - 1, '{,;') && tokens.is(tokens.enclosing(open), '{');
}

export function holdsParameters(tokens: TokenTable, open: number): boolean {
  const after = tokens.partner(open) + 1;
  if (!(tokens.is(after, '=>') || tokens.is(after, '{') || tokens.is(after, ':'))) return isBareSignature(tokens, open);
  if (tokens.is(after, ':') && isInBranch(tokens, open)) return false;
  return !(tokens.kind(open - 1) === TokenKind.word && conditions.has(tokens.textOf(open - 1)));
}

/** Whether a call is the first branch of a condition: `a ? b.c(…) : d`. */
function isInBranch(tokens: TokenTable, open: number): boolean {
  let at = open - 1;
  while (tokens.kind(at) === TokenKind.word || tokens.is(at, '.') || tokens.is(at, '?.')) at--;
  return at < open - 1 && tokens.is(at, '?');
}

/** Parameters of which nothing follows: `function f(a);` */
function isBareSignature(tokens: TokenTable, open: number): boolean {
  if (tokens.isWord(open - 1, 'constructor') || tokens.isWord(open - 1, 'function')) return true;
  return tokens.kind(open - 1) === TokenKind.word && tokens.isWord(open - 2, 'function');
}

export function mayBePattern(tokens: TokenTable, open: number): boolean {
  const before = open - 1;
  const after = tokens.partner(open) + 1;
  const isArray = tokens.is(open, '[');
  if (isArray && (tokens.kind(before) === TokenKind.literal || tokens.isAny(before, ')]'))) return false;
  if (tokens.kind(before) === TokenKind.word) {
    const word = tokens.textOf(before);
    if (declarators.has(word) || tokens.isWord(before - 1, 'enum')) return true;
    if (isArray && !operators.has(word)) return false;
  }
  if (tokens.is(after, '=') || tokens.isWord(after, 'of') || tokens.isWord(after, 'in')) return true;
  if (tokens.is(after, ':') && !tokens.is(before, '?')) return true;
  if (!tokens.isAny(before, ':[{,(') && !tokens.is(before, '...')) return false;
  const outer = tokens.enclosing(open);
  // Right inside parentheses a colon is followed by a type.
  if (tokens.is(before, ':') && tokens.is(outer, '(')) return false;
  if (outer < 0 || tokens.kind(outer) === TokenKind.insertion) return false;
  if (tokens.is(outer, '(')) return holdsParameters(tokens, outer);
  return mayBePattern(tokens, outer);
}
