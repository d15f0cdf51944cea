import type { DataFileKind } from '../../workspace/configuration/data-file-kinds.ts';
import type { JsonSchema } from '../../contract/json-schema/contract-json-schema.ts';
import type { DataFileDocument } from '../../contract/read/read-data-file.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { DataFileCheck } from './data-file-types.ts';

/** The files of a working tree, with unsaved text. */
export type DataFileTree = Pick<SourceTree, 'readText' | 'listFiles'>;

/** How the files of one kind are read. */
export interface DataFileReader {
  /** The JSON Schema (draft 7) of a file, for completion and hovers in editors. */
  readonly schema: () => JsonSchema;
  /** Reads and checks all files of the kind, sorted by path. Only reads files. */
  readonly check: (tree: DataFileTree) => Promise<readonly DataFileCheck[]>;
}

/** The checks of files whose values have no globs. */
export function toDataFileChecks(
  kind: DataFileKind,
  documents: readonly DataFileDocument<unknown>[],
): readonly DataFileCheck[] {
  return documents.map((document) => ({ kind, document, globs: [] }));
}
