import {
  holdsParameters,
  isComputedKey,
  isInsideAngles,
  isTopPattern,
  mayBeginClass,
  mayBePattern,
  openingAngle,
  opensBlock,
  opensEnum,
} from './bracket-contents.ts';
import { declarators, operators } from './language-words.ts';
import { TokenKind, type TokenTable } from './token-table.ts';

/**
 * What a name is where it stands, as its neighbours tell: a use of what the module calls so, the declaration of that
 * at the top of the module, something else of the same spelling (a property, a label), or `doubt` where it may be
 * declared anew, so that only the full parser can tell which of the names mean what.
 */
export type NameRole = 'use' | 'declaration' | 'other' | 'doubt';

const modifiers = new Set(
  (
    'get set static async public private protected readonly abstract override declare accessor infer asserts ' +
    'break continue import unique out'
  ).split(' '),
);
/** Words before a `<` that begins the type parameters of a function without a name. */
const parametrized = new Set(['new', 'function', 'async']);
/** Words that only a member of a class or of a type has in front of it, or a parameter. */
const memberModifiers = new Set('private protected public abstract override readonly'.split(' '));
/** Words that, on the same line as a name, make it a member where members can stand. */
const memberKinds = new Set('get set static async accessor declare'.split(' '));

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
    const isModified = memberModifiers.has(word) || (memberKinds.has(word) && !tokens.breaksBefore(index));
    if (isModified && isMember(tokens, index)) return 'other';
    if (modifiers.has(word)) return 'doubt';
    // At the end of a line `void` is the type of the member before.
    if (word === 'void' && tokens.breaksBefore(index)) return 'doubt';
    // `<Type extends Name = …>`
    if ((word === 'extends' || word === 'keyof') && tokens.is(index + 1, '=')) return 'use';
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
  if (isUnusedOwnName(tokens, index, word)) return 'other';
  return topOrDoubt(tokens, index);
}

/** `call(function name() {…})`, whose name means that function inside it alone, where nothing asks for it. */
function isUnusedOwnName(tokens: TokenTable, index: number, word: string): boolean {
  const open = tokens.enclosing(index);
  if (open < 0 || !(word === 'function' || word === 'class')) return false;
  const before = tokens.isWord(index - 2, 'async') ? index - 3 : index - 2;
  const isExpression = tokens.isAny(before, '(,=[') || tokens.is(before, '=>') || tokens.isWord(before, 'return');
  return isExpression && !isNamedBetween(tokens, index, index, tokens.partner(open));
}

/** Whether the name at an index stands between two other tokens once more. */
function isNamedBetween(tokens: TokenTable, index: number, first: number, last: number): boolean {
  for (const other of tokens.named(tokens.textOf(index))) {
    if (other > first && other < last && other !== index) return true;
  }
  return false;
}

/** `private name: …`, `readonly name = …` and `abstract name(…)` among members. */
function isMember(tokens: TokenTable, index: number): boolean {
  return tokens.is(tokens.enclosing(index), '{') && tokens.isAny(index + 1, ':?!=;(');
}

/** After a word that takes an operand only what follows can make it a declaration: `await name => …`. */
function roleOfOperand(tokens: TokenTable, index: number): NameRole {
  return tokens.is(index + 1, '=>') || tokens.is(index + 1, '=') ? 'doubt' : 'use';
}

function roleByNext(tokens: TokenTable, index: number): NameRole {
  const next = index + 1;
  const open = tokens.enclosing(index);
  if (opensEnum(tokens, open) && tokens.isAny(index - 1, '{,')) {
    // In the enum its member is what the name means.
    return isNamedBetween(tokens, index, open, tokens.partner(open)) ? 'doubt' : 'other';
  }
  if (tokens.kind(next) === TokenKind.word) {
    if (tokens.isWord(next, 'in') && tokens.is(index - 1, '[')) return 'doubt';
    if (tokens.isWord(next, 'extends') && tokens.isAny(index - 1, '<,')) return 'doubt';
    return tokens.is(index - 1, '...') ? roleInList(tokens, index) : 'use';
  }
  if (tokens.is(next, ':')) return roleBeforeColon(tokens, index);
  if (tokens.is(next, '?')) return roleBeforeQuestion(tokens, index);
  if (tokens.is(next, '!') && tokens.is(next + 1, ':')) return 'doubt';
  if (tokens.is(next, '=>')) return isReturnType(tokens, index) ? 'use' : 'doubt';
  if (tokens.is(next, '=')) return isAssigned(tokens, index) || isTypeOfVariable(tokens, index) ? 'use' : 'doubt';
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
  if (tokens.isAny(next, ',}') && tokens.is(index - 1, ':') && tokens.is(open, '{')) {
    return isIndexSignature(tokens, index - 2) ? 'use' : roleInList(tokens, index);
  }
  return 'use';
}

/** `[key: string]`, given its `]`. */
function isIndexSignature(tokens: TokenTable, close: number): boolean {
  return tokens.is(close, ']') && tokens.is(tokens.partner(close) + 2, ':');
}

/** `(a): Name =>`, where a lone name would be a parameter. */
function isReturnType(tokens: TokenTable, index: number): boolean {
  if (tokens.isAny(index - 1, '&|')) return true;
  if (!tokens.is(index - 1, ':') || !tokens.is(index - 2, ')')) return false;
  const before = tokens.partner(index - 2) - 1;
  return tokens.isAny(before, '=(,>:[') || tokens.is(before, '=>') || tokens.isWord(before, 'async');
}

/** `name = …` among the statements of a block, where only a list of declarations could declare it. */
function isAssigned(tokens: TokenTable, index: number): boolean {
  const open = tokens.enclosing(index);
  if (open < 0 || !tokens.is(open, '{') || tokens.is(index - 1, ',')) return false;
  // `default: {` begins a pattern, too, and `extends made(by) {` a class.
  return !tokens.is(open - 1, ':') && !mayBeginClass(tokens, open) && opensBlock(tokens, open);
}

/** `const a: Name = …`, `private a?: Name = …` and `({ a }: Name = …)`, where a pattern would give the name a value. */
function isTypeOfVariable(tokens: TokenTable, index: number): boolean {
  // `key | Name = …` can only be types.
  if (tokens.isAny(index - 1, '&|')) return true;
  if (!tokens.is(index - 1, ':')) return false;
  const named = tokens.isAny(index - 2, '?!') ? index - 3 : index - 2;
  if (tokens.is(named, '}')) return true;
  if (tokens.kind(named) !== TokenKind.word) return false;
  if (tokens.is(tokens.enclosing(index), '(') && tokens.isAny(named - 1, '(,')) return true;
  if (tokens.kind(named - 1) !== TokenKind.word) return false;
  const word = tokens.textOf(named - 1);
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

/** A call, or the name of a method. */
function roleBeforeCall(tokens: TokenTable, index: number): NameRole {
  const after = tokens.partner(index + 1) + 1;
  if (tokens.is(after, '{') || tokens.is(after, ':')) {
    if (!mayBeginMember(tokens, index)) return 'use';
    // A block may stand on the line after a call, and a branch of a condition is no statement.
    return tokens.isAny(index - 1, '{;') && !tokens.breaksBefore(after) ? 'other' : 'doubt';
  }
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

/** Type arguments, or type parameters, of which one may have the name. */
function roleInAngles(tokens: TokenTable, angle: number): NameRole {
  const before = angle - 1;
  if (isAssertion(tokens, angle)) return 'use';
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

/** `= <Name>value`, where `<Name>(value) => …` would be a function. */
function isAssertion(tokens: TokenTable, angle: number): boolean {
  const before = angle - 1;
  const isOperand = tokens.isAny(before, '=(,[?:&|') || tokens.is(before, '=>') || tokens.isWord(before, 'return');
  return isOperand && tokens.is(angle + 2, '>') && !tokens.is(angle + 3, '(');
}

/** An argument, an element, a shorthand property - or a parameter, or a part of a pattern. */
function roleInList(tokens: TokenTable, index: number): NameRole {
  const open = tokens.enclosing(index);
  if (open < 0) return 'doubt';
  if (tokens.is(open, '(')) return holdsParameters(tokens, open) ? 'doubt' : 'use';
  if (tokens.kind(open) === TokenKind.insertion) return 'use';
  if (isTopPattern(tokens, open)) return 'declaration';
  if (isExportList(tokens, open)) return 'use';
  if (isComputedKey(tokens, open)) return 'use';
  return mayBePattern(tokens, open) ? 'doubt' : 'use';
}

/** `export type { a };` */
function isExportList(tokens: TokenTable, open: number): boolean {
  const before = tokens.isWord(open - 1, 'type') ? open - 2 : open - 1;
  return tokens.enclosing(open) < 0 && tokens.is(open, '{') && tokens.isWord(before, 'export');
}
