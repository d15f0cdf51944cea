import type { ts } from 'ts-morph';
import { LineMap } from '../../../shared/position.ts';
import type { TypeScript } from '../../typescript-parser.ts';
import { syntaxErrorOf } from '../declared-names.ts';

/** Why an expected text cannot be read. */
export interface ExpectedError {
  readonly error: string;
}

/** A piece of the expected text inside the least TypeScript that makes it parse. */
export interface Fragment {
  readonly source: ts.SourceFile;
  readonly text: string;
  /** How much text was put before the piece. */
  readonly before: number;
  readonly problem: { readonly message: string; readonly start: number } | undefined;
}

export function parseFragment(typescript: TypeScript, before: string, piece: string, after: string): Fragment {
  const text = before + piece + after;
  const source = typescript.createSourceFile('expected.ts', text, typescript.ScriptTarget.Latest, true);
  const found = syntaxErrorOf(typescript, source);
  const start = Math.max(0, Math.min((found?.start ?? 0) - before.length, piece.length));
  return { source, text, before: before.length, problem: found && { message: found.message, start } };
}

/** Says what is wrong with an expected text at an offset, with line and column where it has several lines. */
export function syntaxProblem(expected: string, offset: number, message: string): ExpectedError {
  const { line, column } = new LineMap(expected).positionAt(offset);
  const place = expected.includes('\n') ? `line ${line}, column ${column}` : `column ${column}`;
  return { error: `Failed to read the expected text at ${place}: ${message}` };
}
