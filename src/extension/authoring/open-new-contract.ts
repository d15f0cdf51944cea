import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';

/** A contract to create, with a snippet that expands to its text if it has tab stops. */
export interface NewContractText {
  readonly file: string;
  readonly text: string;
  readonly snippet?: string | undefined;
}

/**
 * Creates a contract on disk and opens it. A workspace edit would put the creation on the undo stack, so that undo deletes
 * the file. A snippet replaces the text with itself, which only adds the tab stops.
 *
 * @throws HoldfastError `conflict` if the file exists
 */
export async function openNewContract(
  engine: Engine,
  folder: vscode.Uri,
  { file, text, snippet }: NewContractText,
): Promise<vscode.Uri> {
  await engine.authoring.create(file, text);
  const uri = vscode.Uri.joinPath(folder, file);
  const editor = await vscode.window.showTextDocument(uri);
  if (snippet === undefined) return uri;
  const { document } = editor;
  const all = new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end);
  await editor.insertSnippet(new vscode.SnippetString(snippet), all);
  // The text is the same, so nothing is unsaved until the person types.
  await document.save();
  return uri;
}
