/** What only landings and reviews of results use. Loaded at the first use: a check reads files and commits only. */
export { addObstructionConflicts } from './landing/disk-entries.ts';
export { keepLandedTrees, readCommittedTrees, readLandedTrees } from './landing/landed-trees.ts';
export { treatLeftOutAsMissing } from './landing/left-out-files.ts';
export { mergeSnapshots } from './landing/merge.ts';
export { PreparedLanding } from './landing/prepared-landing.ts';
export { overlayUnsaved, readWritePlan } from './hunks/plan-writes.ts';
export { readTreeFiles, toResultFile } from './hunks/result-files.ts';
export { selectHunks } from './hunks/select-hunks.ts';
export { createCommit } from './store/create-commit.ts';
export { findMergeBase, importCommit } from './holdout/import-commit.ts';
