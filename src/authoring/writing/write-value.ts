import { isRecord } from '../../foundation/is-record.ts';
import type { Cursor } from '../source/cursor.ts';

/** How a value is written at a position. */
export type Notation = 'block' | 'flow' | 'json';

/** The notation of values at a cursor. */
export function notationOf(cursor: Pick<Cursor, 'isFlow'>, format: 'yaml' | 'json'): Notation {
  if (format === 'json') return 'json';
  return cursor.isFlow ? 'flow' : 'block';
}

/** A text as a value, in quotes where it needs them, or where the person has typed one. */
export function writeText(text: string, notation: Notation, quote: Cursor['quote']): string {
  if (notation === 'json' || quote === '"') return JSON.stringify(text);
  if (quote === "'" || !isPlain(text)) return `'${text.replaceAll("'", "''")}'`;
  return text;
}

/** Whether a text can be written without quotes, in blocks and in brackets. */
function isPlain(text: string): boolean {
  if (text === '' || text !== text.trim() || /[\r\n,[\]{}]|: |:$| #/.test(text)) return false;
  if (/^[-?:&*!|>'"%@`#=]/.test(text) && !/^-\S/.test(text)) return false;
  return !/^(?:true|false|yes|no|on|off|null|~|[-+.]?\d[\d._eE+-]*)$/i.test(text);
}

/** Escapes the characters that have a meaning in snippets. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

const INDENT = '  ';

/** In a snippet, the place of a map whose keys are not known yet. */
export const MAP_TAB_STOP = '{ $0 }';

/** Writes a value with tab stops as a snippet. Strings of the value are snippets already. */
export function writeSnippet(body: unknown, notation: Notation, indent = ''): string {
  if (notation === 'block') return writeBlock(body, indent);
  const quoteKey = (key: string): string => (notation === 'json' ? JSON.stringify(key) : key);
  if (Array.isArray(body)) {
    return `[${body.map((item: unknown) => writeSnippet(item, notation)).join(', ')}]`;
  }
  if (isRecord(body)) {
    const entries = Object.entries(body).map(([key, value]) => `${quoteKey(key)}: ${writeSnippet(value, notation)}`);
    // In a snippet, a closing brace outside a placeholder needs no escape.
    return `{ ${entries.join(', ')} }`;
  }
  return writeScalarSnippet(body, notation);
}

function writeBlock(body: unknown, indent: string): string {
  if (Array.isArray(body)) return writeSnippet(body, 'flow');
  if (!isRecord(body)) return writeScalarSnippet(body, 'block');
  return Object.entries(body)
    .map(([key, value]) => {
      if (!isRecord(value)) return `${key}: ${writeBlock(value, indent)}`;
      return `${key}:\n${indent}${INDENT}${writeBlock(value, indent + INDENT)}`;
    })
    .join(`\n${indent}`);
}

function writeScalarSnippet(value: unknown, notation: Notation): string {
  if (typeof value !== 'string') return String(value);
  // A tab stop is replaced by the person, who writes quotes where a value in YAML needs them.
  if (/^\$(?:\d+|\{\d+:[\w-]*\})$/.test(value)) return notation === 'json' ? `"${value}"` : value;
  if (value === MAP_TAB_STOP) return '{ $0 }';
  const text = value.replace(/\\([\\$}])/g, '$1');
  return escapeSnippet(writeText(text, notation, ''));
}
