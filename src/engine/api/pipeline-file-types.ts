import type { DataPath } from '../../contract/document.ts';
import type { PipelineDocument } from '../../pipeline/configuration/pipeline-document.ts';

/** `.holdfast/pipeline.yaml` of the working tree with what it means for the files of the tree. */
export interface PipelineFileCheck {
  /** Its problems include the globs that match no file. */
  readonly document: PipelineDocument;
  /** The values that hold globs, in the order of the file. Empty if the file has errors. */
  readonly globs: readonly GlobMatches[];
}

/** The files that a value with globs matches: a list, or one glob. */
export interface GlobMatches {
  readonly path: DataPath;
  readonly files: number;
}
