import type { Git } from './git.ts';
import { GITLINK_MODE, SYMLINK_MODE } from './index-entries.ts';
import type { TreeEntry } from './index-entries.ts';
import { listTree } from './list-tree.ts';

export interface CommitListing {
  /** The files and symbolic links. */
  readonly files: ReadonlySet<string>;
  /** The symbolic links among the files. */
  readonly links: readonly string[];
  readonly submodules: readonly string[];
}

/** Lists the files and submodules of a commit. */
export async function listCommit(git: Git, commit: string, signal: AbortSignal | undefined): Promise<CommitListing> {
  return toListing(await listTree(git, commit, signal));
}

type ListedPath = Pick<TreeEntry, 'mode'> & { readonly path: string };

/** The listing of a commit whose entries are known, without some of them. */
export function toCommitListing(entries: readonly ListedPath[], leftOut: readonly ListedPath[]): CommitListing {
  const paths = new Set(leftOut.map(({ path }) => path));
  return toListing(entries.filter(({ path }) => !paths.has(path)));
}

function toListing(entries: Iterable<ListedPath>): CommitListing {
  const files = new Set<string>();
  const links: string[] = [];
  const submodules: string[] = [];
  for (const { mode, path } of entries) {
    if (mode === GITLINK_MODE) {
      submodules.push(path);
      continue;
    }
    files.add(path);
    if (mode === SYMLINK_MODE) links.push(path);
  }
  return { files, links, submodules };
}
