import * as vscode from 'vscode';
import type { ContractDocument } from '../../contract/document.ts';
import { CONTRACT_DOCUMENTS, PLAN_DOCUMENTS } from '../base/contract-documents.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findContract, findFolder, type ContractState } from '../state/workspace-state.ts';
import { getShownContract } from '../state/shown-contract.ts';
import { readShownLenses } from '../settings/presentation-settings.ts';
import { createSettingReader } from '../settings/setting-reader.ts';
import { createContractLenses } from './contract-lenses.ts';
import { findMovedLine } from './moved-line.ts';

type LensServices = Pick<ExtensionServices, 'store' | 'engines' | 'paths' | 'unsaved'>;

/** Registers the lenses to run and validate each chunk of a contract, with its status (ENF-UI-3). */
export function registerLenses(services: LensServices): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document) => provideLenses(services, document),
  };
  return vscode.Disposable.from(
    changed,
    services.store.subscribe(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('holdfast.lenses')) changed.fire();
    }),
    vscode.languages.registerCodeLensProvider(CONTRACT_DOCUMENTS, provider),
    vscode.languages.registerCodeLensProvider(PLAN_DOCUMENTS, provider),
  );
}

async function provideLenses(services: LensServices, document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  for (const { folder, path } of services.paths.locate(document.uri)) {
    const state = findFolder(services.store.state, folder);
    const contract = findContract(services.store.state, { folder, contract: path });
    if (!state || !contract) continue;
    const text = document.getText();
    const current = await readCurrentDocument(services, contract, text);
    // While the text is not a contract, the lenses of the last one stay at their lines.
    const shown = current.contract === undefined ? getShownContract(contract).document : current;
    const groups = readShownLenses(createSettingReader(folder));
    return createContractLenses(state, contract, shown, groups, createLineFinder(shown.text, text)).map(
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

function createLineFinder(before: string, after: string): (line: number) => number {
  if (before === after) return (line) => line;
  const [linesBefore, linesAfter] = [before, after].map((text) => text.split(/\r\n|\r|\n/));
  return (line) => findMovedLine(linesBefore ?? [], linesAfter ?? [], line);
}

/** Reads the contract from the editor's text, so that lenses stay at their chunks while the person types. */
async function readCurrentDocument(
  services: LensServices,
  contract: ContractState,
  text: string,
): Promise<ContractDocument> {
  // A plan is compared with git when it is read, so its lenses move until the check has read it.
  if (contract.document.text === text || contract.document.form === 'plan') return contract.document;
  const engine = await services.engines.get(contract.folder);
  services.unsaved.flush(contract.folder, engine);
  return engine.contracts.read(contract.contract);
}
