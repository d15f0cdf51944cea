import type { ScalarValue } from '../../contract/source/source-node.ts';

/** The value of an unquoted scalar in the core schema of YAML 1.2. */
export function plainValue(text: string): ScalarValue {
  if (/^(?:~|null|Null|NULL)?$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^[-+]?(?:\d+|\d+\.\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(text)) return Number(text);
  return text;
}

/** The value of a quoted scalar, given with its quotes. A missing closing quote is allowed. */
export function quotedValue(text: string): string {
  const quote = text.charAt(0);
  const isClosed = text.length > 1 && text.endsWith(quote);
  const inner = foldLines(text.slice(1, isClosed ? -1 : undefined));
  if (quote === "'") return inner.replaceAll("''", "'");
  return inner.replace(ESCAPE, (whole, code: string) => decodeEscape(whole, code));
}

const ESCAPE = /\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[^])/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  '\n': '',
};

function decodeEscape(whole: string, code: string): string {
  if (code.length === 1) return ESCAPES[code] ?? code;
  const point = Number.parseInt(code.slice(1), 16);
  return point <= 0x10_ffff ? String.fromCodePoint(point) : whole;
}

/** Joins the lines of a scalar: one line break becomes a space, further line breaks are kept. */
export function foldLines(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  return text.replace(/[ \t]*(?:\r\n|\r|\n)(?:[ \t]*(?:\r\n|\r|\n))*[ \t]*/g, (breaks) => {
    const count = breaks.match(/\r\n|\r|\n/g)?.length ?? 1;
    return count === 1 ? ' ' : '\n'.repeat(count - 1);
  });
}
