import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { HunkReview, HunkReviewFile, ReviewedHunk, ReviewSubject, SessionComment } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { toThreadComments } from '../comments/thread-comments.ts';

/** The change that is reviewed in this window. */
export interface SessionTarget {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  /** The folder of this window that lists the session. Default: `folder`. */
  readonly listedIn?: string | undefined;
  readonly subject: ReviewSubject;
}

/** A file of the review that threads are in. */
export type ThreadFile = Pick<HunkReviewFile, 'path' | 'previousPath' | 'kind' | 'content' | 'hunks'>;

/** What a thread in the diff of a session shows. */
export interface ShownThread {
  readonly target: SessionTarget;
  readonly file: ThreadFile;
  /** `undefined` for comments on lines that did not change. */
  readonly hunk: ReviewedHunk | undefined;
  /** Oldest first. */
  readonly comments: readonly SessionComment[];
}

/** What each thread shows. The editor passes the thread to the commands in its title. */
const shownThreads = new WeakMap<object, ShownThread>();

/** What a thread shows; `undefined` for one that the person began. */
export function findThread(thread: object): ShownThread | undefined {
  return shownThreads.get(thread);
}

/** Throws `not-found` if a thread has no hunk. */
export function requireHunk(thread: unknown): ShownThread & { readonly hunk: ReviewedHunk } {
  const { hunk, ...found } = requireThread(thread);
  if (hunk === undefined) throw createMissingHunk();
  return { ...found, hunk };
}

/** Throws `not-found` if a thread is not of a review. */
export function requireThread(thread: unknown): ShownThread {
  const found = typeof thread === 'object' && thread !== null ? shownThreads.get(thread) : undefined;
  if (found === undefined) throw createMissingHunk();
  return found;
}

export function createMissingHunk(): HoldfastError {
  return new HoldfastError('not-found', l10n.t('There is no hunk of a session at this place.'), {
    hint: l10n.t('Run "Holdfast: Review Session…" first.'),
  });
}

/** The files of a review, and those that only have comments of it: an agent can answer by taking its whole change back. */
export function listThreadFiles(
  { subject }: SessionTarget,
  { files }: HunkReview,
  comments: readonly SessionComment[],
): readonly ThreadFile[] {
  const isOfSubject = ({ session }: SessionComment): boolean =>
    session === undefined || subject.kind !== 'session' || session === subject.session;
  const paths = new Set(comments.filter(isOfSubject).map(({ file }) => file));
  for (const { path } of files) paths.delete(path);
  return [...files, ...[...paths].map((path) => ({ path, kind: 'modified' as const, content: '', hunks: [] }))];
}

/** The hunks of a file with their comments, and the comments on lines that did not change. */
export function listThreads(
  target: SessionTarget,
  file: ThreadFile,
  all: readonly SessionComment[],
): readonly ShownThread[] {
  const comments = all.filter((comment) => comment.file === file.path);
  const others = comments.filter((comment) => !file.hunks.some((hunk) => isOn(comment, hunk)));
  return [
    ...file.hunks.map((hunk) => ({ target, file, hunk, comments: comments.filter((one) => isOn(one, hunk)) })),
    ...others.map((comment) => ({ target, file, hunk: undefined, comments: [comment] })),
  ];
}

/** Equal hunks that cannot be distinguished are numbered. */
export function nameThread(
  { hunk, comments }: ShownThread,
  uri: vscode.Uri,
  used: ReadonlyMap<string, unknown>,
): string {
  const name = [uri.toString(), hunk?.key ?? comments[0]?.id].join('\n');
  let number = 0;
  while (used.has(`${name}\n${String(number)}`)) number++;
  return `${name}\n${String(number)}`;
}

/** Sets the text of a thread and its place, and expands or collapses it if it became reviewed or not. */
export function presentThread(thread: vscode.CommentThread, shown: ShownThread): void {
  const { file, hunk, comments } = shown;
  const wasReviewed = shownThreads.get(thread)?.hunk?.isReviewed ?? false;
  shownThreads.set(thread, shown);
  if (hunk === undefined) {
    const line = Math.max(0, ...comments.map(({ line: first, currentLine = first }) => currentLine - 1));
    placeThread(thread, line);
    thread.comments = comments.flatMap(toThreadComments);
    thread.label = l10n.t('Comment');
    thread.contextValue = 'comment';
    return;
  }
  const line = file.kind === 'deleted' || hunk.kind !== 'lines' ? 0 : lastLineOf(hunk);
  const summary = l10n.t('{0} added, {1} removed', hunk.added.length, hunk.removed.length);
  placeThread(thread, line);
  thread.comments = [
    { author: { name: summary }, body: hunk.declaration, mode: vscode.CommentMode.Preview },
    ...comments.flatMap(toThreadComments),
  ];
  thread.label = hunk.isReviewed ? l10n.t('Reviewed') : l10n.t('Not reviewed');
  thread.contextValue = comments.length > 0 ? 'commented' : hunk.isReviewed ? 'reviewed' : 'open';
  if (hunk.isReviewed === wasReviewed) return;
  thread.collapsibleState = hunk.isReviewed
    ? vscode.CommentThreadCollapsibleState.Collapsed
    : vscode.CommentThreadCollapsibleState.Expanded;
}

/** The editor moves a thread when its text is replaced, and ignores a range that is equal to the last one. */
function placeThread(thread: vscode.CommentThread, line: number): void {
  thread.range = undefined;
  thread.range = new vscode.Range(line, 0, line, 0);
}

/** Whether a comment is on a line of a hunk, or on the line before, where removed lines were. */
function isOn({ line, currentLine = line }: SessionComment, hunk: ReviewedHunk): boolean {
  return currentLine >= hunk.afterStart - 1 && currentLine <= lastLineOf(hunk) + 1;
}

/** The last line of a hunk in the file, from 0. Lines that are only removed are at the line before them. */
export function lastLineOf({ afterStart, added }: ReviewedHunk): number {
  return Math.max(0, afterStart - 2 + added.length);
}
