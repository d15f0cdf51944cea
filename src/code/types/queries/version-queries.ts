/** An export whose type is compared with its type in an earlier text of the file. */
export interface VersionQuery {
  /** The exported name; an identifier. */
  readonly name: string;
  /** Whether the export is a type, which importers both produce and consume. Otherwise it is a value. */
  readonly isType: boolean;
  /** The earlier type, written so that it is valid at the end of the earlier text. */
  readonly typeBefore: string;
}

export interface VersionsRequest {
  /** Relative to the root of the tree, with `/`. */
  readonly file: string;
  /** The complete earlier text of the file. */
  readonly before: string;
  readonly queries: readonly VersionQuery[];
}

/** The verdict of the type checker about the change of one export. */
export interface VersionVerdict {
  readonly compatibility: 'breaking' | 'compatible';
  /** Both types on one line, as the type checker prints them; empty if too long to display. */
  readonly typeBefore: string;
  readonly typeAfter: string;
}

/** The verdicts by exported name. An export without a verdict is undecided. */
export type VersionVerdicts = ReadonlyMap<string, VersionVerdict>;
