import {
  isBlockStart,
  isComputedKey,
  isEnumStart,
  isInTypeList,
  isTopLevelPattern,
  mayBeClassBody,
  mayBeInDeclarationList,
  mayBePattern,
  mayContainFields,
  mayContainParameters,
  openingAngle,
} from './bracket-contents.ts';
import { declarators, modifiers, beforeOperand } from './keywords.ts';
import { TokenKind, type TokenTable } from './token-table.ts';

/**
 * The role of a name, as far as the tokens around it tell. `use`: a use of the top-level name. `declaration`: its
 * declaration. `other`: a property key, a label or another name with the same text. `unknown`: it may declare the name in
 * an inner scope, so only the full parser can decide.
 */
export type NameRole = 'use' | 'declaration' | 'other' | 'unknown';

/** Words before the type parameters of an unnamed function. */
const parametrized = new Set(['new', 'function', 'async']);
/** The role of a name whose previous token does not decide it: by the next token and the brackets around the name. */
export function roleByNext(tokens: TokenTable, index: number): NameRole {
  const next = index + 1;
  const open = tokens.enclosing(index);
  if (tokens.is(index - 1, ',') && mayBeInDeclarationList(tokens, index)) return 'unknown';
  if (isEnumStart(tokens, open) && tokens.isAny(index - 1, '{,')) {
    // Inside the enum, the name refers to the member.
    return occursBetween(tokens, index, open, tokens.partner(open)) ? 'unknown' : 'other';
  }
  if (mayBeField(tokens, index)) return 'unknown';
  if (tokens.kind(next) === TokenKind.word) {
    if (tokens.isWord(next, 'in') && tokens.is(index - 1, '[')) return 'unknown';
    if (tokens.isWord(next, 'extends') && tokens.isAny(index - 1, '<,')) return 'unknown';
    return tokens.is(index - 1, '...') ? roleInList(tokens, index) : 'use';
  }
  if (tokens.is(next, ':')) return roleBeforeColon(tokens, index);
  if (tokens.is(next, '?')) return roleBeforeQuestion(tokens, index);
  if (tokens.is(next, '!') && tokens.is(next + 1, ':')) return 'unknown';
  if (tokens.is(next, '=>')) return isReturnType(tokens, index) ? 'use' : 'unknown';
  if (tokens.is(next, '=')) return isAssigned(tokens, index) || isTypeOfVariable(tokens, index) ? 'use' : 'unknown';
  if (tokens.is(next, '(')) return roleBeforeCall(tokens, index);
  if (tokens.is(next, '<')) return roleBeforeAngle(tokens, index);
  if (tokens.is(next, ';') && tokens.isAny(index - 1, ';{}')) return 'unknown';
  if (tokens.isAny(index - 1, '<,') && tokens.isAny(next, '>,')) {
    const angle = openingAngle(tokens, index - 1);
    if (angle >= 0) return roleInAngles(tokens, angle);
  }
  if (tokens.isAny(next, ',)}]') && (tokens.isAny(index - 1, '(,{[') || tokens.is(index - 1, '...'))) {
    return roleInList(tokens, index);
  }
  // `{ key: name }` declares the name if it is a pattern. The key of a pattern follows `{` or `,`; in other positions, as in
  // `{ a: b; key?: name }` and `{ key = a ? b : name }`, the name is used.
  if (tokens.isAny(next, ',}') && tokens.is(index - 1, ':') && tokens.is(open, '{')) {
    if (isIndexSignature(tokens, index - 2)) return 'use';
    if (tokens.is(index - 2, ']') || tokens.isAny(index - 3, '{,')) return roleInList(tokens, index);
  }
  return 'use';
}

/** Whether a name may be a field without a type and an initializer: `class A { b; c }`. */
function mayBeField(tokens: TokenTable, index: number): boolean {
  const open = tokens.enclosing(index);
  const next = index + 1;
  if (!tokens.is(open, '{') || !(tokens.isAny(next, ',;}') || tokens.breaksBefore(next))) return false;
  const mayBeginMember =
    tokens.isAny(index - 1, '{;,') || (tokens.breaksBefore(index) && mayBeMemberName(tokens, index));
  return mayBeginMember && mayContainFields(tokens, open);
}

/** Whether a `]` closes an index signature `[key: string]`. */
function isIndexSignature(tokens: TokenTable, close: number): boolean {
  return tokens.is(close, ']') && tokens.is(tokens.partner(close) + 2, ':');
}

/** Whether the name is the return type in `(a): Name =>`, and not the parameter in `name =>`. */
function isReturnType(tokens: TokenTable, index: number): boolean {
  if (tokens.isAny(index - 1, '&|')) return true;
  if (!tokens.is(index - 1, ':') || !tokens.is(index - 2, ')')) return false;
  const before = tokens.partner(index - 2) - 1;
  if (tokens.is(before, '>')) {
    // `? call<A>(a) : name =>` is a conditional expression.
    const angle = openingAngle(tokens, before - 1);
    return angle >= 0 && tokens.kind(angle - 1) === TokenKind.punctuator && !tokens.isAny(angle - 1, ')]');
  }
  // `{ key: (a): Name => … }`, but not `? a : (b) : name => …`.
  if (tokens.is(before, ':')) return tokens.kind(before - 1) === TokenKind.word && tokens.isAny(before - 2, '{,');
  // `? a = (b) : name => …` is a conditional expression.
  if (tokens.is(before, '=') && tokens.is(before - 2, '?')) return false;
  return tokens.isAny(before, '=(,[') || tokens.is(before, '=>');
}

/** Whether `name = …` is an assignment statement in a block. */
function isAssigned(tokens: TokenTable, index: number): boolean {
  const open = tokens.enclosing(index);
  if (open < 0 || !tokens.is(open, '{') || tokens.isAny(index - 1, '<,')) return false;
  // `default: {` can begin a pattern, and `extends mixin(a) {` a class body.
  return !tokens.is(open - 1, ':') && !mayBeClassBody(tokens, open) && isBlockStart(tokens, open);
}

/** Whether the name is the type in `const a: Name = …`, `private a?: Name = …` or `({ a }: Name = …)`. */
function isTypeOfVariable(tokens: TokenTable, index: number): boolean {
  // `A | Name = …` can only be a type.
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
  const open = tokens.enclosing(index);
  if (!tokens.is(open, '{')) return 'unknown';
  // `case a, name:`
  if (tokens.is(index - 1, ',') && isBlockStart(tokens, open)) return 'unknown';
  return tokens.isAny(index - 1, '{,;') ? 'other' : 'unknown';
}

function roleBeforeQuestion(tokens: TokenTable, index: number): NameRole {
  if (tokens.isAny(index + 2, ':,)(<')) {
    if (tokens.is(index + 2, '(') || tokens.is(index + 2, '<'))
      return mayBeMemberName(tokens, index) ? 'unknown' : 'use';
    return roleBeforeColon(tokens, index);
  }
  return 'use';
}

/** The name before `<`: of a generic type or function, of a compared value, or of a generic method. */
function roleBeforeAngle(tokens: TokenTable, index: number): NameRole {
  if (!mayBeMemberName(tokens, index)) return 'use';
  const angle = tokens.isAny(index - 1, '<,') && isInTypeList(tokens, index) ? openingAngle(tokens, index - 1) : -1;
  return angle < 0 ? 'unknown' : roleInAngles(tokens, angle);
}

/** The name before `(`: of a called function, or of a method. */
function roleBeforeCall(tokens: TokenTable, index: number): NameRole {
  const after = tokens.partner(index + 1) + 1;
  if (tokens.is(after, '{') || tokens.is(after, ':')) {
    if (!mayBeMemberName(tokens, index)) return 'use';
    // On the next line, the `{` may begin a block after a call.
    return tokens.isAny(index - 1, '{;') && !tokens.breaksBefore(after) ? 'other' : 'unknown';
  }
  // A method of a type needs no return type: `{ a(b); c(d) }`. Members are separated like statements, or by commas.
  const mayBeginMember =
    tokens.isAny(index - 1, '{;,') || (tokens.breaksBefore(index) && mayBeMemberName(tokens, index));
  if (!mayBeginMember) return 'use';
  const open = tokens.enclosing(index);
  return tokens.is(open, '{') && !isBlockStart(tokens, open) ? 'unknown' : 'use';
}

/** Whether a name may be the name of a member of a class, an object or a type. */
function mayBeMemberName(tokens: TokenTable, index: number): boolean {
  if (!tokens.is(tokens.enclosing(index), '{')) return false;
  const before = index - 1;
  switch (tokens.kind(before)) {
    case TokenKind.punctuator:
      return tokens.isAny(before, '{,;})]*>!') || tokens.is(before, '++') || tokens.is(before, '--');
    case TokenKind.word:
      return !beforeOperand.has(tokens.textOf(before));
    default:
      return true;
  }
}

/** The role of a name in type arguments, which use it, or in type parameters, which may declare it. */
function roleInAngles(tokens: TokenTable, angle: number): NameRole {
  const before = angle - 1;
  if (isAssertion(tokens, angle)) return 'use';
  if (tokens.kind(before) !== TokenKind.word && tokens.kind(before) !== TokenKind.elementName) return 'unknown';
  const owner = tokens.textOf(before);
  if (parametrized.has(owner) || beforeOperand.has(owner)) return 'unknown';
  if (tokens.kind(before - 1) === TokenKind.word) {
    const word = tokens.textOf(before - 1);
    if (word === 'readonly' && isTypeOperator(tokens, before - 1)) return 'use';
    return declarators.has(word) || modifiers.has(word) ? 'unknown' : 'use';
  }
  if (!mayBeMemberName(tokens, before)) return 'use';
  // The type may be nested in another one.
  const outer = tokens.isAny(before - 1, '<,') && isInTypeList(tokens, before) ? openingAngle(tokens, before - 1) : -1;
  return outer < 0 ? 'unknown' : roleInAngles(tokens, outer);
}

/** Whether `<Name>value` is a type assertion, and not the generic function `<Name>(value) => …`. */
function isAssertion(tokens: TokenTable, angle: number): boolean {
  const before = angle - 1;
  const isOperand = tokens.isAny(before, '=(,[?:&|') || tokens.is(before, '=>') || tokens.isWord(before, 'return');
  return isOperand && tokens.is(angle + 2, '>') && !tokens.is(angle + 3, '(');
}

/** The role of a list element: an argument, an array element, a shorthand property, a parameter or a pattern. */
function roleInList(tokens: TokenTable, index: number): NameRole {
  const open = tokens.enclosing(index);
  if (open < 0) return 'unknown';
  if (tokens.is(open, '(')) return mayContainParameters(tokens, open) ? 'unknown' : 'use';
  if (tokens.kind(open) === TokenKind.insertion) return 'use';
  if (isTopLevelPattern(tokens, open)) return 'declaration';
  if (isExportList(tokens, open)) return 'use';
  if (isComputedKey(tokens, open)) return 'use';
  return mayBePattern(tokens, open) ? 'unknown' : 'use';
}

/** `export type { a };` */
function isExportList(tokens: TokenTable, open: number): boolean {
  const before = tokens.isWord(open - 1, 'type') ? open - 2 : open - 1;
  return tokens.enclosing(open) < 0 && tokens.is(open, '{') && tokens.isWord(before, 'export');
}

/** Whether the name at an index occurs again between two tokens. */
export function occursBetween(tokens: TokenTable, index: number, first: number, last: number): boolean {
  for (const other of tokens.named(tokens.textOf(index))) {
    if (other > first && other < last && other !== index) return true;
  }
  return false;
}

/** Whether a `readonly` is the operator in `a: readonly A<B>[]`, and not the modifier of a member. */
export function isTypeOperator(tokens: TokenTable, index: number): boolean {
  const before = index - 1;
  if (tokens.kind(before) === TokenKind.word) return beforeOperand.has(tokens.textOf(before));
  if (tokens.is(before, ',')) return !tokens.is(tokens.enclosing(index), '{');
  return tokens.isAny(before, ':=<|&([?') || tokens.is(before, '=>');
}
