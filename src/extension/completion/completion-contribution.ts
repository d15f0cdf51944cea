import * as vscode from 'vscode';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findContract } from '../state/workspace-state.ts';
import { findVerifyPosition } from './verify-position.ts';

type Services = Pick<ExtensionServices, 'engines' | 'paths' | 'store'>;

/** Registers completion of the test command of the repository as the verify command of a contract. */
export function registerCompletion(services: Services): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    { language: 'yaml', scheme: 'file' },
    { provideCompletionItems: (document, position) => completeVerify(services, document, position) },
    ' ',
  );
}

async function completeVerify(
  { engines, paths, store }: Services,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
  const file = paths
    .locate(document.uri)
    .find(({ folder, path }) => findContract(store.state, { folder, contract: path }) !== undefined);
  if (file === undefined) return [];
  const text = document.getText();
  const offset = document.offsetAt(position);
  const found = findVerifyPosition(text.slice(0, offset), text.slice(offset));
  if (found === undefined) return [];
  const { verify, verifyYaml } = await (await engines.get(file.folder)).proposeChecks('example');
  if (verify === undefined || verifyYaml === undefined) return [];
  const isKey = found.kind === 'key';
  const item = new vscode.CompletionItem(
    { label: isKey ? `verify: ${verify}` : verify, description: 'test command of the repository' },
    isKey ? vscode.CompletionItemKind.Property : vscode.CompletionItemKind.Value,
  );
  item.insertText = isKey ? `verify: { command: ${verifyYaml} }` : verifyYaml;
  item.filterText = isKey ? 'verify' : text.slice(offset - found.before, offset) + verify;
  item.range = new vscode.Range(position.translate(0, -found.before), position.translate(0, found.after));
  item.preselect = true;
  item.documentation = new vscode.MarkdownString(
    `\`${verify}\` runs the tests of this repository. As the verify command it must pass after every chunk.`,
  );
  return [item];
}
