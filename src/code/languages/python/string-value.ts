const LITERAL = /^([a-zA-Z]*)("""|'''|"|')([^]*)\2$/;
const ESCAPE = /\\(?:\r?\n|[0-7]{1,3}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|N\{[^}]*\}|[^])/g;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * Adjacent string literals as one literal in double quotes, so that literals of the same value are equal. `undefined` if the
 * value is not known from the text: with replacement fields and names of characters.
 *
 * @param literals with their prefixes and quotes
 */
export function joinedLiteral(literals: readonly string[]): string | undefined {
  let value = '';
  const kinds = new Set<string>();
  for (const literal of literals) {
    const [, prefix = '', , content] = LITERAL.exec(literal) ?? [];
    if (content === undefined || /[ft]/i.test(prefix)) return undefined;
    const isBytes = /b/i.test(prefix);
    kinds.add(isBytes ? 'b' : '');
    const text = content.replaceAll('\r\n', '\n');
    const decoded = /r/i.test(prefix) ? text : decode(text, isBytes);
    if (decoded === undefined) return undefined;
    value += decoded;
  }
  return kinds.size === 1 ? `${[...kinds].join('')}${JSON.stringify(value)}` : undefined;
}

function decode(text: string, isBytes: boolean): string | undefined {
  const unknown: string[] = [];
  const decoded = text.replace(ESCAPE, (escape) => {
    const [, kind = ''] = escape;
    if (kind === '\n') return '';
    if (/[0-7]/.test(kind)) return String.fromCharCode(Number.parseInt(escape.slice(1), 8));
    if (kind === 'x' && escape.length > 2) return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
    if (isBytes && /[uUN]/.test(kind)) return escape;
    if (/[uU]/.test(kind)) {
      const code = Number.parseInt(escape.slice(2), 16);
      if (code <= 0x10_ff_ff) return String.fromCodePoint(code);
    }
    if (/[xuUN]/.test(kind)) unknown.push(escape);
    // Any other character keeps its backslash.
    return SHORT_ESCAPES[kind] ?? escape;
  });
  return unknown.length === 0 ? decoded : undefined;
}
