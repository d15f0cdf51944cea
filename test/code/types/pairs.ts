/** What is to come out: the same, something else, or that it cannot be told. */
export type Outcome = 'equal' | 'different' | 'undecided';

/** A declaration, and what it is held to. */
export interface Pair {
  readonly title: string;
  /** The whole text of a file. */
  readonly text: string;
  readonly name: string;
  readonly expected: string;
  readonly outcome: Outcome;
  /** The folder, which has compiler options of its own. */
  readonly folder?: 'strict' | 'exact' | 'loose' | 'none';
  /** How the file's name ends; `.ts` where absent. */
  readonly extension?: string;
}

type Row = readonly [text: string, expected: string, outcome: Outcome];

/** Pairs about one name. */
export function rows(title: string, name: string, folder: Pair['folder'], ...pairs: readonly Row[]): readonly Pair[] {
  return pairs.map(([text, expected, outcome]) => ({ title, text, name, expected, outcome, folder }));
}
