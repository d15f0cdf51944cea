import * as vscode from 'vscode';
import type { MechanicalFix } from '../../engine.ts';
import type { WorkspacePath } from '../base/folder-paths.ts';
import { toFileUri } from '../base/file-uri.ts';
import { locationToTextRange, toTextRange, type TextRange } from '../base/text-range.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { listResults } from '../state/chunk-status.ts';
import { findFolder, type ContractState } from '../state/workspace-state.ts';
import { createRenameEdit, createTextEdit, createTextsEdit } from './fix-edits.ts';
import * as l10n from '@vscode/l10n';

type FixServices = Pick<ExtensionServices, 'store' | 'paths' | 'engines'>;

/** A fix that is offered at a range. */
interface OfferedFix {
  readonly fix: MechanicalFix;
  readonly folder: string;
  readonly contract: ContractState;
  /** The diagnostic that it fixes. */
  readonly code: string;
}

/** A code action that computes its edit when it is selected, because a rename asks a language server. */
class RenameAction extends vscode.CodeAction {
  readonly computeEdit: () => Promise<vscode.WorkspaceEdit>;

  constructor(title: string, computeEdit: () => Promise<vscode.WorkspaceEdit>) {
    super(title, vscode.CodeActionKind.QuickFix);
    this.computeEdit = computeEdit;
  }
}

/** [EDIT-3] Registers the quick fixes of contract problems and failed assertions, in the contract and in the code. */
export function registerQuickFixes(services: FixServices): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    [{ scheme: 'file' }, { scheme: 'untitled' }],
    {
      provideCodeActions: (document, range, context) => createActions(services, document, range, context),
      async resolveCodeAction(action) {
        if (action instanceof RenameAction) action.edit = await action.computeEdit();
        return action;
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

async function createActions(
  services: FixServices,
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
): Promise<vscode.CodeAction[]> {
  if (context.only !== undefined && !context.only.contains(vscode.CodeActionKind.QuickFix)) return [];
  const { store, paths } = services;
  const { version } = document;
  const offered: OfferedFix[] = [];
  for (const file of paths.locate(document.uri)) {
    for (const contract of findFolder(store.state, file.folder)?.contracts ?? []) {
      offered.push(...(await findFixes(services, contract, file, document, range)));
    }
  }
  const actions = await Promise.all(offered.map((one) => toAction(one, context.diagnostics)));
  // An edit for an older version of the text would revert what was typed since.
  return document.version === version ? removeRepeated(actions.flat()) : [];
}

async function findFixes(
  { engines }: FixServices,
  contract: ContractState,
  file: WorkspacePath,
  document: vscode.TextDocument,
  range: vscode.Range,
): Promise<readonly OfferedFix[]> {
  const { check } = contract;
  if (check === undefined) return [];
  const isContract = contract.contract === file.path;
  if (isContract && check.document.text !== document.getText()) return [];
  // The engine is not loaded at startup.
  const { fixesOfProblem } = await import('../../engine.ts');
  const touches = (one: TextRange): boolean =>
    new vscode.Range(one.start.line, one.start.character, one.end.line, one.end.character).intersection(range) !==
    undefined;
  const offered: OfferedFix[] = [];
  const add = (fixes: readonly MechanicalFix[], code: string): void => {
    for (const fix of fixes) offered.push({ fix, folder: file.folder, contract, code });
  };
  if (isContract) {
    for (const problem of check.problems.filter((one) => touches(toTextRange(one.range)))) {
      add(await fixesOfProblem(check.document, problem), problem.code);
    }
  }
  const engine = await engines.get(file.folder);
  for (const chunk of check.chunks) {
    for (const result of listResults(chunk).filter(({ passed }) => !passed)) {
      const location = [result.contractLocation, result.location].find((one) => one?.file === file.path);
      if (location === undefined || !touches(wholeWord(document, locationToTextRange(location)))) continue;
      const failed = { document: check.document, chunk: chunk.id, result };
      add(await engine.failures.fixesOf(failed), result.assertion.check.type);
    }
  }
  return offered;
}

/** The range of a location without an end is the word there, as in the diagnostics. */
function wholeWord(document: vscode.TextDocument, range: TextRange): TextRange {
  const isEmpty = range.start.line === range.end.line && range.start.character === range.end.character;
  if (!isEmpty) return range;
  return document.getWordRangeAtPosition(new vscode.Position(range.start.line, range.start.character)) ?? range;
}

async function toAction(
  { fix, folder, contract, code }: OfferedFix,
  diagnostics: readonly vscode.Diagnostic[],
): Promise<readonly vscode.CodeAction[]> {
  const { change } = fix;
  const title = fixActionTitle(fix);
  const action =
    change.kind === 'rename'
      ? new RenameAction(title, () => createRenameEdit(folder, change))
      : new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.isPreferred = fix.isPreferred;
  action.diagnostics = diagnostics.filter((one) => one.source === 'Holdfast' && one.code === code);
  if (change.kind === 'text') {
    const base = change.file === contract.contract ? contract.check?.document.text : undefined;
    const edit = await createTextEdit(folder, change, base);
    if (edit === undefined) return [];
    action.edit = edit;
  } else if (change.kind === 'texts') {
    const edit = await createTextsEdit(folder, change);
    if (edit === undefined) return [];
    action.edit = edit;
  } else if (change.kind === 'create-file') {
    action.edit = new vscode.WorkspaceEdit();
    action.edit.createFile(toFileUri(folder, change.file), { ignoreIfExists: true });
  } else if (change.kind === 'run-chunk') {
    const target = { folder, contract: contract.contract, chunk: change.chunk };
    action.command = { command: 'holdfast.runChunk', title, arguments: [target] };
  } else if (change.kind === 'propose-amendment') {
    const { chunk, requirement } = change;
    const target = { folder, contract: contract.contract, chunk, requirement };
    action.command = { command: 'holdfast.proposeAmendment', title, arguments: [target] };
  }
  return [action];
}

/** Several findings at a range offer the same fix, such as the run of their chunk. */
function removeRepeated(actions: readonly vscode.CodeAction[]): vscode.CodeAction[] {
  return [...new Map(actions.map((action) => [action.title, action])).values()];
}

/** The title of a fix in the display language of the editor. */
function fixActionTitle({ action }: Pick<MechanicalFix, 'action'>): string {
  switch (action.kind) {
    case 'rename':
      return l10n.t('Rename {0} to {1}', action.from, action.to);
    case 'use-name':
      return l10n.t('Use the name "{0}" in the contract', action.name);
    case 'export':
      return l10n.t('Export {0}', action.name);
    case 'use-file':
      return l10n.t('Use the existing file "{0}"', action.file);
    case 'create-file':
      return l10n.t('Create "{0}"', action.file);
    case 'use-signature':
      return l10n.t('Use the actual signature {0}', action.signature);
    case 'propose-amendment':
      return l10n.t('Propose an amendment of the contract');
    case 'make-suggestion':
      return l10n.t('Make it a suggestion');
    case 'run-chunk':
      return l10n.t('Run the chunk "{0}"', action.chunk);
    case 'replace-text':
      return l10n.t('Change "{0}" to "{1}"', action.from, action.to);
    case 'remove-key':
      return l10n.t('Remove the key "{0}"', action.key);
    case 'remove-reference':
      return l10n.t('Remove the reference');
  }
}
