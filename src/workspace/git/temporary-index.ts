import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from './git.ts';
import { formatIndexInfo } from './index-entries.ts';
import type { TreeEntry } from './index-entries.ts';

export interface TreeEdit {
  readonly tree: string;
  /** The entries to write by path; `undefined` removes an entry. */
  readonly entries: Iterable<readonly [path: string, entry: TreeEntry | undefined]>;
  /** Absolute path of a folder for a temporary index. */
  readonly temporaryFolder: string;
  readonly signal?: AbortSignal | undefined;
}

/** Writes a tree with other entries than an existing tree. The contents of the new entries need not exist. */
export async function writeEditedTree(
  createGit: (options: { readonly index: string }) => Git,
  { tree, entries, temporaryFolder, signal }: TreeEdit,
): Promise<string> {
  const index = path.join(temporaryFolder, `index-${randomUUID()}`);
  const git = createGit({ index });
  const call = { action: 'write the tree', signal };
  try {
    await git.call(['read-tree', tree], call);
    const input = formatIndexInfo(entries, '0'.repeat(tree.length));
    await git.call(['update-index', '-z', '--add', '--replace', '--index-info'], { ...call, input });
    return await git.text(['write-tree', '--missing-ok'], call);
  } finally {
    await Promise.all([rm(index, { force: true }), rm(`${index}.lock`, { force: true })]);
  }
}
