import { createProtectedMatcher } from '../workspace/files/protected-files.ts';
import type { SourceTree } from '../workspace/files/source-tree.ts';
import { HOLDOUT_FILES } from './shared-files.ts';

/** Whether a path is one of the files that no attempt and no model sees [ASSERT-SCEN-002]. */
export const isHoldoutFile = createProtectedMatcher({ globs: HOLDOUT_FILES, paths: [] });

type Readable = Pick<SourceTree, 'listFiles' | 'readText'>;

/** A tree as models may see it. */
export function withoutHoldoutFiles(tree: Readable): Readable {
  return {
    listFiles: async () => (await tree.listFiles()).filter((file) => !isHoldoutFile(file)),
    readText: (file) => (isHoldoutFile(file) ? Promise.resolve(undefined) : tree.readText(file)),
  };
}
