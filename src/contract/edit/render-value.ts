/** Values as text: JSON, YAML on one line, YAML in blocks. What is written is proved by reading it again. */
import type { SourceFormat } from '../source/parsed-source.ts';
import type { ScalarStyle, ScalarValue } from '../source/source-node.ts';
import type { WritingStyle } from './writing-style.ts';

export type JsonValue = ScalarValue | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export function isScalarValue(value: JsonValue): value is ScalarValue {
  return typeof value !== 'object' || value === null;
}

/** Text in one of the quoting styles, on one line; undefined where the style cannot hold it. */
export function quoted(text: string, style: ScalarStyle): string | undefined {
  switch (style) {
    case 'plain':
      return isOneLine(text) && text === text.trim() && text !== '' && !isAmbiguous(text) ? text : undefined;
    case 'single':
      return isOneLine(text) ? `'${text.replaceAll("'", "''")}'` : undefined;
    default:
      return doubleQuoted(text);
  }
}

/** Text that every YAML reader takes for text without quotes. */
function isSurelyPlain(text: string): boolean {
  return /^[A-Za-z_./][\w ./()-]*$/.test(text) && text === text.trimEnd() && !isAmbiguous(text);
}

/** Words that some readers take for something else, and numbers. */
function isAmbiguous(text: string): boolean {
  return /^(?:true|false|yes|no|on|off|y|n|null|~|[-+.]?\d.*|\.(?:inf|nan))$/i.test(text);
}

function isOneLine(text: string): boolean {
  // Control characters, line separators and lone surrogates need escapes.
  return !/[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u.test(text);
}

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A scalar on one line, quoted only where it must be. */
export function renderScalar(value: ScalarValue, format: SourceFormat, style: WritingStyle): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (format === 'json') return doubleQuoted(value);
  return isSurelyPlain(value) ? value : (quoted(value, style.quote) ?? doubleQuoted(value));
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

/** JSON on several lines, the first without indentation. */
export function renderJsonLines(value: JsonValue, indent: string, style: WritingStyle, lineBreak: string): string {
  return JSON.stringify(value, undefined, style.step).replaceAll('\n', `${lineBreak}${indent}`);
}

/** The YAML lines of a value, without indentation; text of several lines becomes a literal block. */
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
  const deeper = isList(value) && !style.indentedLists ? '' : style.step;
  return [`${name}:`, ...indented(lines, deeper, deeper)];
}

function literalBlock(value: ScalarValue, style: WritingStyle): string[] | undefined {
  if (typeof value !== 'string' || !/^\S[^\r]*\n/.test(value)) return undefined;
  const ends = value.endsWith('\n');
  const lines = (ends ? value.slice(0, -1) : value).split('\n');
  if (lines.at(-1)?.trim() === '' || !lines.every((line) => isOneLine(line.replaceAll('\t', ' ')))) return undefined;
  return [ends ? '|' : '|-', ...lines.map((line) => (line === '' ? '' : style.step + line))];
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
