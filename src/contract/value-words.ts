import type * as z from 'zod';

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of keys and values',
  record: 'a map of keys and values',
  null: 'empty',
};

/** What an issue expects, in words. */
export function expectationWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return TYPE_WORDS[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value)).join(' or ');
  return 'of another kind';
}

/** What a value is, in words short enough for a message. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  switch (typeof value) {
    case 'string':
      return value === '' ? 'empty text' : `the text "${shortened(value)}"`;
    case 'number':
      return `the number ${value}`;
    case 'boolean':
      return String(value);
    default:
      return 'a map';
  }
}

/** How to write the value so that it is of the wanted type, with a space before it, or nothing. */
export function hintFor(expected: string | undefined, found: unknown): string {
  if (found === null) return ' Write its value, or remove the key.';
  if (expected === 'string' && (typeof found === 'number' || typeof found === 'boolean')) {
    return ` Put it in quotes: "${found}".`;
  }
  if (expected === 'string' && typeof found === 'object') return ' If it is one text, put it in quotes.';
  if (expected === 'array' && typeof found === 'string') return ` Write a list: ["${shortened(found)}"].`;
  if (expected === 'array' && typeof found === 'object') return ' Begin each item with "- ".';
  if ((expected === 'number' || expected === 'int') && typeof found === 'string' && Number.isFinite(Number(found))) {
    return ` Write it without quotes: ${found}.`;
  }
  return '';
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 60 ? line : `${line.slice(0, 57)}…`;
}
