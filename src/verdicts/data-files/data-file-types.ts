import type { DataFileKind } from '../../workspace/configuration/data-file-kinds.ts';
import type { DataPath } from '../../contract/document.ts';
import type { DataFileDocument } from '../../contract/read/read-data-file.ts';

export type { DataFileKind } from '../../workspace/configuration/data-file-kinds.ts';

/** A file that people write under `.holdfast/`, as it is in the working tree, with what it means for the tree. */
export interface DataFileCheck {
  readonly kind: DataFileKind;
  /** Its problems include those that other files cause, such as a glob that matches no file. */
  readonly document: DataFileDocument<unknown>;
  /** The values that hold globs, in the order of the file. Empty if the file has errors. */
  readonly globs: readonly GlobMatches[];
}

/** The files that a value with globs matches: a list, or one glob. */
export interface GlobMatches {
  readonly path: DataPath;
  readonly files: number;
}
