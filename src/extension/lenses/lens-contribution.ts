import * as vscode from 'vscode';
import type { ContractDocument } from '../../contract/document.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { findContract, findFolder, type ContractState } from '../state/workspace-state.ts';
import type { UnsavedTexts } from '../watch/unsaved-texts.ts';
import type { FolderPlaces } from '../engines/folder-places.ts';
import { contractLenses } from './contract-lenses.ts';

const CONTRACT_LANGUAGES: vscode.DocumentSelector = ['yaml', 'json', 'jsonc'].map((language) => ({
  language,
  scheme: 'file',
}));

export interface LensParts {
  readonly store: WorkspaceStore;
  readonly engines: WorkspaceEngines;
  readonly unsaved: UnsavedTexts;
  readonly places: FolderPlaces;
}

/** Run, Validate and the status over each chunk of a contract (ENF-UI-3). */
export function registerLenses(parts: LensParts): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document) => lensesOf(parts, document),
  };
  return vscode.Disposable.from(
    changed,
    parts.store.subscribe(() => changed.fire()),
    vscode.languages.registerCodeLensProvider(CONTRACT_LANGUAGES, provider),
  );
}

async function lensesOf(parts: LensParts, document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  for (const { folder, path } of parts.places.of(document.uri)) {
    const state = findFolder(parts.store.state, folder);
    const contract = findContract(parts.store.state, { folder, contract: path });
    if (!state || !contract) continue;
    const read = await documentAsTyped(parts, contract, document.getText());
    return contractLenses(state, contract, read).map(
      (lens) =>
        new vscode.CodeLens(
          new vscode.Range(
            lens.range.start.line,
            lens.range.start.character,
            lens.range.end.line,
            lens.range.end.character,
          ),
          { title: lens.title, tooltip: lens.tooltip, command: lens.command, arguments: [lens.argument] },
        ),
    );
  }
  return [];
}

/** The contract as it stands in the editor, so that lenses are where their chunks are while a person types. */
async function documentAsTyped(parts: LensParts, contract: ContractState, text: string): Promise<ContractDocument> {
  if (contract.document.text === text) return contract.document;
  const engine = await parts.engines.of(contract.folder);
  parts.unsaved.flush(contract.folder, engine);
  return engine.contract(contract.contract);
}
