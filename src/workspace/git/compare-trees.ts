import type { Git } from './git.ts';
import { isSameEntry, parseTreeChanges } from './index-entries.ts';
import type { TreeChange } from './index-entries.ts';
import { knownListing } from './list-tree.ts';
import type { ListedFile } from './object-memory.ts';

/**
 * Lists the paths that differ between two trees, without renames. Git is called only if the listing of one of them is not
 * remembered.
 */
export async function compareTrees(
  git: Git,
  from: string,
  to: string,
  { action, signal }: { readonly action: string; readonly signal?: AbortSignal | undefined },
): Promise<TreeChange[]> {
  if (from === to) return [];
  const known = compareListings(knownListing(git, from), knownListing(git, to));
  if (known !== undefined) return known;
  const compare = ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', from, to];
  return parseTreeChanges((await git.call(compare, { action, signal })).stdout);
}

/** `undefined` if a listing is missing, or if several names that are not UTF-8 look the same in it. */
function compareListings(
  from: readonly ListedFile[] | undefined,
  to: readonly ListedFile[] | undefined,
): TreeChange[] | undefined {
  if (from === undefined || to === undefined) return undefined;
  const before = new Map(from.map(({ path, mode, object }) => [path, { mode, object }]));
  const after = new Map(to.map(({ path, mode, object }) => [path, { mode, object }]));
  if (before.size < from.length || after.size < to.length) return undefined;
  const changes: TreeChange[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const change = { path, before: before.get(path), after: after.get(path) };
    if (!isSameEntry(change.before, change.after)) changes.push(change);
  }
  // Git's order.
  return changes.sort((one, other) => Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)));
}
