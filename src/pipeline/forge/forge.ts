import type { Marker } from './marker.ts';

/** A work item or a sub-item: an issue of a forge, or a local item. */
export interface ForgeItem {
  /** The number of the issue, as text. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly isOpen: boolean;
  /** The login of the person or app that created it. */
  readonly author: string;
}

export interface ForgeComment {
  readonly id: string;
  readonly author: string;
  readonly body: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Commands in edited comments do not count. */
  readonly isEdited: boolean;
}

export interface PullRequest {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  /** The name of the branch with the change. */
  readonly head: string;
  /** The commit at the head, also after the branch was deleted. */
  readonly headCommit: string;
  /** The name of the branch that it is merged into. */
  readonly base: string;
  /** A pull request whose head branch was deleted without a merge is closed. */
  readonly state: 'open' | 'merged' | 'closed';
  /** The commit on the base branch that a merge made. */
  readonly mergeCommit?: string | undefined;
  readonly author: string;
}

export interface PullRequestReview {
  readonly id: string;
  readonly author: string;
  readonly verdict: 'approved' | 'changes-requested' | 'commented' | 'dismissed';
  /** The head commit that was reviewed. */
  readonly commit: string;
  readonly body: string;
  /** ISO 8601, UTC. */
  readonly submittedAt: string;
  /** The comments on lines that belong to the review. */
  readonly comments: readonly LineComment[];
}

/** A comment on a line of the change; on the whole file if there is no line. */
export interface LineComment {
  readonly path: string;
  /** 1-based, in the new file. */
  readonly line?: number | undefined;
  readonly body: string;
}

export interface NewItem {
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly marker: Marker;
}

export interface NewPullRequest {
  readonly title: string;
  readonly body: string;
  readonly head: string;
  readonly base: string;
  readonly marker: Marker;
}

export interface BranchUpdate {
  readonly name: string;
  /** A commit of the local repository. */
  readonly commit: string;
  /** The commit that the branch must have; undefined if it must not exist. */
  readonly expected: string | undefined;
}

export interface CommitStatus {
  readonly commit: string;
  readonly context: string;
  readonly state: 'pending' | 'success' | 'failure';
  readonly description: string;
}

/**
 * What the pipeline needs of a forge. Creating calls are never repeated blindly: the caller looks for the marker first.
 * A call that fails throws a ForgeError whose `problem` says why. A local database or repository that is damaged or locked
 * is another HoldfastError.
 */
export interface Forge extends AsyncDisposable {
  readonly kind: 'local' | 'github';
  /** The login under which Holdfast acts. */
  readonly actor: string;

  listItems(
    filter: { readonly label?: string; readonly open?: boolean },
    signal: AbortSignal,
  ): Promise<readonly ForgeItem[]>;
  /** Undefined if there is no such item. */
  readItem(id: string, signal: AbortSignal): Promise<ForgeItem | undefined>;
  createItem(item: NewItem, signal: AbortSignal): Promise<ForgeItem>;
  /** The items with this marker in all states, oldest first. */
  findItems(marker: Marker, signal: AbortSignal): Promise<readonly ForgeItem[]>;
  /** Sets the labels that start with a prefix to exactly these, and keeps all others. Sets what is missing only. */
  setLabels(id: string, prefix: string, labels: readonly string[], signal: AbortSignal): Promise<void>;
  closeItem(id: string, signal: AbortSignal): Promise<void>;
  /**
   * Shows an item below its parent. Does nothing if it is linked already, or if the forge cannot link it: the text of a
   * sub-item names its parent too.
   */
  linkSubItem(parent: string, child: string, signal: AbortSignal): Promise<void>;

  /** The comments after one, oldest first; all without a cursor. */
  listComments(id: string, after: string | undefined, signal: AbortSignal): Promise<readonly ForgeComment[]>;
  createComment(id: string, body: string, marker: Marker, signal: AbortSignal): Promise<ForgeComment>;
  findComments(id: string, marker: Marker, signal: AbortSignal): Promise<readonly ForgeComment[]>;
  /** Removes a comment that Holdfast wrote twice. Does nothing if it does not exist. */
  deleteComment(comment: string, signal: AbortSignal): Promise<void>;

  /** The commit at the tip of a branch; undefined if there is no such branch. */
  readBranch(name: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Moves a branch by compare-and-swap. Does nothing if the branch already has the commit. Throws `conflict` if it has
   * another commit than the expected one, `branch-in-use` if a worktree of the repository has checked it out, and `invalid`
   * if the name cannot exist next to another branch.
   */
  updateBranch(update: BranchUpdate, signal: AbortSignal): Promise<void>;

  /** Makes a commit of the forge available in the local repository. */
  fetchCommit(commit: string, signal: AbortSignal): Promise<void>;

  /** Throws `invalid` if a branch does not exist, nothing differs, or an open pull request has the same branches. */
  createPullRequest(request: NewPullRequest, signal: AbortSignal): Promise<PullRequest>;
  readPullRequest(number: number, signal: AbortSignal): Promise<PullRequest | undefined>;
  /** The pull requests with this marker in all states, oldest first. */
  findPullRequests(marker: Marker, signal: AbortSignal): Promise<readonly PullRequest[]>;
  retargetPullRequest(number: number, base: string, signal: AbortSignal): Promise<void>;
  /**
   * Closes a pull request.
   *
   * @param mergedWith the commit with which a person merged the change without the forge. A forge that recognizes merges by
   * itself ignores it; otherwise the pull request is merged.
   */
  closePullRequest(number: number, signal: AbortSignal, mergedWith?: string): Promise<void>;
  /** All reviews, oldest first. */
  listReviews(number: number, signal: AbortSignal): Promise<readonly PullRequestReview[]>;
  /** Posts comments on lines of a change as one review. Comments outside the change become a part of the summary. */
  createReview(
    number: number,
    review: { readonly body: string; readonly comments: readonly LineComment[]; readonly marker: Marker },
    signal: AbortSignal,
  ): Promise<void>;

  /** The ids of the reviews of a pull request with this marker, oldest first. */
  findReviews(number: number, marker: Marker, signal: AbortSignal): Promise<readonly string[]>;

  setStatus(status: CommitStatus, signal: AbortSignal): Promise<void>;
  /** The latest status of each context, sorted by context. */
  readStatuses(commit: string, signal: AbortSignal): Promise<readonly CommitStatus[]>;
  /** Whether a person may write to the repository. The forge is queried each time. */
  canWrite(login: string, signal: AbortSignal): Promise<boolean>;
}
