import { NAMES_ARE_NON_ASCII } from './assembly/format.ts';
import type { LexedScript } from './lexed-script.ts';

/** Returns a function that reads a name of a script by its offset and length. */
export function nameReader({ flags, names }: LexedScript): (offset: number, length: number) => string {
  if ((flags & NAMES_ARE_NON_ASCII) === 0) return (offset, length) => names.substring(offset, offset + length);
  const bytes = Buffer.from(names);
  return (offset, length) => bytes.toString('utf8', offset, offset + length);
}

/** The path in a `/// <reference path="…">` comment, and its offset in the comment. */
export function referencedPath(comment: string): { readonly specifier: string; readonly offset: number } | undefined {
  const match = /^(\/\/\/\s*<reference\s[^>]*?\bpath\s*=\s*)["']([^"']*)["']/.exec(comment);
  if (match === null) return undefined;
  const [, before = '', specifier = ''] = match;
  return { specifier, offset: before.length };
}
