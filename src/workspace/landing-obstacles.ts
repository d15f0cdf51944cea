import path from 'node:path';
import { isOnDisk, obstacleAbove, readDiskEntry } from './disk-entries.ts';
import { below } from './folder-paths.ts';
import type { LandingPlace } from './landing-place.ts';
import type { Conflict, Merge } from './merge.ts';

/**
 * Looks for files on disk that git does not see and that stand where the merge writes: ignored ones, folders, links.
 * An ignored file that already is what the merge would write is left out of the merge's changes.
 */
export async function heedObstacles(place: LandingPlace, merge: Merge): Promise<Merge> {
  const removed = new Set(merge.changes.filter(({ after }) => after === undefined).map(({ path: file }) => file));
  const conflicts: Conflict[] = [...merge.conflicts];
  const there = new Set<string>();
  for (const { path: file, before, after } of merge.changes) {
    if (after === undefined) continue;
    const obstacle = await obstacleAbove(place.topLevel, file);
    if (obstacle !== undefined) {
      if (!removed.has(obstacle))
        conflicts.push({
          file,
          reason: `${below(place.prefix, obstacle)} is a link or a file where a folder is needed`,
        });
      continue;
    }
    if (before !== undefined) continue;
    const found = await readDiskEntry(path.join(place.topLevel, file), place.traits);
    if (found === undefined) continue;
    if (found === 'folder') {
      if (![...removed].some((other) => other.startsWith(`${file}/`))) {
        conflicts.push({ file, reason: 'there is a folder of this name' });
      }
    } else if (isOnDisk(found, after, place.traits)) {
      there.add(file);
    } else if (!(place.traits.foldsCase && [...removed].some((other) => other.toLowerCase() === file.toLowerCase()))) {
      conflicts.push({
        file,
        reason: 'there is a file of this name that git ignores, or that was left out of the base',
      });
    }
  }
  return { ...merge, conflicts, changes: merge.changes.filter(({ path: file }) => !there.has(file)) };
}
