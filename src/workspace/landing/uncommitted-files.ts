import path from 'node:path';
import { pathExists } from '../files/safe-path.ts';
import { splitIntoBatches } from '../git/batch-reads.ts';
import type { Git } from '../git/git.ts';
import { parseListing } from '../git/index-entries.ts';

/**
 * The files in which the user has uncommitted changes, among the given ones. Ignored and untracked files count, as do files
 * whose changes git is configured to ignore.
 *
 * @param git the user's repository, with literal pathspecs
 * @param files relative to the top level
 */
export async function listUncommittedFiles(
  git: Git,
  topLevel: string,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const action = 'look for uncommitted changes';
  const options = ['--porcelain=v1', '-z', '--no-renames', '--untracked-files=all', '--ignored=matching'];
  const changed = new Set<string>();
  for (const batch of splitIntoBatches(files)) {
    const status = await git.fields(['status', ...options, '--', ...batch], { action, signal });
    for (const field of status) changed.add(field.slice(3));
    const listed = await git.call(['ls-files', '-z', '-v', '--stage', '--', ...batch], { action, signal });
    for (const { tag, path: file } of parseListing(listed.stdout)) {
      // A sparse checkout leaves the file out, so the user has no changes in it.
      const isLeftOut = tag === 'S' && !(await pathExists(path.join(topLevel, file)));
      if (tag !== 'H' && !isLeftOut) changed.add(file);
    }
  }
  return [...changed].sort();
}
