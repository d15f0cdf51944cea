/** Renders values as JSON, as YAML on one line, and as YAML blocks. verifyEdit checks the result by parsing it. */
import type { SourceFormat } from '../source/parsed-source.ts';
import type { ScalarStyle, ScalarValue } from '../source/source-node.ts';
import { isScalarValue } from './json-value.ts';
import type { JsonValue } from './json-value.ts';
import type { WritingStyle } from './writing-style.ts';

/** A string in a quoting style, on one line; `undefined` if the style cannot represent it. */
export function quoteString(text: string, style: ScalarStyle): string | undefined {
  switch (style) {
    case 'plain':
      return isOneLine(text) && text === text.trim() && text !== '' && !isAmbiguous(text) ? text : undefined;
    case 'single':
      return isOneLine(text) ? `'${text.replaceAll("'", "''")}'` : undefined;
    default:
      return doubleQuoteString(text);
  }
}

/** Whether every YAML parser reads the unquoted text as a string. */
function isSafePlain(text: string): boolean {
  return /^[A-Za-z_./][\w ./()-]*$/.test(text) && text === text.trimEnd() && !isAmbiguous(text);
}

/** Whether some YAML parsers read the unquoted text as a boolean, null or a number. */
function isAmbiguous(text: string): boolean {
  return /^(?:true|false|yes|no|on|off|y|n|null|~|[-+.]?\d.*|\.(?:inf|nan))$/i.test(text);
}

function isOneLine(text: string): boolean {
  // Control characters, line separators and lone surrogates need escapes.
  return !/[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u.test(text);
}

function doubleQuoteString(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A scalar on one line, quoted only if necessary. */
export function renderScalar(value: ScalarValue, format: SourceFormat, style: Pick<WritingStyle, 'quote'>): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (format === 'json') return doubleQuoteString(value);
  return isSafePlain(value) ? value : (quoteString(value, style.quote) ?? doubleQuoteString(value));
}

/** A value on one line. */
export function renderFlow(value: JsonValue, format: SourceFormat, style: WritingStyle): string {
  if (isScalarValue(value)) return renderScalar(value, format, style);
  if (isList(value)) return `[${value.map((item) => renderFlow(item, format, style)).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${renderScalar(key, format, style)}: ${renderFlow(item, format, style)}`,
  );
  if (entries.length === 0) return '{}';
  const blank = style.padded ? ' ' : '';
  return `{${blank}${entries.join(', ')}${blank}}`;
}

/** A value as JSON on several lines. The first line is not indented. */
export function renderJsonLines(value: JsonValue, indent: string, style: WritingStyle, lineBreak: string): string {
  return JSON.stringify(value, undefined, style.indentUnit).replaceAll('\n', `${lineBreak}${indent}`);
}

/** The YAML lines of a value, without indentation. A string with several lines becomes a literal block. */
export function renderBlock(value: JsonValue, style: WritingStyle): string[] {
  if (isScalarValue(value)) return literalBlock(value, style) ?? [renderScalar(value, 'yaml', style)];
  if (isList(value)) {
    if (value.length === 0) return ['[]'];
    return value.flatMap((item) => indented(renderBlock(item, style), '- ', '  '));
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return ['{}'];
  return entries.flatMap(([key, item]) => renderEntry(key, item, style));
}

/** The lines of `key: value`. */
export function renderEntry(key: string, value: JsonValue, style: WritingStyle): string[] {
  const name = renderScalar(key, 'yaml', style);
  if (isList(value) && style.flowLists && value.every(isScalarValue)) {
    return [`${name}: ${renderFlow(value, 'yaml', style)}`];
  }
  const lines = renderBlock(value, style);
  if (isScalarValue(value) || isEmpty(value)) return [`${name}: ${lines[0] ?? ''}`, ...lines.slice(1)];
  const deeper = isList(value) && !style.indentedLists ? '' : style.indentUnit;
  return [`${name}:`, ...indented(lines, deeper, deeper)];
}

function literalBlock(value: ScalarValue, style: WritingStyle): string[] | undefined {
  if (typeof value !== 'string' || !/^\S[^\r]*\n/.test(value)) return undefined;
  const endsWithLineBreak = value.endsWith('\n');
  const lines = (endsWithLineBreak ? value.slice(0, -1) : value).split('\n');
  if (lines.at(-1)?.trim() === '' || !lines.every((line) => isOneLine(line.replaceAll('\t', ' ')))) return undefined;
  return [endsWithLineBreak ? '|' : '|-', ...lines.map((line) => (line === '' ? '' : style.indentUnit + line))];
}

function indented(lines: readonly string[], first: string, rest: string): string[] {
  return lines.map((line, index) => (index === 0 ? first + line : line === '' ? '' : rest + line));
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isEmpty(value: JsonValue): boolean {
  return isList(value)
    ? value.length === 0
    : typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
