import type { Dialect } from '../../code/source-language.ts';
import { Doubt } from './doubt.ts';
import { TokenKind } from './token-table.ts';
import type { TokenWriter } from './token-writer.ts';

/** Words after which an expression begins, so that a `/` is a regular expression and a `<` an element. */
const beforeExpression = new Set(
  'return typeof instanceof in of new delete void throw case do else yield await default extends'.split(' '),
);

const elementStart = /<\s*(?:>|([A-Za-z_$][\w$]*)\s*(,|=(?!>)|extends\b(?!\s*[=>/])|[\s\S]))/y;

/** Whether an expression may begin after the token that was read last. */
export function startsExpression(text: string, writer: TokenWriter): boolean {
  const last = writer.count - 1;
  const start = writer.startAt(last);
  const end = writer.endAt(last);
  switch (writer.kindAt(last)) {
    case 0:
    case TokenKind.insertion:
      return true;
    case TokenKind.word:
      if (writer.kindAt(last - 1) === TokenKind.punctuator && text.charCodeAt(writer.endAt(last - 1) - 1) === 46) {
        return false;
      }
      return beforeExpression.has(text.slice(start, end));
    case TokenKind.punctuator: {
      const code = text.charCodeAt(end - 1);
      if (code === 41) return closesCondition(text, writer, last);
      // `}` may end a block or a value, `>` a list of types or an element, `++` a name: rarely does a `/` follow.
      if (code === 93 || code === 125) return false;
      return !((code === 43 || code === 45) && end - start === 2);
    }
    default:
      return false;
  }
}

/** Whether a `)` ends the head of `if`, `while`, `for` or `with`. */
function closesCondition(text: string, writer: TokenWriter, index: number): boolean {
  const before = writer.partnerAt(index) - 1;
  if (writer.kindAt(before) !== TokenKind.word) return false;
  const word = text.slice(writer.startAt(before), writer.endAt(before));
  return word === 'if' || word === 'while' || word === 'for' || word === 'with';
}

/** Tells an element from the type parameters of an arrow function. */
export function startsElement(text: string, at: number, dialect: Dialect): boolean {
  const pattern = elementStart;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) {
    if (dialect === 'js') return false;
    throw new Doubt();
  }
  const [, name, next] = match;
  if (name === undefined) return true;
  if (next === ',' || next === '=') return false;
  return next !== 'extends';
}
