import type * as vscode from 'vscode';
import { toFolderPath, type WorkspacePath } from './folder-paths.ts';

const CONTRACT_NAME = /\.contract\.(?:ya?ml|json)$/i;
const EXTENSIONS: Readonly<Record<string, string>> = { yaml: 'yaml', json: 'json', jsonc: 'json' };

type Draft = Pick<vscode.TextDocument, 'uri' | 'languageId' | 'getText'>;

/**
 * The contracts that are unsaved drafts: untitled editors with the content or the name of a contract. Each has the path that
 * it would have as a file, so that everything that follows contracts follows drafts.
 */
export class DraftFiles {
  readonly #drafts = new Map<string, { readonly uri: vscode.Uri; readonly located: WorkspacePath }>();

  /** Records a document if it is a draft. It remains one until it is closed, also after edits. Returns whether it is new. */
  record(document: Draft, folders: readonly vscode.WorkspaceFolder[]): boolean {
    const key = document.uri.toString();
    const located = this.#drafts.has(key) ? undefined : locateDraft(document, folders);
    if (located) this.#drafts.set(key, { uri: document.uri, located });
    return located !== undefined;
  }

  /** Forgets a draft that was closed or saved. */
  forget(uri: vscode.Uri): void {
    this.#drafts.delete(uri.toString());
  }

  find(uri: vscode.Uri): WorkspacePath | undefined {
    return this.#drafts.get(uri.toString())?.located;
  }

  /** The draft with a path. */
  findUri(folder: string, path: string): vscode.Uri | undefined {
    return [...this.#drafts.values()].find(({ located }) => located.folder === folder && located.path === path)?.uri;
  }
}

/** The drafts of this window. */
export const openDrafts = new DraftFiles();

function locateDraft(document: Draft, folders: readonly vscode.WorkspaceFolder[]): WorkspacePath | undefined {
  const { uri, languageId } = document;
  const extension = EXTENSIONS[languageId];
  if (uri.scheme !== 'untitled' || extension === undefined) return undefined;
  for (const folder of folders) {
    const path = toFolderPath(folder.uri.fsPath, uri.fsPath);
    const isContract = path !== undefined && (CONTRACT_NAME.test(path) || isContractText(document.getText()));
    if (isContract) return { folder: folder.uri.toString(), path: toContractPath(path, extension) };
  }
  const [first] = folders;
  if (uri.path.startsWith('/') || first === undefined || !isContractText(document.getText())) return undefined;
  return { folder: first.uri.toString(), path: toContractPath(uri.path, extension) };
}

function toContractPath(path: string, extension: string): string {
  return CONTRACT_NAME.test(path) ? path : `${path}.contract.${extension}`;
}

/** Whether a text, which need not be complete, has the keys that make a contract. */
function isContractText(text: string): boolean {
  const isJson = /^\s*\{/.test(text);
  return ['spec', 'chunks'].every((key) =>
    (isJson ? new RegExp(`"${key}"\\s*:`) : new RegExp(`^["']?${key}["']?[ \\t]*:`, 'm')).test(text),
  );
}
