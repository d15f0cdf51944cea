import * as vscode from 'vscode';
import type { CheckedPlan, ContractCheck } from '../../engine.ts';
import { planDiagnostics } from '../plan/plan-diagnostics.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { contractKey } from '../state/target.ts';
import type { WorkspaceState } from '../state/workspace-state.ts';
import { contractDiagnostics, type ContractDiagnostic, type Severity } from './contract-diagnostics.ts';
import { DiagnosticBoard } from './diagnostic-board.ts';
import type { TextRange } from './text-range.ts';

const SEVERITIES: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

/**
 * Shows contract problems and failing assertions in the Problems view (ENF-UI-1). Diagnostics stay through edits, move
 * with them, and go when a newer check says so.
 */
export function registerDiagnostics(store: WorkspaceStore): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('holdfast');
  const board = new DiagnosticBoard((owner, file) => fileUri(owner, file).toString());
  const publish = (fileKey: string): void => {
    const standing = board.of(fileKey);
    collection.set(
      vscode.Uri.parse(fileKey),
      standing.map(({ owner, diagnostic }) => editorDiagnostic(owner, diagnostic)),
    );
  };
  const update = (state: WorkspaceState, previous: WorkspaceState | undefined): void => {
    for (const fileKey of changedFiles(board, state, previous)) publish(fileKey);
  };
  update(store.state, undefined);
  return vscode.Disposable.from(
    collection,
    store.subscribe(update),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const fileKey = document.uri.toString();
      if (contentChanges.length > 0 && board.edit(fileKey, contentChanges)) publish(fileKey);
    }),
  );
}

function changedFiles(
  board: DiagnosticBoard,
  state: WorkspaceState,
  previous: WorkspaceState | undefined,
): ReadonlySet<string> {
  const contracts = state.folders.flatMap((folder) => folder.contracts);
  const before = new Map(
    previous?.folders.flatMap((folder) => folder.contracts).map((contract) => [contractKey(contract), contract.check]),
  );
  const changed = new Set<string>();
  const alive = new Set<string>();
  for (const contract of contracts) {
    const owner = contractKey(contract);
    alive.add(owner);
    if (!contract.check || contract.check === before.get(owner)) continue;
    for (const file of board.replace(owner, diagnosticsOf(contract.check, contract.plan))) changed.add(file);
  }
  for (const owner of board.owners())
    if (!alive.has(owner)) for (const file of board.replace(owner, [])) changed.add(file);
  return changed;
}

function diagnosticsOf(check: ContractCheck, plan: CheckedPlan | undefined): readonly ContractDiagnostic[] {
  return [...contractDiagnostics(check), ...(plan ? planDiagnostics(plan) : [])];
}

function editorDiagnostic(owner: string, diagnostic: ContractDiagnostic): vscode.Diagnostic {
  const shown = new vscode.Diagnostic(
    editorRange(diagnostic.range),
    diagnostic.message,
    SEVERITIES[diagnostic.severity],
  );
  shown.source = 'Holdfast';
  shown.code = diagnostic.code;
  shown.relatedInformation = diagnostic.related.map(
    (related) =>
      new vscode.DiagnosticRelatedInformation(
        new vscode.Location(fileUri(owner, related.file), editorRange(related.range)),
        related.message,
      ),
  );
  return shown;
}

function editorRange({ start, end }: TextRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

function fileUri(owner: string, file: string): vscode.Uri {
  const [folder = ''] = owner.split('\n');
  return vscode.Uri.joinPath(vscode.Uri.parse(folder), file);
}
