import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PendingFiles, PendingFile, PendingHunk } from '../../engine.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findFolder } from '../state/workspace-state.ts';
import type { RunTarget } from '../state/target.ts';
import { placeHunk } from './hunk-places.ts';
import { describeHunk, hasParts, summarizeHunk } from './result-labels.ts';
import { parseResultUri, RESULT_SCHEME, type ResultFileSide } from './result-uri.ts';

/** Must equal `commentController` in package.json. */
const CONTROLLER_ID = 'holdfast.review';

/** The hunk of a thread in the diff editor. */
export interface HunkTarget extends RunTarget {
  readonly hunk: string;
}

interface ShownThread {
  readonly thread: vscode.CommentThread;
  readonly target: HunkTarget;
  readonly state: string;
}

/** The hunk of each shown thread. The editor passes the thread to the commands in its title. */
const targets = new WeakMap<object, HunkTarget>();

/** The hunk that a command was started on, if its argument is a thread of this review. */
export function findHunkOfThread(argument: unknown): HunkTarget | undefined {
  return typeof argument === 'object' && argument !== null ? targets.get(argument) : undefined;
}

/**
 * Shows Accept and Reject at each hunk of the results that are open in a diff editor. Threads are used because code lenses are
 * off in diff editors by default. A result with a single hunk has none. Accepted and rejected hunks are also marked in the text.
 */
export class HunkThreads implements vscode.Disposable {
  readonly #services: Pick<ExtensionServices, 'store'>;
  readonly #controller: vscode.CommentController;
  readonly #threads = new Map<string, ShownThread>();
  readonly #marks = {
    accepted: createMark('charts.green'),
    rejected: createMark('disabledForeground', 'line-through'),
  };
  readonly #subscriptions: readonly { dispose(): void }[];

  constructor(services: Pick<ExtensionServices, 'store'>) {
    this.#services = services;
    this.#controller = vscode.comments.createCommentController(CONTROLLER_ID, 'Holdfast');
    this.#controller.options = resultCommentLabels();
    const update = (): void => this.#update();
    this.#subscriptions = [
      services.store.subscribe((state, previous) => {
        if (state.folders.some((folder, index) => folder.pendingFiles !== previous.folders[index]?.pendingFiles))
          update();
      }),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (uri.scheme === RESULT_SCHEME) update();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === RESULT_SCHEME) update();
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#updateMarks()),
    ];
    update();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const { thread } of this.#threads.values()) thread.dispose();
    this.#controller.dispose();
    for (const mark of Object.values(this.#marks)) mark.dispose();
  }

  #update(): void {
    const wanted = new Set<string>();
    for (const document of vscode.workspace.textDocuments) {
      const found = this.#findFile(document.uri);
      if (found === undefined) continue;
      for (const hunk of found.file.hunks) {
        const place = placeHunk(found.file, hunk);
        if (place.side !== found.shown.side) continue;
        const key = `${document.uri.toString()}\n${hunk.id}`;
        wanted.add(key);
        this.#showThread(key, document, found, hunk);
      }
    }
    for (const [key, { thread }] of this.#threads) {
      if (wanted.has(key)) continue;
      thread.dispose();
      this.#threads.delete(key);
    }
    this.#updateMarks();
  }

  #showThread(key: string, document: vscode.TextDocument, { shown, file }: FoundFile, hunk: PendingHunk): void {
    const known = this.#threads.get(key);
    const state = describeHunk(file, hunk);
    if (known?.state === state) return;
    const { folder, runId } = shown;
    const target = { folder, runId, hunk: hunk.id };
    const { lastLine } = placeHunk(file, hunk);
    const range = new vscode.Range(lastLine, 0, lastLine, 0);
    const thread = known?.thread ?? this.#controller.createCommentThread(document.uri, range, [createSummary(hunk)]);
    thread.canReply = shown.side === 'after';
    thread.label = state;
    thread.contextValue = hunk.decision;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    targets.set(thread, target);
    this.#threads.set(key, { thread, target, state });
  }

  #updateMarks(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const found = this.#findFile(editor.document.uri);
      if (found === undefined) continue;
      for (const decision of ['accepted', 'rejected'] as const) {
        const ranges = found.file.hunks
          .filter((hunk) => hunk.decision === decision && hunk.kind === 'lines')
          .map((hunk) => placeHunk(found.file, hunk))
          .filter(({ side }) => side === found.shown.side)
          .map(({ firstLine, lastLine }) =>
            editor.document.validateRange(new vscode.Range(firstLine, 0, lastLine, 10_000)),
          );
        editor.setDecorations(this.#marks[decision], ranges);
      }
    }
  }

  #findFile(uri: vscode.Uri): FoundFile | undefined {
    const shown = uri.scheme === RESULT_SCHEME ? parseResultUri(uri) : undefined;
    if (shown === undefined) return undefined;
    const review: PendingFiles | undefined = findFolder(this.#services.store.state, shown.folder)?.pendingFiles?.[
      shown.runId
    ];
    const file = review?.files.find(({ path, previousPath = path }) =>
      shown.side === 'before' ? previousPath === shown.path : path === shown.path,
    );
    return file && review && hasParts(review) ? { shown, file } : undefined;
  }
}

interface FoundFile {
  readonly shown: ResultFileSide;
  readonly file: PendingFile;
}

/** What the editor shows where the person can comment on a result. */
export function resultCommentLabels(): vscode.CommentOptions {
  return {
    prompt: l10n.t('Comment on the result'),
    placeHolder: l10n.t('What is wrong? The next run must do it.'),
  };
}

/** The editor offers to delete a thread without a comment, so each has one: how many lines the hunk changes. */
function createSummary(hunk: PendingHunk): vscode.Comment {
  return { author: { name: summarizeHunk(hunk) }, body: '', mode: vscode.CommentMode.Preview };
}

function createMark(color: string, textDecoration?: string): vscode.TextEditorDecorationType {
  const ruler = new vscode.ThemeColor(color);
  return vscode.window.createTextEditorDecorationType({
    overviewRulerColor: ruler,
    overviewRulerLane: vscode.OverviewRulerLane.Right,
    ...(textDecoration === undefined ? {} : { textDecoration, opacity: '0.6' }),
  });
}
