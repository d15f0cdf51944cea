import type { SourceNode } from './source-node.ts';
import type { SourceProblem } from './source-problem.ts';

export type SourceFormat = 'yaml' | 'json';

/** The result of parsing a text, which may be incomplete if the text has errors. */
export interface ParsedSource {
  readonly format: SourceFormat;
  /** `undefined` if the text contains no value that could be parsed. */
  readonly root: SourceNode | undefined;
  /** Syntax errors, duplicate keys, invalid aliases, and additional documents. */
  readonly problems: readonly SourceProblem[];
  /** The number of YAML documents with content; 1 for JSON. */
  readonly documentCount: number;
}

/** The maximum nesting depth. Deeper nesting could overflow the stack of recursive code. No contract needs more. */
export const MAX_DEPTH = 100;

export const TOO_DEEP_MESSAGE = `The file is nested more than ${MAX_DEPTH} levels deep. Reduce the nesting.`;

/** The maximum size of a text in bytes. Larger texts are not parsed. */
export const MAX_BYTES = 10 * 1024 * 1024;

/** The maximum number of syntax errors that are reported for one text. */
export const MAX_SYNTAX_PROBLEMS = 100;
