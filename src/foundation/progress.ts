/** What is being done, for a person who waits. */
export interface Progress {
  /** A noun phrase without a full stop: "Reading files". */
  readonly what: string;
  /** How many are done. */
  readonly done?: number | undefined;
  /** How many there are. */
  readonly total?: number | undefined;
}

export type ProgressReporter = (progress: Progress) => void;
