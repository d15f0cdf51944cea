/** An export of a file whose declaration reads otherwise in an earlier text of the file. */
export interface VersionQuestion {
  /** The name that importers write; an identifier. */
  readonly name: string;
  /** Whether it is a type: what others make and read. Otherwise it is a value, which others read or call. */
  readonly isType: boolean;
  /** Its earlier type, as it can be written at the end of the earlier text. */
  readonly before: string;
}

export interface VersionsRequest {
  /** Relative to the tree's root, with `/`. */
  readonly file: string;
  /** The whole earlier text. */
  readonly before: string;
  readonly questions: readonly VersionQuestion[];
}

/** What the type checker says of one export. */
export interface VersionVerdict {
  readonly compatibility: 'breaking' | 'compatible';
  /** Its types in one line, as the checker prints them. */
  readonly was: string;
  readonly is: string;
}

/** The verdicts by name. Of an export that is left out nothing is sure. */
export type VersionVerdicts = ReadonlyMap<string, VersionVerdict>;
