import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PlanCompilationSummary } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { createPlanTriesUri, MAX_COMPILATIONS } from './plan-tries-document.ts';

/** Lists the plan compilations of the workspace, newest first, and opens the tries of the selected one. */
export async function showPlanTries(services: Pick<ExtensionServices, 'engines' | 'paths'>): Promise<void> {
  const lists = await Promise.all(
    services.paths.folders().map(async ({ uri, name }) => {
      const folder = uri.toString();
      const compilations = await (await services.engines.get(folder)).plans.listCompilations(MAX_COMPILATIONS);
      return compilations.map((compilation) => ({
        label: `$(${compilation.status === 'valid' ? 'pass' : 'error'}) ${compilation.specification}`,
        description: `${formatCount(compilation.tries.length, l10n.t('try'), l10n.t('tries'))}, ${compilation.model}`,
        detail: `${compilation.createdAt} · ${name}`,
        folder,
        compilation,
      }));
    }),
  );
  const items = lists.flat().sort((a, b) => (a.compilation.createdAt < b.compilation.createdAt ? 1 : -1));
  if (items.length === 0)
    throw new HoldfastError('not-found', l10n.t('No plan has been created from a specification yet.'), {
      hint: l10n.t('Create one with "Holdfast: Plan from Specification".'),
    });
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Show Plan Tries'),
    placeHolder: l10n.t('Select a plan'),
    matchOnDescription: true,
  });
  if (picked) await openPlanTries(picked.folder, picked.compilation);
}

/** Opens the read-only document that lists the tries and their errors. */
export async function openPlanTries(folder: string, compilation: PlanCompilationSummary): Promise<void> {
  const document = await vscode.workspace.openTextDocument(createPlanTriesUri(folder, compilation));
  await vscode.languages.setTextDocumentLanguage(document, 'markdown');
  await vscode.window.showTextDocument(document, { preview: false });
}
