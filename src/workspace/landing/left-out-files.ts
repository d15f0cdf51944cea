import path from 'node:path';
import { pathExists } from '../files/safe-path.ts';
import { Git } from '../git/git.ts';
import { parseListing } from '../git/index-entries.ts';
import type { UserRepository } from '../store/private-repository.ts';
import { splitIntoBatches } from '../git/batch-reads.ts';
import type { Merge } from './merge.ts';

/**
 * Treats the files that a sparse checkout leaves out as missing: they are in the index, but a landing creates them on disk.
 */
export async function treatLeftOutAsMissing(user: UserRepository, merge: Merge, signal?: AbortSignal): Promise<Merge> {
  const git = new Git(user.topLevel, { GIT_LITERAL_PATHSPECS: '1' });
  const leftOut = new Set<string>();
  for (const batch of splitIntoBatches(merge.changes.map(({ path: file }) => file))) {
    const call = { action: 'read the index', signal };
    const listed = await git.call(['ls-files', '-z', '-v', '--stage', '--', ...batch], call);
    for (const { tag, path: file } of parseListing(listed.stdout)) {
      if (tag.toUpperCase() === 'S' && !(await pathExists(path.join(user.topLevel, file)))) leftOut.add(file);
    }
  }
  if (leftOut.size === 0) return merge;
  const changes = merge.changes.map((change) =>
    leftOut.has(change.path) ? { path: change.path, after: change.after } : change,
  );
  return { ...merge, changes };
}
