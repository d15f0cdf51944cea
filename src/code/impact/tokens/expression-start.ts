import type { Dialect } from '../../language/source-language.ts';
import { NeedsFullParser } from './text-reader.ts';
import { TokenKind } from './token-table.ts';
import type { TokenWriter } from './token-writer.ts';

/** Keywords before an expression: a following `/` begins a regular expression, a following `<` a JSX element. */
const beforeExpression = new Set(
  'return typeof instanceof in new delete void throw case do else default extends'.split(' '),
);
/** The same for words that can also be names. */
const maybeBeforeExpression = new Set(['of', 'yield', 'await']);

const elementStart = /<\s*(?:>|([A-Za-z_$][\w$]*)\s*(,|=(?!>)|extends\b(?!\s*[=>/])|[\s\S]))/y;

/** Whether an expression can begin after the last token. @param next the code of the next character, `/` or `<` */
export function startsExpression(text: string, writer: TokenWriter, next: number): boolean {
  const last = writer.count - 1;
  const start = writer.startAt(last);
  const end = writer.endAt(last);
  switch (writer.kindAt(last)) {
    case 0:
    case TokenKind.insertion:
      return true;
    case TokenKind.word:
      if (isDot(text, writer, last - 1)) {
        // `import a = b.c` ends without a semicolon.
        if (next === 47 && isInImportAlias(text, writer, last)) throw new NeedsFullParser();
        return false;
      }
      return beforeExpression.has(text.slice(start, end)) || isMaybeOperator(text.slice(start, end), next);
    case TokenKind.punctuator: {
      const code = text.charCodeAt(end - 1);
      if (code === 41) return closesCondition(text, writer, last);
      if (code === 93) return false;
      // `}` ends a block or a value.
      if (code === 125) throw new NeedsFullParser();
      // `>` compares, or ends type arguments or an element.
      if (code === 62 && end - start === 1 && next === 47) throw new NeedsFullParser();
      // `value!` is a non-null assertion, `!value` a negation.
      if (code === 33 && end - start === 1 && endsOperand(text, writer, last - 1)) throw new NeedsFullParser();
      // `++` can follow a name. A `/` rarely follows it.
      return !((code === 43 || code === 45) && end - start === 2);
    }
    case TokenKind.literal:
      // The specifier of an import ends a statement without a semicolon.
      if (next === 47 && isSpecifier(text, writer, last)) throw new NeedsFullParser();
      return false;
    default:
      return false;
  }
}

function isDot(text: string, writer: TokenWriter, index: number): boolean {
  return writer.kindAt(index) === TokenKind.punctuator && text.charCodeAt(writer.endAt(index) - 1) === 46;
}

/** Whether a word is the last part of `import a = b.c`. */
function isInImportAlias(text: string, writer: TokenWriter, index: number): boolean {
  let first = index;
  while (isDot(text, writer, first - 1)) first -= 2;
  return text.charCodeAt(writer.startAt(first - 1)) === 61 && wordAt(text, writer, first - 3) === 'import';
}

function wordAt(text: string, writer: TokenWriter, index: number): string | undefined {
  return writer.kindAt(index) === TokenKind.word ? text.slice(writer.startAt(index), writer.endAt(index)) : undefined;
}

function isSpecifier(text: string, writer: TokenWriter, index: number): boolean {
  const word = wordAt(text, writer, index - 1);
  return word === 'from' || word === 'import';
}

function isMaybeOperator(word: string, next: number): boolean {
  if (!maybeBeforeExpression.has(word)) return false;
  if (next === 47) throw new NeedsFullParser();
  return true;
}

/** Whether a token can end an operand. */
function endsOperand(text: string, writer: TokenWriter, index: number): boolean {
  const kind = writer.kindAt(index);
  if (kind === TokenKind.word) return !beforeExpression.has(text.slice(writer.startAt(index), writer.endAt(index)));
  if (kind === TokenKind.punctuator) return ')]}'.includes(text.charAt(writer.endAt(index) - 1));
  return kind === TokenKind.literal;
}

/** Whether a `)` closes the parentheses of `if`, `while`, `for` or `with`. */
function closesCondition(text: string, writer: TokenWriter, index: number): boolean {
  const word = wordAt(text, writer, writer.partnerAt(index) - 1);
  return word === 'if' || word === 'while' || word === 'for' || word === 'with';
}

/** Whether a `<` begins an element, and not the type parameters of an arrow function. */
export function startsElement(text: string, at: number, dialect: Dialect): boolean {
  const pattern = elementStart;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) {
    if (dialect === 'js') return false;
    throw new NeedsFullParser();
  }
  const [, name, next] = match;
  if (name === undefined) return true;
  if (next === ',' || next === '=') return false;
  return next !== 'extends';
}
