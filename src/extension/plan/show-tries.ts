import * as vscode from 'vscode';
import type { PlanCompilationSummary } from '../../engine.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { KEPT_COMPILATIONS, triesUri } from './tries-document.ts';

/** Offers the plans that were made in the workspace, the newest first, and opens the tries of one. */
export async function showTries(parts: ExtensionParts): Promise<void> {
  const offered = await Promise.all(
    parts.places.folders().map(async ({ uri, name }) => {
      const folder = uri.toString();
      const compilations = await (await parts.engines.of(folder)).planCompilations(KEPT_COMPILATIONS);
      return compilations.map((compilation) => ({
        label: `$(${compilation.status === 'valid' ? 'pass' : 'error'}) ${compilation.specification}`,
        description: `${compilation.tries.length} ${compilation.tries.length === 1 ? 'try' : 'tries'}, ${compilation.model}`,
        detail: `${compilation.createdAt} · ${name}`,
        folder,
        compilation,
      }));
    }),
  );
  const items = offered.flat().sort((a, b) => (a.compilation.createdAt < b.compilation.createdAt ? 1 : -1));
  if (items.length === 0)
    throw new HoldfastError('not-found', 'No plan has been made from a specification here yet.', {
      hint: 'Make one with "Holdfast: Plan from Specification".',
    });
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: 'Show the tries of which plan?',
    matchOnDescription: true,
  });
  if (picked) await openTries(picked.folder, picked.compilation);
}

/** Opens the read-only document with what was wrong with each try. */
export async function openTries(folder: string, compilation: PlanCompilationSummary): Promise<void> {
  const document = await vscode.workspace.openTextDocument(triesUri(folder, compilation));
  await vscode.languages.setTextDocumentLanguage(document, 'markdown');
  await vscode.window.showTextDocument(document, { preview: false });
}
