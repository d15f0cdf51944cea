import { listCommit } from '../git/commit-listing.ts';
import type { CommitListing } from '../git/commit-listing.ts';
import type { Git } from '../git/git.ts';

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
