/** A write that was not made, and why, in words for the model. */
export interface WriteRefusal {
  readonly refused: string;
}

/**
 * The files of one attempt. Paths are relative to the tree's root and written with `/`. What must not be written is
 * refused, either by the answer or by a HoldfastError; either way the model is told the reason.
 */
export interface AgentFiles {
  /** The text of a file, or undefined where there is none. */
  read(path: string): Promise<string | undefined>;
  /** Every file of the tree that is not ignored. */
  list(): Promise<readonly string[]>;
  write(path: string, content: string): Promise<WriteRefusal | undefined>;
  remove(path: string): Promise<WriteRefusal | undefined>;
}
