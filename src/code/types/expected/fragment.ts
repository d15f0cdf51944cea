import type { ts } from 'ts-morph';
import { LineMap } from '../../../foundation/position.ts';
import { findFirstSyntaxError } from '../../declarations/declared-names.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';

/** Why an expected text is invalid. */
export interface ExpectedTextError {
  readonly error: string;
}

/** A piece of an expected text, wrapped in the code that turns it into valid TypeScript. */
export interface Fragment {
  readonly source: ts.SourceFile;
  /** The first syntax error; `start` is an offset in the piece. */
  readonly syntaxError: { readonly message: string; readonly start: number } | undefined;
}

export function parseFragment(typescript: TypeScript, before: string, piece: string, after: string): Fragment {
  const text = before + piece + after;
  const source = typescript.createSourceFile('expected.ts', text, typescript.ScriptTarget.Latest, true);
  const error = findFirstSyntaxError(typescript, source);
  const start = Math.max(0, Math.min((error?.start ?? 0) - before.length, piece.length));
  return { source, syntaxError: error && { message: error.message, start } };
}

/** The error for an offset of an expected text, with line and column if the text has several lines. */
export function syntaxErrorAt(expected: string, offset: number, message: string): ExpectedTextError {
  const { line, column } = new LineMap(expected).positionAt(offset);
  const position = expected.includes('\n') ? `line ${line}, column ${column}` : `column ${column}`;
  return { error: `Invalid expected type at ${position}: ${message}` };
}
