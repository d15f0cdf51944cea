/** Descriptions of values and types for messages. */
import type * as z from 'zod';

const TYPE_LABELS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
  null: 'empty',
};

/** What an issue expects: `a list`, or the allowed values. */
export function describeExpectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return TYPE_LABELS[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value)).join(' or ');
  return 'of another type';
}

/**
 * A short description of a value: `the string "a"`, `a list`, `empty`.
 *
 * @param written how the text writes a number: `1.10` is the number 1.1
 */
export function describeValue(value: unknown, written?: string): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  switch (typeof value) {
    case 'string':
      return value === '' ? 'an empty string' : `the string "${shorten(value)}"`;
    case 'number':
      return `the number ${written ?? value}`;
    case 'boolean':
      return String(value);
    default:
      return 'a map';
  }
}

/**
 * How to correct a value of the wrong type, as a sentence after a space; empty if there is no obvious correction.
 *
 * @param written how the text writes a number or a boolean; `undefined` if it refers to a value elsewhere
 */
export function correctionHint(expected: string | undefined, value: unknown, written: string | undefined): string {
  if (value === null) return ' Enter a value, or remove the key.';
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean')) {
    return written === undefined ? ' Put the value in quotes.' : ` Put it in quotes: "${written}".`;
  }
  if (expected === 'string' && typeof value === 'object') return ' If it is meant as a string, put it in quotes.';
  if (expected === 'array' && typeof value === 'string') return ` Write a list: ["${shorten(value)}"].`;
  if (expected === 'array' && typeof value === 'object') return ' Begin each item with "- ".';
  if ((expected === 'number' || expected === 'int') && typeof value === 'string' && Number.isFinite(Number(value))) {
    return ` Remove the quotes: ${value}.`;
  }
  return '';
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 60 ? line : `${line.slice(0, 57)}…`;
}
