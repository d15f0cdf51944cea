import { childrenOf, type SyntaxNode } from '../../tree-sitter/syntax-nodes.ts';
import type { Rules } from './enclosing.ts';

const DIGITS = String.raw`\d(?:_?\d)*`;
const POINT = String.raw`(?:${DIGITS}\.(?:${DIGITS})?|\.${DIGITS})`;
const EXPONENT = String.raw`[eE][+-]?${DIGITS}`;
const NUMBER = new RegExp(
  `^(?:0[xX](?:_?[\\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|0(?:_?0)*|[1-9](?:_?\\d)*|` +
    `${DIGITS}[jJ]|${POINT}(?:${EXPONENT})?[jJ]?|${DIGITS}${EXPONENT}[jJ]?)$`,
);
const PREFIX = /^(?:[rub]|br|rb|[ft]|[ft]r|r[ft])?$/i;
const MAX_CODE = 0x10_ff_ff;

/** The rules for numbers and strings. */
export const literalRules: Rules = {
  integer: whyNumberRejected,
  float: whyNumberRejected,
  string: whyStringRejected,
  concatenated_string: (node) => {
    const kinds = new Set(childrenOf(node).map((one) => /b/i.test(prefixOf(one))));
    return kinds.size > 1 ? 'Bytes and text cannot be joined.' : undefined;
  },
  type_conversion: ({ text }) => (/^!\s*[rsa]$/.test(text.trim()) ? undefined : 'A conversion is !r, !s or !a.'),
};

function whyNumberRejected({ text }: SyntaxNode): string | undefined {
  if (NUMBER.test(text)) return undefined;
  return /^0[\d_]*[1-9]/.test(text) ? 'An octal number begins with 0o.' : 'This is not a number.';
}

function prefixOf(string: SyntaxNode): string {
  return /^[^"'`]*/.exec(string.text)?.[0] ?? '';
}

function whyStringRejected(node: SyntaxNode): string | undefined {
  const prefix = prefixOf(node);
  if (!PREFIX.test(prefix)) return `A string cannot begin with ${prefix}.`;
  if (node.firstChild?.text.includes('`') === true) return 'Backquotes are not part of Python 3.';
  const content = childrenOf(node)
    .filter(({ type }) => type === 'string_content')
    .map(({ text }) => text);
  if (/b/i.test(prefix) && content.some((text) => /[^\0-\x7f]/.test(text))) {
    return 'Bytes can only contain ASCII characters.';
  }
  return /r/i.test(prefix) || content.every((text) => hasOnlyEscapes(text, /b/i.test(prefix)))
    ? undefined
    : 'An escape sequence is not complete or names no character.';
}

/** Whether the compiler accepts the escape sequences of a text. Names of characters are not looked up. */
function hasOnlyEscapes(text: string, isBytes: boolean): boolean {
  const escapes = text.replaceAll('\\\\', '');
  if (/\\x(?![\da-fA-F]{2})/.test(escapes)) return false;
  if (isBytes) return true;
  const tooLarge = [...escapes.matchAll(/\\U([\da-fA-F]{8})/g)].some(
    ([, code = '']) => Number.parseInt(code, 16) > MAX_CODE,
  );
  return !tooLarge && !/\\u(?![\da-fA-F]{4})|\\U(?![\da-fA-F]{8})|\\N(?!\{[\w -]+\})/.test(escapes);
}
