/** What a fix changes. Paths are relative to the root of the tree, with `/`. */
export type FixChange =
  /** Replaces the text of a file. */
  | { readonly kind: 'text'; readonly file: string; readonly text: string }
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
  | { readonly kind: 'run-chunk'; readonly chunk: string };

/** A mechanical fix of one finding. A person decides whether it is applied. */
export interface MechanicalFix {
  /** For people: `Rename checkHealht to checkHealth`. */
  readonly title: string;
  readonly change: FixChange;
  /** Whether it is the most probable one of the finding. */
  readonly isPreferred: boolean;
}
