/** The expected outcome of a comparison. */
export type Outcome = 'equal' | 'different' | 'undecided';

/** A declaration and its expected type. */
export interface Pair {
  readonly title: string;
  /** The complete text of the file. */
  readonly text: string;
  readonly name: string;
  readonly expected: string;
  readonly outcome: Outcome;
  /** The folder of the file. Each folder has its own compiler options. */
  readonly folder?: 'strict' | 'exact' | 'loose' | 'implicit' | 'none' | undefined;
  /** The file extension; default: `.ts`. */
  readonly extension?: string;
}

type Row = readonly [text: string, expected: string, outcome: Outcome];

/** Creates pairs with a common title, name and folder. */
export function rows(title: string, name: string, folder: Pair['folder'], ...pairs: readonly Row[]): readonly Pair[] {
  return pairs.map(([text, expected, outcome]) => ({ title, text, name, expected, outcome, folder }));
}
