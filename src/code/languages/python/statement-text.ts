import { identifierAt } from '../text/names.ts';
import { endOfString } from './logical-lines.ts';

/** A name with its offset in the text. */
export interface NameAt {
  readonly name: string;
  readonly offset: number;
}

const SPACE = /(?:[ \t\f\r\n]|\\\r?\n|#[^\n]*)+/y;

/** The offset after white space, comments and continued lines. */
export function skipSpace(text: string, offset: number): number {
  SPACE.lastIndex = offset;
  return SPACE.test(text) ? SPACE.lastIndex : offset;
}

/** The offset after the bracket that closes the one at an offset. */
export function endOfBrackets(text: string, start: number, limit: number): number {
  let depth = 0;
  for (let at = start; at < limit; at++) {
    const character = text.charAt(at);
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character) && --depth === 0) return at + 1;
    else if (character === '"' || character === "'") at = endOfString(text, at) - 1;
    else if (character === '#') at = endOfComment(text, at) - 1;
  }
  return limit;
}

function endOfComment(text: string, start: number): number {
  const newline = text.indexOf('\n', start);
  return newline < 0 ? text.length : newline;
}

/**
 * The names that a target of an assignment binds: `a` and `b` of `(a, *b)`, and none for `a.b` and `a[0]`. `undefined` if
 * the text is no target.
 */
export function targetNames(text: string, from: number, to: number): readonly NameAt[] | undefined {
  const names: NameAt[] = [];
  let needsComma = false;
  for (let at = skipSpace(text, from); at < to; at = skipSpace(text, at)) {
    const character = text.charAt(at);
    if ('()[]'.includes(character) || character === ',' || character === '*') {
      if (character === ',' || character === '(' || character === '[') needsComma = false;
      at++;
      continue;
    }
    const name = needsComma ? undefined : identifierAt(text, at);
    if (name === undefined) return undefined;
    const end = endOfPrimary(text, at + name.length, to);
    if (end === at + name.length) names.push({ name, offset: at });
    at = end;
    needsComma = true;
  }
  return names;
}

/** The offset after the attributes, subscripts and calls that follow a name. */
function endOfPrimary(text: string, start: number, limit: number): number {
  for (let at = start; ;) {
    const next = skipSpace(text, at);
    const character = next < limit ? text.charAt(next) : '';
    if (character === '.') {
      const member = skipSpace(text, next + 1);
      at = member + (identifierAt(text, member) ?? '').length;
    } else if (character === '[' || character === '(') at = endOfBrackets(text, next, limit);
    else return at === start ? start : at;
  }
}

/** The text from one offset to another, with spaces in the place of strings and comments. */
export function withoutStrings(text: string, from: number, to: number): string {
  let result = '';
  let kept = from;
  for (let at = from; at < to; at++) {
    const character = text.charAt(at);
    const isString = character === '"' || character === "'";
    if (!isString && character !== '#') continue;
    const end = Math.min(to, isString ? endOfString(text, at) : endOfComment(text, at));
    result += text.slice(kept, at) + ' '.repeat(end - at);
    kept = end;
    at = end - 1;
  }
  return result + text.slice(kept, to);
}
