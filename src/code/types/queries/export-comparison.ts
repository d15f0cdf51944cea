/** An export whose type is compared with its type in an earlier text of the file. */
export interface ExportComparison {
  /** The exported name; an identifier. */
  readonly name: string;
  /**
   * Whether the export is a type; otherwise it is a value. Types are compared in both directions, because importers both
   * create and read values of a type.
   */
  readonly isType: boolean;
  /** The earlier type, as a type expression that is valid at the end of the earlier text. */
  readonly typeBefore: string;
}

export interface ExportComparisonRequest {
  /** Relative to the root of the tree, with `/`. */
  readonly file: string;
  /** The complete earlier text of the file. */
  readonly before: string;
  readonly queries: readonly ExportComparison[];
}

/** The verdict of the type checker about the change of one export. */
export interface ExportVerdict {
  readonly compatibility: 'breaking' | 'compatible';
  /** The earlier type, as the type checker prints it on one line; empty if it is too long to display. */
  readonly typeBefore: string;
  /** The current type, in the same form. */
  readonly typeAfter: string;
}

/** The verdicts by exported name. An export without a verdict is undecided. */
export type ExportVerdicts = ReadonlyMap<string, ExportVerdict>;
