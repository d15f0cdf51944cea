import type { SourceNode } from './source-node.ts';
import type { SourceProblem } from './source-problem.ts';

export type SourceFormat = 'yaml' | 'json';

/** What a text holds, as far as it could be read. */
export interface ParsedSource {
  readonly format: SourceFormat;
  /** Absent where the text holds nothing that could be read. */
  readonly root: SourceNode | undefined;
  /** Mistakes of the notation itself: syntax, duplicate keys, aliases, several documents. */
  readonly problems: readonly SourceProblem[];
  /** How many YAML documents with content the text holds; 1 for JSON. */
  readonly documents: number;
}

/** Deeper nesting is refused: no contract needs it, and readers that recurse would end in a stack overflow. */
export const MAX_DEPTH = 100;

/** Texts above this size are refused before they are parsed. */
export const MAX_BYTES = 10 * 1024 * 1024;

/** Mistakes of notation beyond this count add nothing a person could use. */
export const MAX_SYNTAX_PROBLEMS = 100;
