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

/** What a fix does, with the values of its title. */
export type FixAction =
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'use-name'; readonly name: string }
  | { readonly kind: 'export'; readonly name: string }
  | { readonly kind: 'use-file'; readonly file: string }
  | { readonly kind: 'create-file'; readonly file: string }
  | { readonly kind: 'use-signature'; readonly signature: string }
  | { readonly kind: 'propose-amendment' }
  | { readonly kind: 'make-suggestion' }
  | { readonly kind: 'run-chunk'; readonly chunk: string }
  | { readonly kind: 'replace-text'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove-key'; readonly key: string }
  | { readonly kind: 'remove-reference' };

/** A mechanical fix of one finding. A person decides whether it is applied. */
export interface MechanicalFix {
  readonly action: FixAction;
  readonly change: FixChange;
  /** Whether it is the most probable one of the finding. */
  readonly isPreferred: boolean;
}
