/** The file with the counts of refusals of a session. It is written before the end is refused. */
export interface CountFile {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
}
