import type { StoredComment } from '../../history/records/line-comments.ts';

/** A comment of a person on a line of a change, which an agent must answer. Its file is the current one if it was renamed. */
export interface SessionComment extends Omit<StoredComment, 'above' | 'below' | 'lineText' | 'snapshot'> {
  /** The line now, from 1; `undefined` if it changed or is gone. */
  readonly currentLine: number | undefined;
}

export interface NewComment {
  /** Relative to the folder. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** What is wrong. */
  readonly text: string;
  /** What is wanted. */
  readonly wanted?: string | undefined;
  /** The session that must answer, or one of the folder that starts later. Default: every session of the folder. */
  readonly session?: string | undefined;
  /** The run whose result, which waits for review, has the line. The next run of its chunk must answer. */
  readonly run?: string | undefined;
  /** Who wrote it. Default: the git name of the person. */
  readonly author?: string | undefined;
  /** Where a comment of a forge is. Its id follows from it, so that it is recorded once. */
  readonly url?: string | undefined;
}

export interface CommentAnswer {
  /** `addressed`: the agent did it. `blocked`: it cannot, and the text says why. */
  readonly status: 'addressed' | 'blocked';
  readonly text: string;
}

/** [SESSION-2] Comments of people on lines. Each is a violation until an agent answers it; only a person resolves it. */
export interface Comments {
  /** Throws `not-found` if the file has no such line. */
  add(comment: NewComment, signal?: AbortSignal): Promise<SessionComment>;
  /** The comments of the folder, oldest first. Without an answer of an agent, one is addressed while its lines are changed. */
  list(filter?: { readonly onlyOpen?: boolean }): Promise<readonly SessionComment[]>;
  /** Stores the answer of an agent. Throws `not-found` for an unknown or resolved comment, and for one for the next run. */
  answer(id: string, answer: CommentAnswer): Promise<SessionComment>;
  /** Closes a comment. Throws `not-found` for an unknown or resolved one. */
  resolve(id: string): Promise<SessionComment>;
}
