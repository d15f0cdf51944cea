import type { LexedScript } from './lexer.ts';

// The numbers of assembly/layout.ts.
/** What an event tells, by the lowest eight bits of its tag. */
export const event = {
  declaration: 1,
  defaultExport: 2,
  exportAssignment: 3,
  clauseName: 4,
  import: 5,
  reexport: 6,
  exportList: 7,
  starExport: 8,
  exportImport: 9,
  commonExport: 10,
  commonStar: 11,
  reference: 12,
} as const;
/** Bits of a tag. */
export const flag = {
  exported: 1 << 16,
  typeOnly: 1 << 17,
  takesDeclarations: 1 << 20,
  whole: 1 << 21,
} as const;
/** Bits of what was found out about a script as a whole. */
export const found = { isModule: 1, hasExportStatement: 2, namesAreWide: 8 } as const;
/** How many numbers an event has. */
export const eventSize = 7;

/** Reads names out of a script, by offset and length. */
export function nameReader({ found: flags, names }: LexedScript): (offset: number, length: number) => string {
  if ((flags & found.namesAreWide) === 0) return (offset, length) => names.substring(offset, offset + length);
  const bytes = Buffer.from(names);
  return (offset, length) => bytes.toString('utf8', offset, offset + length);
}

/** The path in a `/// <reference path="…">` comment, and how far from its start it stands. */
export function referencedPath(comment: string): { readonly specifier: string; readonly offset: number } | undefined {
  const match = /^(\/\/\/\s*<reference\s[^>]*?\bpath\s*=\s*)["']([^"']*)["']/.exec(comment);
  if (match === null) return undefined;
  const [, before = '', specifier = ''] = match;
  return { specifier, offset: before.length };
}
