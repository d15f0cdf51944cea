/** The part of a result that waits for review. */
export interface ResultPartOptions {
  /** The ids of hunks. Default: every hunk that is not rejected. */
  readonly only?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How a reviewed result is accepted. */
export interface AcceptOptions extends ResultPartOptions {
  /** Files that the person has merged with the result: their content stays, and is checked with the rest. */
  readonly resolved?: readonly string[] | undefined;
  /** Whether the result may be committed to another branch than the one that its run started on. */
  readonly anyBranch?: boolean | undefined;
}
