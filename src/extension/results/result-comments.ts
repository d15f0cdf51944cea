import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SessionComment } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { toThreadComments } from '../comments/thread-comments.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findFolder } from '../state/workspace-state.ts';
import { findHunkOfThread, resultCommentLabels } from './hunk-threads.ts';
import { parseResultUri, RESULT_SCHEME, type ResultFileSide } from './result-uri.ts';

/** Must equal `commentController` in package.json. */
const CONTROLLER_ID = 'holdfast.result';

type Services = Pick<ExtensionServices, 'engines' | 'store'>;

/** The comments of each shown thread. The editor passes the thread to the commands in its title. */
const shown = new WeakMap<object, { readonly file: ResultFileSide; readonly comment: SessionComment }>();

/**
 * [SESSION-2] Lets the person comment on any line of a result that waits for review, in its diff. The next run of the chunk
 * must do what the comment says.
 */
export class ResultComments implements vscode.Disposable {
  readonly #services: Services;
  readonly #controller = vscode.comments.createCommentController(CONTROLLER_ID, 'Holdfast');
  readonly #threads = new Map<string, readonly vscode.CommentThread[]>();
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor(services: Services) {
    this.#services = services;
    this.#controller.options = resultCommentLabels();
    this.#controller.commentingRangeProvider = {
      provideCommentingRanges: ({ uri, lineCount }) =>
        this.#findFile(uri) === undefined ? [] : [new vscode.Range(0, 0, lineCount - 1, 0)],
    };
    const show = ({ uri }: vscode.TextDocument): void => void this.#show(uri);
    this.#subscriptions = [
      vscode.workspace.onDidOpenTextDocument(show),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#hide(uri)),
    ];
    for (const document of vscode.workspace.textDocuments) show(document);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#controller.dispose();
  }

  /** Adds a comment that the next run must answer, at the place of a thread that the person began, or of a hunk. */
  async add(thread: vscode.CommentThread, text: string): Promise<SessionComment> {
    const file = this.#findFile(thread.uri);
    if (file === undefined) throw new HoldfastError('not-found', l10n.t('The result no longer waits for review.'));
    const engine = await this.#services.engines.get(file.folder);
    const line = (thread.range?.end.line ?? 0) + 1;
    const comment = await engine.comments.add({ file: file.path, line, text, run: file.runId });
    if (findHunkOfThread(thread) === undefined) thread.dispose();
    await this.#show(thread.uri);
    return comment;
  }

  /** Closes the comment of a thread: no run has to answer it. */
  async resolve(thread: vscode.CommentThread): Promise<void> {
    const found = shown.get(thread);
    if (found === undefined) return;
    await (await this.#services.engines.get(found.file.folder)).comments.resolve(found.comment.id);
    await this.#show(thread.uri);
  }

  async #show(uri: vscode.Uri): Promise<void> {
    const file = this.#findFile(uri);
    if (file === undefined) return;
    const all = await (await this.#services.engines.get(file.folder)).comments.list();
    // A comment on an earlier result is part of each prompt until the person resolves it.
    const comments = all.filter(
      ({ run, file: path, status }) => run !== undefined && path === file.path && status !== 'resolved',
    );
    this.#hide(uri);
    this.#threads.set(
      uri.toString(),
      comments.map((comment) => this.#createThread(uri, file, comment)),
    );
  }

  #createThread(uri: vscode.Uri, file: ResultFileSide, comment: SessionComment): vscode.CommentThread {
    // The lines of an earlier result can be elsewhere now. The editor moves a thread that is beyond the end.
    const range = new vscode.Range(comment.line - 1, 0, comment.line - 1, 0);
    const thread = this.#controller.createCommentThread(uri, range, [...toThreadComments(comment)]);
    thread.canReply = false;
    thread.label =
      comment.run === file.runId ? l10n.t('For the next run') : l10n.t('On an earlier result, and not resolved');
    thread.contextValue = 'commented';
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    shown.set(thread, { file, comment });
    return thread;
  }

  #hide(uri: vscode.Uri): void {
    for (const thread of this.#threads.get(uri.toString()) ?? []) thread.dispose();
    this.#threads.delete(uri.toString());
  }

  /** The file of a result that waits for review, in the version of the result. */
  #findFile(uri: unknown): ResultFileSide | undefined {
    if (!(uri instanceof vscode.Uri) || uri.scheme !== RESULT_SCHEME) return undefined;
    const file = parseResultUri(uri);
    if (file?.side !== 'after') return undefined;
    const pending = findFolder(this.#services.store.state, file.folder)?.pendingResults ?? [];
    return pending.some(({ runId }) => runId === file.runId) ? file : undefined;
  }
}
