import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { HunkDecision, PendingFiles, PendingFile } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ResultFileTarget, RunTarget } from '../state/target.ts';
import { findHunkAt, findHunkFrom, placeHunk } from './hunk-places.ts';
import { findHunkOfThread } from './hunk-threads.ts';
import { parseResultUri, RESULT_SCHEME } from './result-uri.ts';

type Services = Pick<ExtensionServices, 'results'>;

/** A file of a result, as the results panel passes it. */
const fileTargetSchema: z.ZodType<ResultFileTarget> = z.object({
  folder: z.string(),
  runId: z.string(),
  path: z.string(),
});

/** Accepts or rejects one hunk: that of the thread whose button was pressed, or that at the cursor. */
export async function decideHunk(
  services: Services,
  argument: unknown,
  decision: Exclude<HunkDecision, 'undecided'>,
): Promise<void> {
  const ofThread = findHunkOfThread(argument);
  const results = await services.results();
  if (ofThread !== undefined) {
    await results.decide(ofThread, [ofThread.hunk], decision);
    return;
  }
  const { target, file, line } = await requireActiveFile(services, undefined);
  const hunk = findHunkAt(file, line);
  if (hunk === undefined) throw new HoldfastError('not-found', l10n.t('There is no change at the cursor.'));
  await results.decide(target, [hunk.id], decision);
}

/** Takes back the decision on one hunk. */
export async function resetHunk(services: Services, argument: unknown): Promise<void> {
  const target = findHunkOfThread(argument);
  if (target !== undefined) await (await services.results()).decide(target, [target.hunk], 'undecided');
}

/** Accepts or rejects all hunks of a file: that in the argument, or that in the active diff editor. */
export async function decideFile(services: Services, argument: unknown, decision: HunkDecision): Promise<void> {
  const { target, file } = await requireActiveFile(services, argument);
  await (
    await services.results()
  ).decide(
    target,
    file.hunks.map(({ id }) => id),
    decision,
  );
}

/** Opens a file of a result in the diff editor. */
export async function openResultFile(services: Services, argument: unknown): Promise<void> {
  const target = fileTargetSchema.safeParse(argument).data;
  if (target === undefined) return;
  await (await services.results()).openFile(target, target.path);
}

/** Moves the cursor to the next or the previous change of the result, in the same file or in another one. */
export async function goToChange(services: Services, direction: 'next' | 'previous'): Promise<void> {
  const { target, file, review, line } = await requireActiveFile(services, undefined);
  const results = await services.results();
  const hunk = findHunkFrom(file, line, direction);
  if (hunk !== undefined) {
    reveal(placeHunk(file, hunk).firstLine);
    return;
  }
  const files = review.files.filter(({ binary }) => !binary);
  const step = direction === 'next' ? 1 : -1;
  const other = files[(files.indexOf(file) + step + files.length) % files.length];
  if (other === undefined) return;
  if (other !== file) await results.openFile(target, other.path);
  const first = direction === 'next' ? other.hunks.at(0) : other.hunks.at(-1);
  if (first !== undefined) reveal(placeHunk(other, first).firstLine);
}

function reveal(line: number): void {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return;
  const range = new vscode.Range(line, 0, line, 0);
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

interface ActiveFile {
  readonly target: RunTarget;
  readonly review: PendingFiles;
  readonly file: PendingFile;
  /** The line of the cursor, from 0. */
  readonly line: number;
}

async function requireActiveFile(services: Services, argument: unknown): Promise<ActiveFile> {
  const named = fileTargetSchema.safeParse(argument).data;
  const editor = vscode.window.activeTextEditor;
  const uri = argument instanceof vscode.Uri ? argument : editor?.document.uri;
  const shown = named ?? (uri?.scheme === RESULT_SCHEME ? parseResultUri(uri) : undefined);
  if (shown === undefined) {
    throw new HoldfastError('not-found', l10n.t('No file of a result is open.'), {
      hint: l10n.t('Open a file of a result in the diff editor first.'),
    });
  }
  const target = { folder: shown.folder, runId: shown.runId };
  const review = await (await services.results()).loadParts(target);
  const file = review.files.find(({ path, previousPath }) => path === shown.path || previousPath === shown.path);
  if (file === undefined) throw new HoldfastError('not-found', l10n.t('The result does not change {0}.', shown.path));
  return { target, review, file, line: editor?.selection.active.line ?? 0 };
}
