import { declarators, modifiers, beforeOperand } from './keywords.ts';
import { isTypeOperator, occursBetween, roleByNext, type NameRole } from './role-by-next-token.ts';
import { TokenKind, type TokenTable } from './token-table.ts';

/** Modifiers of class members, type members and parameters only. */
const memberModifiers = new Set('private protected public abstract override readonly'.split(' '));
/** Words that are modifiers of a member if they are on the same line as its name. */
const memberKinds = new Set('get set static async accessor declare'.split(' '));

/** The role of the word, or of the part of a JSX name, at an index. */
export function findNameRole(tokens: TokenTable, index: number): NameRole {
  const kind = tokens.kind(index);
  if (kind === TokenKind.attributeName) return 'other';
  const before = index - 1;
  if (kind === TokenKind.elementName) return roleInElement(tokens, index);
  if (tokens.is(before, '.') || tokens.is(before, '?.')) return 'other';
  if (tokens.kind(before) === TokenKind.word) {
    const word = tokens.textOf(before);
    if (declarators.has(word)) return roleOfDeclared(tokens, index, word);
    if (word === 'readonly' && tokens.isAny(index + 1, '[<.') && isTypeOperator(tokens, before)) return 'use';
    if (word === 'is') return 'use';
    const isModified = memberModifiers.has(word) || (memberKinds.has(word) && !tokens.breaksBefore(index));
    if (isModified && isMember(tokens, index)) return 'other';
    if (modifiers.has(word)) return 'unknown';
    // Before a line break, `void` is the type of the previous member.
    if (word === 'void' && tokens.breaksBefore(index)) return 'unknown';
    // `<Type extends Name = …>`
    if ((word === 'extends' || word === 'keyof') && tokens.is(index + 1, '=')) return 'use';
    if (beforeOperand.has(word)) return roleOfOperand(tokens, index);
  }
  if (tokens.is(before, '*') && tokens.isWord(index - 2, 'function')) return topDeclarationOrUnknown(tokens, index);
  return roleByNext(tokens, index);
}

/** Only the first part of `<a.b>` is a name of the script. `<b>` names an HTML element. */
function roleInElement(tokens: TokenTable, index: number): NameRole {
  if (tokens.is(index - 1, '.')) return 'other';
  const isPath = tokens.is(index + 1, '.');
  return isPath || !/^[a-z]/.test(tokens.textOf(index)) ? 'use' : 'other';
}

function topDeclarationOrUnknown(tokens: TokenTable, index: number): NameRole {
  return tokens.enclosing(index) < 0 ? 'declaration' : 'unknown';
}

function roleOfDeclared(tokens: TokenTable, index: number, word: string): NameRole {
  // `as const` at the end of the previous line, or a `const` type parameter.
  if (word === 'const' && (tokens.isWord(index - 2, 'as') || tokens.isAny(index - 2, '<,'))) return 'unknown';
  if (word === 'const' && tokens.isWord(index + 1, 'extends')) return 'unknown';
  if (word === 'type' && !(tokens.is(index + 1, '=') || tokens.is(index + 1, '<'))) return 'unknown';
  if (word === 'function' || word === 'class') {
    if (isUnusedOwnName(tokens, index)) return 'other';
    if (beginsExpression(tokens, tokens.isWord(index - 2, 'async') ? index - 2 : index - 1)) return 'unknown';
  }
  return topDeclarationOrUnknown(tokens, index);
}

/** Whether the `function` or `class` at an index begins an expression, whose name is visible only inside it. */
function beginsExpression(tokens: TokenTable, keyword: number): boolean {
  const before = keyword - 1;
  if (tokens.kind(before) === TokenKind.punctuator) return !tokens.isAny(before, ';})');
  if (tokens.kind(before) !== TokenKind.word || tokens.breaksBefore(keyword))
    return tokens.kind(before) === TokenKind.insertion;
  const word = tokens.textOf(before);
  return beforeOperand.has(word) && word !== 'export' && word !== 'default';
}

/** `call(function name() {…})`: the name is visible only inside the function, and not used there. */
function isUnusedOwnName(tokens: TokenTable, index: number): boolean {
  const open = tokens.enclosing(index);
  if (open < 0) return false;
  const before = tokens.isWord(index - 2, 'async') ? index - 3 : index - 2;
  const isExpression = tokens.isAny(before, '(,=[') || tokens.is(before, '=>') || tokens.isWord(before, 'return');
  return isExpression && !occursBetween(tokens, index, index, tokens.partner(open));
}

/** Members such as `private name: …`, `readonly name = …` and `abstract name(…)`. */
function isMember(tokens: TokenTable, index: number): boolean {
  return tokens.is(tokens.enclosing(index), '{') && tokens.isAny(index + 1, ':?!=;(');
}

/** A name after an operator is a declaration only in `await name => …`. */
function roleOfOperand(tokens: TokenTable, index: number): NameRole {
  return tokens.is(index + 1, '=>') || tokens.is(index + 1, '=') ? 'unknown' : 'use';
}
