import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { PLAN_DOCUMENTS } from '../base/contract-documents.ts';
import { toTextRange } from '../base/text-range.ts';
import { UNTRUE_CLAIM } from '../diagnostics/plan-diagnostics.ts';
import { createDocumentEdit } from '../edits/document-edit.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findContract } from '../state/workspace-state.ts';

type ClaimServices = Pick<ExtensionServices, 'store' | 'paths' | 'engines' | 'unsaved'>;

/** A code action that reads the plan and the files again when it is selected. */
class SyncAction extends vscode.CodeAction {
  readonly computeEdit: () => Promise<vscode.WorkspaceEdit | undefined>;

  constructor(title: string, computeEdit: () => Promise<vscode.WorkspaceEdit | undefined>) {
    super(title, vscode.CodeActionKind.QuickFix);
    this.computeEdit = computeEdit;
  }
}

/** [PLANS-4] Registers the quick fix of claims that are not true: `plan sync` on the text of the editor. */
export function registerPlanClaims(services: ClaimServices): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    PLAN_DOCUMENTS,
    {
      provideCodeActions: (document, range, context) => createActions(services, document, range, context),
      async resolveCodeAction(action) {
        if (action instanceof SyncAction) action.edit = (await action.computeEdit()) ?? new vscode.WorkspaceEdit();
        return action;
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

function createActions(
  { store, paths, engines, unsaved }: ClaimServices,
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
): vscode.CodeAction[] {
  if (context.only !== undefined && !context.only.contains(vscode.CodeActionKind.QuickFix)) return [];
  const text = document.getText();
  return paths.locate(document.uri).flatMap(({ folder, path }) => {
    const report = findContract(store.state, { folder, contract: path })?.report;
    if (report?.text !== text) return [];
    const fixable = report.untrue.filter(({ canUntick }) => canUntick);
    const isAtClaim = fixable.some((claim) => {
      const { start, end } = toTextRange(claim.range);
      const place = new vscode.Range(start.line, start.character, end.line, end.character);
      return place.intersection(range) !== undefined;
    });
    if (!isAtClaim) return [];
    const title = fixable.length === 1 ? l10n.t('Untick the task') : l10n.t('Untick {0} tasks', fixable.length);
    const action = new SyncAction(title, async () => {
      const engine = await engines.get(folder);
      unsaved.flush(folder, engine);
      const { version } = document;
      const synced = await engine.plans.sync(path);
      // An edit for an older version of the text would revert what was typed since.
      return document.version === version ? createDocumentEdit(document, synced.text) : undefined;
    });
    action.isPreferred = true;
    action.diagnostics = context.diagnostics.filter(({ code }) => code === UNTRUE_CLAIM);
    return [action];
  });
}
