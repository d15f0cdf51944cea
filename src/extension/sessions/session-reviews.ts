import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { HunkReview, ReviewedHunk } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { formatFailure, toFailure } from '../base/failure.ts';
import { closeTabs, listTabs } from '../base/close-tabs.ts';
import { systemTimers } from '../base/timers.ts';
import { applyWrites } from '../results/apply-writes.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { countChanges, findFolder } from '../state/workspace-state.ts';
import { describeSubject } from './describe-subject.ts';
import {
  createMissingHunk,
  findThread,
  lastLineOf,
  listThreadFiles,
  listThreads,
  nameThread,
  presentThread,
  requireHunk,
  requireThread,
  type SessionTarget,
  type ShownThread,
  type ThreadFile,
} from './session-threads.ts';
import { createSessionUriParts } from './session-uri.ts';

/** Must equal `commentController` in package.json. */
const CONTROLLER_ID = 'holdfast.session';

/** The changes of files are collected for this long before what is open is judged again, in milliseconds. */
const JUDGE_AGAIN_MS = 500;

type Services = Pick<ExtensionServices, 'engines' | 'log' | 'store'>;

/** [SESSION-1] Shows the change of a session in the diff editor, with a thread at each hunk. One change at a time. */
export class SessionReviews implements vscode.Disposable {
  readonly #services: Services;
  readonly #controller = vscode.comments.createCommentController(CONTROLLER_ID, 'Holdfast');
  readonly #subscription: { dispose(): void };
  /** By what they show. A thread stays while that is in the change, because the person may be writing in it. */
  #threads: ReadonlyMap<string, vscode.CommentThread> = new Map();
  #target: SessionTarget | undefined;
  #openedAt = 0;
  /** The files of the review, by their URIs. */
  #files: ReadonlyMap<string, ThreadFile> = new Map();
  #timer: { cancel(): void } | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#controller.options = {
      prompt: l10n.t('Comment on the change'),
      placeHolder: l10n.t('What is wrong? The agent must answer it before it may end.'),
    };
    this.#controller.commentingRangeProvider = {
      provideCommentingRanges: ({ uri, lineCount }) =>
        this.#files.has(uri.toString()) ? [new vscode.Range(0, 0, lineCount - 1, 0)] : [],
    };
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

  /** Opens the diff of all files in place of the one that is open, and returns the review. */
  async open(target: SessionTarget): Promise<HunkReview> {
    const label = labelOf(target);
    const replaced = findTabs([label, ...(this.#target === undefined ? [] : [labelOf(this.#target)])]);
    this.#openedAt = Date.now();
    const review = await this.#show(target);
    const folder = vscode.Uri.parse(target.folder);
    const resources = [...this.#files.values()].map(({ path, previousPath = path, kind }) => {
      const current = vscode.Uri.joinPath(folder, path);
      return [
        current,
        kind === 'created' ? undefined : this.#baseUri(target, review, previousPath),
        kind === 'deleted' ? undefined : current,
      ];
    });
    await vscode.commands.executeCommand('vscode.changes', label, resources);
    await closeTabs(replaced);
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
    const gone = writes.filter(({ after }) => after === undefined).map(({ path }) => path);
    if (gone.length > 0 && !(await confirmDeletion(gone))) return this.#show(target);
    await applyWrites(folder, writes);
    return this.#show(target);
  }

  /** Adds a comment that the agent must answer, on a hunk, or on any line of a file where the person began a thread. */
  async comment(thread: vscode.CommentThread, text: string): Promise<void> {
    const { target, file, hunk } = findThread(thread) ?? this.#findNew(thread);
    const { subject } = target;
    const engine = await this.#services.engines.get(target.folder);
    const line = hunk && lastLineOf(await this.#findNow(target, file, hunk));
    await engine.comments.add({
      file: file.path,
      line: (line ?? thread.range?.end.line ?? 0) + 1,
      text,
      ...(subject.kind === 'session' ? { session: subject.session } : {}),
    });
    if (findThread(thread) === undefined) thread.dispose();
    await this.#show(target);
  }

  #findNew({ uri }: vscode.CommentThread): Pick<ShownThread, 'target' | 'file' | 'hunk'> {
    const file = this.#files.get(uri.toString());
    if (file === undefined || this.#target === undefined) throw createMissingHunk();
    return { target: this.#target, file, hunk: undefined };
  }

  /** The hunk at its place now: the agent may have changed lines above it since it was shown. */
  async #findNow(target: SessionTarget, { path }: ThreadFile, hunk: ReviewedHunk): Promise<ReviewedHunk> {
    const { files } = await (await this.#services.engines.get(target.folder)).sessions.review(target.subject);
    const hunks = files.find((file) => file.path === path)?.hunks ?? [];
    return hunks.find(({ key }) => key === hunk.key) ?? hunk;
  }

  /** Closes the comments of a thread: no session has to answer them. */
  async resolve(thread: unknown): Promise<HunkReview> {
    const { target, comments } = requireThread(thread);
    const engine = await this.#services.engines.get(target.folder);
    for (const { id } of comments) await engine.comments.resolve(id);
    return this.#show(target);
  }

  /** Makes the last comment of a thread a rule for every change. @returns the review if a rule was written */
  async makeRule(thread: unknown): Promise<HunkReview | undefined> {
    const { target, comments } = requireThread(thread);
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
    const folder = vscode.Uri.parse(target.folder);
    const files = listThreadFiles(target, review, comments);
    this.#files = new Map(files.map((file) => [vscode.Uri.joinPath(folder, file.path).toString(), file]));
    this.#report(target, review, changeCount);
    this.#showThreads(
      files.flatMap((file) => listThreads(target, file, comments)),
      review,
    );
    return review;
  }

  #showThreads(shown: readonly ShownThread[], review: HunkReview): void {
    const previous = new Map(this.#threads);
    const threads = new Map<string, vscode.CommentThread>();
    for (const one of shown) {
      const uri = this.#uriOf(one, review);
      const name = nameThread(one, uri, threads);
      const thread = previous.get(name) ?? this.#controller.createCommentThread(uri, new vscode.Range(0, 0, 0, 0), []);
      if (!previous.delete(name)) thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
      presentThread(thread, one);
      threads.set(name, thread);
    }
    for (const thread of previous.values()) thread.dispose();
    this.#threads = threads;
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
    const openReview = { subject, review, judgedAt: Date.now(), changeCount, openedAt: this.#openedAt };
    this.#services.store.dispatch({ type: 'session-reviewed', folder: listedIn, openReview });
  }

  /** A deleted file is shown as it was. */
  #uriOf({ target, file }: ShownThread, review: HunkReview): vscode.Uri {
    if (file.kind === 'deleted') return this.#baseUri(target, review, file.path);
    return vscode.Uri.joinPath(vscode.Uri.parse(target.folder), file.path);
  }

  #baseUri({ folder }: SessionTarget, { judgement }: HunkReview, path: string): vscode.Uri {
    const place = vscode.Uri.joinPath(vscode.Uri.parse(folder), path);
    return vscode.Uri.from(createSessionUriParts({ folder, commit: judgement.base, path }, place.path));
  }
}

async function confirmDeletion(files: readonly string[]): Promise<boolean> {
  const button = l10n.t('Delete File');
  const message = l10n.t('Take back a file that the change created? {0} is deleted.', files.join(', '));
  return (await vscode.window.showWarningMessage(message, { modal: true }, button)) === button;
}

function labelOf({ subject }: SessionTarget): string {
  return l10n.t('Review: {0}', describeSubject(subject));
}

/** The tabs of diffs of several files with these labels. The editor appends the number of files. */
function findTabs(labels: readonly string[]): readonly vscode.Tab[] {
  return listTabs().filter((tab) => labels.some((label) => tab.label.startsWith(`${label} (`)));
}
