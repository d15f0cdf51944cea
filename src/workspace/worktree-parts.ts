/** What only snapshots, worktrees and questions about the user's tree use. Loaded at the first use: most commands open neither. */
export { listConcealedFolders } from './holdout/concealed-folders.ts';
export { findHiddenTexts, readFolderTexts } from './holdout/hidden-texts.ts';
export { IsolatedRepositories, removeUnusedRepositories } from './holdout/isolated-repositories.ts';
export { readChangeWithout } from './holdout/read-change.ts';
export { findHooksFolder, listHookFolders } from './landing/commit-hooks.ts';
export { recoverLandings } from './landing/recovery.ts';
export { listUncommittedFiles } from './landing/uncommitted-files.ts';
export { createBaseSnapshot } from './worktree/base-snapshot.ts';
export { cleanUpAttempts } from './worktree/cleanup.ts';
export { createIndexSnapshot } from './worktree/index-snapshot.ts';
export { openAttemptWorktree } from './worktree/open-worktree.ts';
export { openScratchFolder } from './worktree/scratch-folder.ts';
export { listPackagesOutside } from './worktree/user-tree-view.ts';
