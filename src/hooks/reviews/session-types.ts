import type { AgentClientId } from '../clients/agent-client.ts';
import type { ChangeCheckDepth } from '../../run/change/change-types.ts';
import type { HunkReview, ShownHunk, TakeBackPlan, TakenBack } from '../../run/reviewed-change/review-types.ts';

/**
 * Whose change is reviewed.
 *
 * - `session`: the work of an agent since the recorded start of its session
 * - `uncommitted`: what differs from the commit that is checked out
 * - `since`: what differs from the merge base with a revision; without one, with the default branch
 */
export type ReviewSubject =
  | { readonly kind: 'session'; readonly session: string }
  | { readonly kind: 'uncommitted' }
  | { readonly kind: 'since'; readonly revision?: string | undefined };

/** A session of an agent in a worktree of the repository. */
export interface RecordedSession {
  readonly session: string;
  /** The client, if it is known. */
  readonly client: AgentClientId | undefined;
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  /** Whether the folder is that of the engine. */
  readonly isHere: boolean;
  /** ISO 8601. */
  readonly startedAt: string;
}

export interface SessionReviewOptions {
  /** Default: `files`, which runs no command. */
  readonly depth?: ChangeCheckDepth | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A change with its snapshot, for a comparison with the change of another worktree. */
export interface ComparedSession {
  /** Absolute path of the git directory with the snapshot. */
  readonly directory: string;
  /** The commit of the snapshot. */
  readonly head: string;
  /** The folder, for messages. */
  readonly folder: string;
}

/** [SESSION-1] One reason why the changes of two worktrees do not fit together. */
export interface SessionMisfit {
  /** `lines`: both changed the same lines. Otherwise, code of one uses what the other changed. */
  readonly kind: 'lines' | 'broken-import' | 'broken-use';
  readonly file: string;
  readonly line?: number | undefined;
  readonly message: string;
}

/** [SESSION-1] The changes of sessions, worktrees and ranges, and what a person reviewed of them. Commits nothing. */
export interface Sessions {
  /** The sessions that are recorded for the repository, newest first, also those of its other worktrees. */
  list(): Promise<readonly RecordedSession[]>;
  /** Finds a session of the repository by its id, or by an unambiguous prefix of it. Throws `not-found`. */
  find(name: string): Promise<RecordedSession>;
  /** Reads the change of a subject in this folder, with its verdict and with what is reviewed. */
  review(subject: ReviewSubject, options?: SessionReviewOptions): Promise<HunkReview>;
  /** The text of a file of a commit, such as the base of a review; `undefined` if there is none, or if it is not text. */
  readText(commit: string, path: string): Promise<string | undefined>;
  /** Stores which hunks a person has reviewed, by their keys. */
  setReviewed(keys: readonly string[], isReviewed: boolean): Promise<void>;
  /**
   * Writes the files without some hunks: all or nothing. The hunks are no longer reviewed. Throws `conflict` if a file is not
   * what was shown.
   */
  takeBack(
    subject: ReviewSubject,
    hunks: readonly ShownHunk[],
    options?: Pick<SessionReviewOptions, 'signal'>,
  ): Promise<TakenBack>;
  /** The same for an editor, which writes the files itself so that the person can undo it. */
  planTakeBack(
    subject: ReviewSubject,
    hunks: readonly ShownHunk[],
    options?: Pick<SessionReviewOptions, 'signal'>,
  ): Promise<TakeBackPlan>;
  /** A snapshot of the files, for `compare` in another worktree. */
  snapshot(options?: Pick<SessionReviewOptions, 'signal'>): Promise<ComparedSession>;
  /** Merges the files of another worktree with those of this one, and finds what breaks only together. Writes no file. */
  compare(other: ComparedSession, options?: Pick<SessionReviewOptions, 'signal'>): Promise<readonly SessionMisfit[]>;
}
