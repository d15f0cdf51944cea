import { splitFields } from '../git/git.ts';
import type { Git } from '../git/git.ts';
import { GITLINK_MODE, SYMLINK_MODE } from '../git/index-entries.ts';

export interface CommitListing {
  /** The files and symbolic links. */
  readonly files: ReadonlySet<string>;
  /** The symbolic links among the files. */
  readonly links: readonly string[];
  readonly submodules: readonly string[];
}

/** Lists the files and submodules of a commit. */
export async function listCommit(git: Git, commit: string, signal: AbortSignal | undefined): Promise<CommitListing> {
  const listed = await git.call(['ls-tree', '-r', '-z', '--full-tree', commit], {
    action: 'list the files of the commit',
    signal,
  });
  const files = new Set<string>();
  const links: string[] = [];
  const submodules: string[] = [];
  for (const field of splitFields(listed.stdout)) {
    const file = field.slice(field.indexOf('\t') + 1);
    if (field.startsWith(GITLINK_MODE)) {
      submodules.push(file);
      continue;
    }
    files.add(file);
    if (field.startsWith(SYMLINK_MODE)) links.push(file);
  }
  return { files, links, submodules };
}

/** The listings of the two commits that a worktree works with: its base, which never changes, and one other commit. */
export class CommitListings {
  readonly #git: Git;
  readonly #base: { readonly commit: string; readonly listing: CommitListing };
  #other: { readonly commit: string; readonly listing: Promise<CommitListing> } | undefined;

  constructor(git: Git, base: { readonly commit: string; readonly listing: CommitListing }) {
    this.#git = git;
    this.#base = base;
  }

  get base(): CommitListing {
    return this.#base.listing;
  }

  /** Repeated questions about the same commit are answered from memory. */
  async list(commit: string, signal?: AbortSignal): Promise<CommitListing> {
    if (commit === this.#base.commit) return this.#base.listing;
    if (this.#other?.commit === commit) return this.#other.listing;
    const listing = listCommit(this.#git, commit, signal);
    const other = { commit, listing };
    this.#other = other;
    listing.catch(() => {
      if (this.#other === other) this.#other = undefined;
    });
    return listing;
  }
}
