import type { Merge } from './merge.ts';

/**
 * Treats the files that a sparse checkout leaves out as missing: the snapshot contains them, but a landing creates them on
 * disk.
 *
 * @param absent the files that the merged snapshot of the user's tree has and the disk has not
 */
export function treatLeftOutAsMissing(absent: readonly string[], merge: Merge): Merge {
  if (absent.length === 0) return merge;
  const leftOut = new Set(absent);
  const changes = merge.changes.map((change) =>
    leftOut.has(change.path) ? { path: change.path, after: change.after } : change,
  );
  return { ...merge, changes };
}
