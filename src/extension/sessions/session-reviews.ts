import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { HunkReview, HunkReviewFile, ReviewedHunk, ReviewSubject, SessionComment } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { formatFailure, toFailure } from '../base/failure.ts';
import { systemTimers } from '../base/timers.ts';
import { toThreadComments } from '../comments/thread-comments.ts';
import { applyWrites } from '../results/apply-writes.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { countChanges, findFolder } from '../state/workspace-state.ts';
import { createSessionUriParts } from './session-uri.ts';

/** Must equal `commentController` in package.json. */
const CONTROLLER_ID = 'holdfast.session';

/** The changes of files are collected for this long before what is open is judged again, in milliseconds. */
const JUDGE_AGAIN_MS = 500;

type Services = Pick<ExtensionServices, 'engines' | 'log' | 'store'>;

/** The change that is reviewed in this window. */
export interface SessionTarget {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  /** The folder of this window that lists the session. Default: `folder`. */
  readonly listedIn?: string | undefined;
  readonly subject: ReviewSubject;
  /** The name of the session or the range. */
  readonly title: string;
}

interface ThreadHunk {
  readonly target: SessionTarget;
  readonly file: HunkReviewFile;
  readonly hunk: ReviewedHunk;
  /** Oldest first. */
  readonly comments: readonly SessionComment[];
}

/** The hunk of each shown thread. The editor passes the thread to the commands in its title. */
const hunks = new WeakMap<object, ThreadHunk>();

function requireHunk(thread: unknown): ThreadHunk {
  const found = typeof thread === 'object' && thread !== null ? hunks.get(thread) : undefined;
  if (found !== undefined) return found;
  throw new HoldfastError('not-found', l10n.t('There is no hunk of a session at this place.'), {
    hint: l10n.t('Run "Holdfast: Review Session…" first.'),
  });
}

/** [SESSION-1] Shows the change of a session in the diff editor, with a thread at each hunk. One change at a time. */
export class SessionReviews implements vscode.Disposable {
  readonly #services: Services;
  readonly #controller = vscode.comments.createCommentController(CONTROLLER_ID, 'Holdfast');
  readonly #subscription: { dispose(): void };
  #threads: readonly vscode.CommentThread[] = [];
  #target: SessionTarget | undefined;
  #timer: { cancel(): void } | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#subscription = services.store.subscribe((state) => {
      const target = this.#target;
      if (target === undefined) return;
      const folder = findFolder(state, target.folder);
      if (folder?.openReview === undefined || folder.openReview.changeCount === countChanges(folder)) return;
      this.#timer ??= systemTimers.after(JUDGE_AGAIN_MS, () => this.#judgeAgain(target));
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#timer?.cancel();
    this.#controller.dispose();
  }

  /** Opens the diff of all files, and returns the review. */
  async open(target: SessionTarget): Promise<HunkReview> {
    const review = await this.#show(target);
    const folder = vscode.Uri.parse(target.folder);
    const resources = review.files.map(({ path, previousPath = path, kind }) => {
      const current = vscode.Uri.joinPath(folder, path);
      return [
        current,
        kind === 'created' ? undefined : this.#baseUri(target, review, previousPath),
        kind === 'deleted' ? undefined : current,
      ];
    });
    await vscode.commands.executeCommand('vscode.changes', l10n.t('Review: {0}', target.title), resources);
    return review;
  }

  /** Marks a hunk as reviewed, or as not reviewed. */
  async toggleReviewed(thread: unknown): Promise<HunkReview> {
    const { target, hunk } = requireHunk(thread);
    await (await this.#services.engines.get(target.folder)).sessions.setReviewed([hunk.key], !hunk.isReviewed);
    return this.#show(target);
  }

  /** Takes a hunk back with an edit that the person can undo, and judges the rest. */
  async takeBack(thread: unknown): Promise<HunkReview> {
    const { target, file, hunk } = requireHunk(thread);
    const folder = vscode.Uri.parse(target.folder);
    const unsaved = vscode.workspace.textDocuments.find(
      ({ uri, isDirty }) => isDirty && uri.toString() === vscode.Uri.joinPath(folder, file.path).toString(),
    );
    if (unsaved !== undefined) {
      throw new HoldfastError(
        'conflict',
        l10n.t('Failed to take back a hunk of {0}: the file has unsaved changes.', file.path),
        {
          hint: l10n.t('Save the file, and take the hunk back if it is still wrong.'),
        },
      );
    }
    const engine = await this.#services.engines.get(target.folder);
    const shown = { path: file.path, content: file.content, id: hunk.id };
    const { writes, conflicts } = await engine.sessions.planTakeBack(target.subject, [shown]);
    const [conflict] = conflicts;
    if (conflict !== undefined) {
      throw new HoldfastError('conflict', l10n.t('Failed to write {0}: {1}.', conflict.file, conflict.reason));
    }
    await applyWrites(folder, writes);
    return this.#show(target);
  }

  /** Adds a comment that the agent must answer. */
  async comment(thread: unknown, text: string): Promise<void> {
    const { target, file, hunk } = requireHunk(thread);
    const { subject } = target;
    const engine = await this.#services.engines.get(target.folder);
    await engine.comments.add({
      file: file.path,
      line: Math.max(1, lastLineOf(hunk) + 1),
      text,
      ...(subject.kind === 'session' ? { session: subject.session } : {}),
    });
    await this.#show(target);
  }

  /** Closes the comments on a hunk: no session has to answer them. */
  async resolve(thread: unknown): Promise<HunkReview> {
    const { target, comments } = requireHunk(thread);
    const engine = await this.#services.engines.get(target.folder);
    for (const { id } of comments) await engine.comments.resolve(id);
    return this.#show(target);
  }

  /** Makes the last comment on a hunk a rule for every change. @returns the review if a rule was written */
  async makeRule(thread: unknown): Promise<HunkReview | undefined> {
    const { target, comments } = requireHunk(thread);
    const comment = comments.at(-1);
    if (comment === undefined) {
      throw new HoldfastError('not-found', l10n.t('There is no comment on this hunk.'), {
        hint: l10n.t('Reply with a comment first: it fills in the rule.'),
      });
    }
    const { makeRuleOf } = await import('./rule-form.ts');
    const isWritten = await makeRuleOf(await this.#services.engines.get(target.folder), target.folder, comment.id);
    return isWritten ? this.#show(target) : undefined;
  }

  async #show(target: SessionTarget): Promise<HunkReview> {
    const engine = await this.#services.engines.get(target.folder);
    const changeCount = this.#countChanges(target);
    const review = await engine.sessions.review(target.subject);
    const comments = (await engine.comments.list()).filter(
      ({ run, status }) => run === undefined && status !== 'resolved',
    );
    this.#target = target;
    this.#report(target, review, changeCount);
    for (const thread of this.#threads) thread.dispose();
    this.#threads = review.files.flatMap((file) =>
      file.hunks.map((hunk) =>
        this.#createThread(review, { target, file, hunk, comments: comments.filter((one) => isOn(one, file, hunk)) }),
      ),
    );
    return review;
  }

  /** The tree has the verdict of what is in the files now. Threads stay, because a person may be writing in one. */
  #judgeAgain(target: SessionTarget): void {
    this.#timer = undefined;
    const judge = async (): Promise<void> => {
      const changeCount = this.#countChanges(target);
      const review = await (await this.#services.engines.get(target.folder)).sessions.review(target.subject);
      if (this.#target === target) this.#report(target, review, changeCount);
    };
    judge().catch((error: unknown) => this.#services.log.warn(formatFailure(toFailure(error))));
  }

  #countChanges({ folder }: SessionTarget): number {
    return countChanges(findFolder(this.#services.store.state, folder) ?? {});
  }

  #report({ folder, listedIn = folder, subject }: SessionTarget, review: HunkReview, changeCount: number): void {
    const openReview = { subject, review, judgedAt: Date.now(), changeCount };
    this.#services.store.dispatch({ type: 'session-reviewed', folder: listedIn, openReview });
  }

  #createThread(review: HunkReview, shown: ThreadHunk): vscode.CommentThread {
    const { target, file, hunk, comments } = shown;
    const folder = vscode.Uri.parse(target.folder);
    const isGone = file.kind === 'deleted';
    const uri = isGone ? this.#baseUri(target, review, file.path) : vscode.Uri.joinPath(folder, file.path);
    const line = isGone || hunk.kind !== 'lines' ? 0 : lastLineOf(hunk);
    const summary = l10n.t('{0} added, {1} removed', hunk.added.length, hunk.removed.length);
    const thread = this.#controller.createCommentThread(uri, new vscode.Range(line, 0, line, 0), [
      { author: { name: summary }, body: hunk.declaration, mode: vscode.CommentMode.Preview },
      ...comments.flatMap(toThreadComments),
    ]);
    thread.label = hunk.isReviewed ? l10n.t('Reviewed') : l10n.t('Not reviewed');
    thread.contextValue = comments.length > 0 ? 'commented' : hunk.isReviewed ? 'reviewed' : 'open';
    thread.collapsibleState = hunk.isReviewed
      ? vscode.CommentThreadCollapsibleState.Collapsed
      : vscode.CommentThreadCollapsibleState.Expanded;
    hunks.set(thread, shown);
    return thread;
  }

  #baseUri({ folder }: SessionTarget, { judgement }: HunkReview, path: string): vscode.Uri {
    return vscode.Uri.from(createSessionUriParts({ folder, commit: judgement.base, path }));
  }
}

/** Whether a comment is on a line of a hunk, or on the line before, where removed lines were. */
function isOn(
  { file, line, currentLine = line }: SessionComment,
  { path }: HunkReviewFile,
  hunk: ReviewedHunk,
): boolean {
  return file === path && currentLine >= hunk.afterStart - 1 && currentLine <= lastLineOf(hunk) + 1;
}

/** The last line of a hunk in the file, from 0. Lines that are only removed are at the line before them. */
function lastLineOf({ afterStart, added }: ReviewedHunk): number {
  return Math.max(0, afterStart - 2 + added.length);
}
