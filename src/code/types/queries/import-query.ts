/** An import that a file could write, for what it would receive. */
export interface ImportQuery {
  /** The importing file, relative to the root of the tree, with `/`. */
  readonly file: string;
  /** The module as the file writes it; absent for the file itself. */
  readonly specifier?: string | undefined;
  /** The imported name; `*` for the whole module. */
  readonly name: string;
}

/** What the type checker knows of an import. */
export interface ReceivedImport {
  /** Whether the module has the name; `undefined` if the module is not found, or has no types. */
  readonly exists: boolean | undefined;
  /**
   * What importers can do with the value: `callable` and `not-callable`, `closed-class` for a class that is abstract or has no
   * public constructor, `any` if its type is `any`, and `none` if the name
   * is a type only. `undefined` if its type cannot be resolved.
   */
  readonly value: 'callable' | 'not-callable' | 'closed-class' | 'any' | 'none' | undefined;
  /** The type of the value, as the type checker prints it. Present for `not-callable`. */
  readonly type?: string | undefined;
}

/** What is known of an import that the type checker does not decide. */
export const UNDECIDED_IMPORT: ReceivedImport = { exists: undefined, value: undefined };
