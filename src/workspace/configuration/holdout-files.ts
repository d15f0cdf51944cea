import { expandHome } from '../files/home-path.ts';
import { createProtectedMatcher } from '../files/protected-files.ts';
import type { SourceTree } from '../files/source-tree.ts';
import type { Configuration } from './configuration.ts';
import { HOLDOUT_FILES, SCENARIOS_FOLDER } from './shared-files.ts';

/** Whether a path is one of the files that no attempt and no model sees [ASSERT-SCEN-002]. */
export const isHoldoutFile = createProtectedMatcher({ globs: HOLDOUT_FILES, paths: [] });

/** The folder of scenarios that contains a file of the holdout. */
export function holdoutFolderOf(file: string): string {
  return file.slice(0, file.toLowerCase().indexOf(`${SCENARIOS_FOLDER}/`) + SCENARIOS_FOLDER.length);
}

/** What a worktree leaves out, and which folders its commands must not see, so that no scenario is in their output. */
export function holdoutOf({ scenarios: { folder } }: Pick<Configuration, 'scenarios'>): {
  readonly without: readonly string[];
  readonly hidden: readonly string[];
} {
  return { without: HOLDOUT_FILES, hidden: folder === undefined ? [] : [expandHome(folder)] };
}

type Readable = Pick<SourceTree, 'listFiles' | 'readText'>;

/** A tree as models may see it. */
export function withoutHoldoutFiles(tree: Readable): Readable {
  return {
    listFiles: async () => (await tree.listFiles()).filter((file) => !isHoldoutFile(file)),
    readText: (file) => (isHoldoutFile(file) ? Promise.resolve(undefined) : tree.readText(file)),
  };
}
