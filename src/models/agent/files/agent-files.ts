/** The refusal of a write. */
export interface WriteRefusal {
  /** The reason, for the model. */
  readonly refused: string;
}

/**
 * The files of one attempt. Paths are relative to the root of the tree and use `/`. A forbidden write returns a refusal
 * or throws a HoldfastError; in both cases the model receives the reason.
 */
export interface AgentFiles {
  /** The text of a file; `undefined` if it does not exist. */
  read(path: string): Promise<string | undefined>;
  /** All files of the tree that are not ignored. */
  list(): Promise<readonly string[]>;
  /** Why a file may not be written at all. */
  findRefusal(path: string): Promise<WriteRefusal | undefined>;
  write(path: string, content: string): Promise<WriteRefusal | undefined>;
  remove(path: string): Promise<WriteRefusal | undefined>;
}
