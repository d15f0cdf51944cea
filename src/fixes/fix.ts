import type { ChangedText } from '../analysis/analysis.ts';

/** What a fix changes. Paths are relative to the root of the tree, with `/`. */
export type FixChange =
  /** Replaces the text of a file. */
  | { readonly kind: 'text'; readonly file: string; readonly text: string }
  /** Replaces the texts of several files, if each still has the earlier text. */
  | { readonly kind: 'texts'; readonly texts: readonly ChangedText[] }
  /** Creates an empty file. */
  | { readonly kind: 'create-file'; readonly file: string }
  /** Renames a declaration and its uses. Line and column start at 1. */
  | {
      readonly kind: 'rename';
      readonly file: string;
      readonly line: number;
      readonly column: number;
      readonly from: string;
      readonly to: string;
    }
  /**
   * Proposes an amendment of the contract by what the code has.
   * @property requirement the path of what requires it, such as `chunks[0].functions[1]`
   */
  | { readonly kind: 'propose-amendment'; readonly chunk: string; readonly requirement: string }
  | { readonly kind: 'run-chunk'; readonly chunk: string };

/** A mechanical fix of one finding. A person decides whether it is applied. */
export interface MechanicalFix {
  /** For people: `Rename checkHealht to checkHealth`. */
  readonly title: string;
  readonly change: FixChange;
  /** Whether it is the most probable one of the finding. */
  readonly isPreferred: boolean;
}
