import * as vscode from 'vscode';
import type { PlanCompilation } from '../../engine.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { reportFailure } from '../commands/failure-report.ts';
import type { FolderPlace } from '../engines/folder-places.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { selectModel } from '../models/select-model.ts';
import { askPlanPlace, askSpecification, type PlanPlace } from './ask-specification.ts';
import { editTo } from '../edits/edit-to.ts';
import { showPlan } from './show-plan.ts';
import { openTries } from './show-tries.ts';
import { tryWords } from './tries-words.ts';

/**
 * [COMP-LOOP] Has the model turn a specification into a plan. A plan that keeps every rule is written and opened; where
 * none does, the tries are shown and no file is left behind.
 */
export async function planFromSpecification(parts: ExtensionParts, argument: unknown): Promise<void> {
  if (!parts.store.state.trusted)
    throw new HoldfastError(
      'untrusted',
      'Failed to make a plan: this workspace is not trusted, and its files would be sent to a model that its settings may name.',
      { hint: 'Trust the workspace to make a plan in it.' },
    );
  const specification = await askSpecification(parts.places, argument);
  if (!specification) return;
  const text = (await vscode.workspace.openTextDocument(uriOf(specification, specification.path))).getText();
  if (text.trim() === '')
    throw new HoldfastError('configuration', `Failed to make a plan: ${specification.path} is empty.`, {
      hint: 'Write into it what is to be made.',
    });
  const place = await askPlanPlace(specification);
  if (!place) return;
  const { plan, tries } = await compile(parts, specification, text, place);
  if (!plan) {
    await openNewest(parts, specification);
    offer(
      `no valid plan in ${tries.length} tries, and nothing was written. Make the specification more exact, or use another model.`,
      { 'Select Model': () => selectModel(parts) },
      parts.log,
      vscode.window.showWarningMessage,
    );
    return;
  }
  if (!(await write(uriOf(specification, place.path), plan.text, place))) return;
  const { folder } = specification;
  void parts.checks.changedOnDisk(folder, [place.path]);
  const count = plan.check.order.length;
  const after = `${tries.length} ${tries.length === 1 ? 'try' : 'tries'}`;
  offer(
    `${place.path} has ${count} ${count === 1 ? 'chunk' : 'chunks'}, after ${after}. Read it before you run it.`,
    {
      'Show Plan': () => showPlan(parts, { folder, contract: place.path }),
      'Show Tries': () => openNewest(parts, specification),
    },
    parts.log,
  );
}

async function compile(
  parts: ExtensionParts,
  { folder, path }: FolderPlace,
  text: string,
  place: PlanPlace,
): Promise<PlanCompilation> {
  const engine = await parts.engines.of(folder);
  parts.unsaved.flush(folder, engine);
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: `Holdfast: planning ${path}`,
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const cancellation = new AbortController();
    token.onCancellationRequested(() => cancellation.abort());
    progress.report({ message: 'the model reads the specification' });
    return engine.compilePlan({
      specification: { file: path, text },
      out: place.path,
      signal: cancellation.signal,
      onTry: (one) => {
        progress.report({ message: tryWords(one) });
        parts.log.info(`${path}: ${tryWords(one)}`);
        for (const error of one.errors) parts.log.info(`  ${error}`);
      },
    });
  });
}

/**
 * Writes the plan and opens it. What was there is replaced in its editor, so that it can be undone; what came to be there
 * meanwhile stays. Where it cannot be written it is opened, unsaved, and that is said; false then.
 */
async function write(uri: vscode.Uri, text: string, { replaces }: PlanPlace): Promise<boolean> {
  if (await (replaces ? replaceText(uri, text) : createFile(uri, text))) {
    await vscode.window.showTextDocument(uri);
    return true;
  }
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'yaml', content: text }));
  void vscode.window.showWarningMessage('Holdfast: the plan could not be written there. It is open, unsaved.');
  return false;
}

async function replaceText(uri: vscode.Uri, text: string): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = editTo(document, text);
  if (edit && !(await vscode.workspace.applyEdit(edit))) return false;
  return !document.isDirty || document.save();
}

async function createFile(uri: vscode.Uri, text: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(text) });
  return vscode.workspace.applyEdit(edit);
}

/** The tries of the last compilation, as they were recorded. */
async function openNewest(parts: ExtensionParts, { folder, path }: FolderPlace): Promise<void> {
  const compilations = await (await parts.engines.of(folder)).planCompilations();
  const newest = compilations.find(({ specification }) => specification === path);
  if (newest) await openTries(folder, newest);
}

/** Tells how it ended, without waiting for whether a person goes on. */
function offer(
  message: string,
  ways: Readonly<Record<string, () => Promise<unknown>>>,
  log: ExtensionParts['log'],
  show: (text: string, ...ways: string[]) => Thenable<string | undefined> = vscode.window.showInformationMessage,
): void {
  void show(`Holdfast: ${message}`, ...Object.keys(ways)).then(async (chosen) => {
    const way = chosen === undefined ? undefined : ways[chosen];
    await way?.().catch((error: unknown) => reportFailure(log, error));
  });
}

function uriOf({ folder }: FolderPlace, path: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.parse(folder), path);
}
