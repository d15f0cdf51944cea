import * as vscode from 'vscode';
import type { LineText } from './impact-view.ts';

/** Of very many files the rest is told by line and column alone. */
const FILES = 200;
/** What is longer was not written by a person. */
const LINE_LENGTH = 200;

/** Reads the files that places stand in: what is typed in an editor counts before what is on disk. */
export async function readLineTexts(folder: string, files: Iterable<string>): Promise<LineText> {
  const root = vscode.Uri.parse(folder);
  const open = new Map(vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document]));
  const texts = new Map<string, readonly string[]>();
  await Promise.all(
    [...new Set(files)].slice(0, FILES).map(async (file) => {
      const uri = vscode.Uri.joinPath(root, file);
      const text = open.get(uri.toString())?.getText() ?? (await textOnDisk(uri));
      if (text !== undefined) texts.set(file, text.split(/\r\n|\r|\n/));
    }),
  );
  return (file, line) => texts.get(file)?.[line - 1]?.trim().slice(0, LINE_LENGTH);
}

async function textOnDisk(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    // It went meanwhile: the place is still told.
    return undefined;
  }
}
