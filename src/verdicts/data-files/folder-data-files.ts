import type { DataFileKind } from '../../workspace/configuration/data-file-kinds.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { loadDataFileReader } from './data-file-table.ts';
import type { DataFileCheck } from './data-file-types.ts';

/** The files under `.holdfast/`. */
export interface DataFiles {
  /** The files of a kind as they are now, unsaved text included, sorted by path. Only reads files. */
  check(kind: DataFileKind): Promise<readonly DataFileCheck[]>;
}

/** The files under `.holdfast/` of a tree. */
export function createDataFiles(tree: SourceTree): DataFiles {
  return { check: async (kind) => (await loadDataFileReader(kind)).check(tree) };
}
