import { TokenKind, type TokenTable } from './token-table.ts';

/**
 * What a name is where it stands, as its neighbours tell: a use of what the module calls so, the declaration of that
 * at the top of the module, something else of the same spelling (a property, a label), or `doubt` where it may be
 * declared anew, so that only the full parser can tell which of the names mean what.
 */
export type NameRole = 'use' | 'declaration' | 'other' | 'doubt';

/** Words after which an operand follows, so that the name is no declaration and no key. */
const operators = new Set(
  (
    'return typeof instanceof in of new delete void throw case do else yield await default extends implements is ' +
    'keyof satisfies as export'
  ).split(' '),
);
const declarators = new Set('function class interface enum namespace module const let var using type'.split(' '));
const modifiers = new Set(
  (
    'get set static async public private protected readonly abstract override declare accessor infer asserts ' +
    'break continue import unique out'
  ).split(' '),
);
/** Words before a `<` that begins the type parameters of a function without a name. */
const parametrized = new Set(['new', 'function', 'async']);
/** Words before a `(` whose brackets hold an expression and no parameters. */
const conditions = new Set(['if', 'while', 'for', 'switch', 'with']);
/** Words before a `{` that begin a block. */
const blocks = new Set(['else', 'try', 'finally', 'do']);

/** Tells the role of the word, or the part of a JSX name, at an index. */
export function roleOfName(tokens: TokenTable, index: number): NameRole {
  const kind = tokens.kind(index);
  if (kind === TokenKind.attributeName) return 'other';
  const before = index - 1;
  if (kind === TokenKind.elementName) return roleInElement(tokens, index);
  if (tokens.is(before, '.') || tokens.is(before, '?.')) return 'other';
  if (tokens.kind(before) === TokenKind.word) {
    const word = tokens.textOf(before);
    if (declarators.has(word)) return roleOfDeclared(tokens, index, word);
    if (word === 'readonly' && tokens.isAny(index + 1, '[<.')) return 'use';
    if (word === 'is') return 'use';
    if (modifiers.has(word)) return 'doubt';
    // At the end of a line `void` is the type of the member before.
    if (word === 'void' && tokens.breaksBefore(index)) return 'doubt';
    if (operators.has(word)) return roleOfOperand(tokens, index);
  }
  if (tokens.is(before, '*') && tokens.isWord(index - 2, 'function')) return topOrDoubt(tokens, index);
  return roleByNext(tokens, index);
}

/** In `<a.b>` only the first part is a name of the module, and in `<b>` it is the element's own. */
function roleInElement(tokens: TokenTable, index: number): NameRole {
  if (tokens.is(index - 1, '.')) return 'other';
  const isPath = tokens.is(index + 1, '.');
  return isPath || !/^[a-z]/.test(tokens.textOf(index)) ? 'use' : 'other';
}

function topOrDoubt(tokens: TokenTable, index: number): NameRole {
  return tokens.enclosing(index) < 0 ? 'declaration' : 'doubt';
}

function roleOfDeclared(tokens: TokenTable, index: number, word: string): NameRole {
  // `as const` ends a line before a name, and the last five words are names elsewhere.
  if (word === 'const' && (tokens.isWord(index - 2, 'as') || tokens.is(index - 2, '<'))) return 'doubt';
  if (word === 'type' && !(tokens.is(index + 1, '=') || tokens.is(index + 1, '<'))) return 'doubt';
  return topOrDoubt(tokens, index);
}

/** After a word that takes an operand only what follows can make it a declaration: `await name => …`. */
function roleOfOperand(tokens: TokenTable, index: number): NameRole {
  return tokens.is(index + 1, '=>') || tokens.is(index + 1, '=') ? 'doubt' : 'use';
}

function roleByNext(tokens: TokenTable, index: number): NameRole {
  const next = index + 1;
  if (tokens.kind(next) === TokenKind.word) {
    if (tokens.isWord(next, 'in') && tokens.is(index - 1, '[')) return 'doubt';
    if (tokens.isWord(next, 'extends') && tokens.isAny(index - 1, '<,')) return 'doubt';
    return tokens.is(index - 1, '...') ? roleInList(tokens, index) : 'use';
  }
  if (tokens.is(next, ':')) return roleBeforeColon(tokens, index);
  if (tokens.is(next, '?')) return roleBeforeQuestion(tokens, index);
  if (tokens.is(next, '!') && tokens.is(next + 1, ':')) return 'doubt';
  if (tokens.is(next, '=>')) return isReturnType(tokens, index) ? 'use' : 'doubt';
  if (tokens.is(next, '=')) return isTypeOfVariable(tokens, index) ? 'use' : 'doubt';
  if (tokens.is(next, '(')) return roleBeforeCall(tokens, index);
  if (tokens.is(next, '<')) return roleBeforeAngle(tokens, index);
  if (tokens.is(next, ';') && tokens.isAny(index - 1, ';{}')) return 'doubt';
  if (tokens.isAny(index - 1, '<,') && tokens.isAny(next, '>,')) {
    const angle = openingAngle(tokens, index - 1);
    if (angle >= 0) return roleInAngles(tokens, angle);
  }
  if (tokens.isAny(next, ',)}]') && (tokens.isAny(index - 1, '(,{[') || tokens.is(index - 1, '...'))) {
    return roleInList(tokens, index);
  }
  // `{ key: name }` gives the name in a pattern.
  if (tokens.isAny(next, ',}') && tokens.is(index - 1, ':') && tokens.is(tokens.enclosing(index), '{')) {
    return roleInList(tokens, index);
  }
  return 'use';
}

/** `(a): Name =>`, where a lone name would be a parameter. */
function isReturnType(tokens: TokenTable, index: number): boolean {
  if (tokens.isAny(index - 1, '&|')) return true;
  if (!tokens.is(index - 1, ':') || !tokens.is(index - 2, ')')) return false;
  const before = tokens.partner(index - 2) - 1;
  return tokens.isAny(before, '=(,>:[') || tokens.is(before, '=>') || tokens.isWord(before, 'async');
}

/** `const a: Name = …`, `private a: Name = …` and `(a: Name = …)`, where a pattern would give the name a value. */
function isTypeOfVariable(tokens: TokenTable, index: number): boolean {
  if (!tokens.is(index - 1, ':') || tokens.kind(index - 2) !== TokenKind.word) return false;
  if (tokens.is(tokens.enclosing(index), '(') && tokens.isAny(index - 3, '(,')) return true;
  if (tokens.kind(index - 3) !== TokenKind.word) return false;
  const word = tokens.textOf(index - 3);
  return declarators.has(word) || modifiers.has(word);
}

function roleBeforeColon(tokens: TokenTable, index: number): NameRole {
  if (tokens.is(index - 1, '?')) return 'use';
  const inBraces = tokens.is(tokens.enclosing(index), '{');
  return inBraces && tokens.isAny(index - 1, '{,;') ? 'other' : 'doubt';
}

function roleBeforeQuestion(tokens: TokenTable, index: number): NameRole {
  if (tokens.isAny(index + 2, ':,)(<')) {
    if (tokens.is(index + 2, '(') || tokens.is(index + 2, '<')) return mayBeginMember(tokens, index) ? 'doubt' : 'use';
    return roleBeforeColon(tokens, index);
  }
  return 'use';
}

/** A type or a function with type arguments, a comparison, or the name of a generic method. */
function roleBeforeAngle(tokens: TokenTable, index: number): NameRole {
  if (!mayBeginMember(tokens, index)) return 'use';
  const angle = tokens.isAny(index - 1, '<,') && isInsideAngles(tokens, index) ? openingAngle(tokens, index - 1) : -1;
  return angle < 0 ? 'doubt' : roleInAngles(tokens, angle);
}

/** Whether what stands around is surely a list of types, as the `>` that ends it tells. */
function isInsideAngles(tokens: TokenTable, index: number): boolean {
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

/** A call, or the name of a method. */
function roleBeforeCall(tokens: TokenTable, index: number): NameRole {
  const after = tokens.partner(index + 1) + 1;
  if (tokens.is(after, '{') || tokens.is(after, ':')) return mayBeginMember(tokens, index) ? 'doubt' : 'use';
  if (!tokens.isAny(index - 1, '{;')) return 'use';
  const open = tokens.enclosing(index);
  return open < 0 || opensBlock(tokens, open) ? 'use' : 'doubt';
}

/** Whether a name may be that of a member of a class, an object or a type. */
function mayBeginMember(tokens: TokenTable, index: number): boolean {
  if (!tokens.is(tokens.enclosing(index), '{')) return false;
  const before = index - 1;
  switch (tokens.kind(before)) {
    case TokenKind.punctuator:
      return tokens.isAny(before, '{,;})]*>!') || tokens.is(before, '++') || tokens.is(before, '--');
    case TokenKind.word:
      return !operators.has(tokens.textOf(before));
    default:
      return true;
  }
}

/** Whether a `{` surely begins a block of statements. */
function opensBlock(tokens: TokenTable, open: number): boolean {
  const before = open - 1;
  if (before < 0 || tokens.isAny(before, ');{}') || tokens.is(before, '=>')) return true;
  if (tokens.is(before, ':')) return tokens.isWord(before - 1, 'default');
  if (tokens.kind(before) === TokenKind.word && blocks.has(tokens.textOf(before))) return true;
  return followsReturnType(tokens, before);
}

/** Whether what ends at an index is the return type of a function: `(…): Type`. */
function followsReturnType(tokens: TokenTable, end: number): boolean {
  for (let at = end; at >= 0 && end - at < 60; at--) {
    if (tokens.is(at, ':') && tokens.is(at - 1, ')')) return true;
    if (tokens.isAny(at, ')]}')) at = tokens.partner(at);
    else if (tokens.isAny(at, '([{;=')) return false;
    else if (tokens.isWord(at, 'class') || tokens.isWord(at, 'interface')) return false;
  }
  return false;
}

/** The `<` before a list of types that reaches up to an index; -1 where there is none. */
function openingAngle(tokens: TokenTable, index: number): number {
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

/** Type arguments, or type parameters, of which one may have the name. */
function roleInAngles(tokens: TokenTable, angle: number): NameRole {
  const before = angle - 1;
  if (tokens.kind(before) !== TokenKind.word && tokens.kind(before) !== TokenKind.elementName) return 'doubt';
  if (parametrized.has(tokens.textOf(before))) return 'doubt';
  if (tokens.kind(before - 1) === TokenKind.word) {
    const word = tokens.textOf(before - 1);
    return word !== 'readonly' && (declarators.has(word) || modifiers.has(word)) ? 'doubt' : 'use';
  }
  if (!mayBeginMember(tokens, before)) return 'use';
  // The list may stand in another one.
  const outer =
    tokens.isAny(before - 1, '<,') && isInsideAngles(tokens, before) ? openingAngle(tokens, before - 1) : -1;
  return outer < 0 ? 'doubt' : roleInAngles(tokens, outer);
}

/** An argument, an element, a shorthand property - or a parameter, or a part of a pattern. */
function roleInList(tokens: TokenTable, index: number): NameRole {
  const open = tokens.enclosing(index);
  if (open < 0) return 'doubt';
  if (tokens.is(open, '(')) return holdsParameters(tokens, open) ? 'doubt' : 'use';
  if (tokens.kind(open) === TokenKind.insertion) return 'use';
  if (isTopPattern(tokens, open)) return 'declaration';
  if (isComputedKey(tokens, open)) return 'use';
  return mayBePattern(tokens, open) ? 'doubt' : 'use';
}

/** `const { a } = …` at the top of the module. */
function isTopPattern(tokens: TokenTable, open: number): boolean {
  if (tokens.enclosing(open) >= 0 || !tokens.is(tokens.partner(open) + 1, '=')) return false;
  return tokens.isWord(open - 1, 'const') || tokens.isWord(open - 1, 'let') || tokens.isWord(open - 1, 'var');
}

/** `{ [name]: … }` */
function isComputedKey(tokens: TokenTable, open: number): boolean {
  if (!tokens.is(open, '[') || tokens.partner(open) !== open + 2) return false;
  return tokens.is(open + 3, ':') && tokens.isAny(open - 1, '{,;') && tokens.is(tokens.enclosing(open), '{');
}

function holdsParameters(tokens: TokenTable, open: number): boolean {
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

function mayBePattern(tokens: TokenTable, open: number): boolean {
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
