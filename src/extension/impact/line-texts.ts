import * as vscode from 'vscode';
import type { GetLineText } from './impact-view.ts';

/** Lines are read from at most this many files. Other uses are shown without their text. */
const MAX_FILES = 200;
/** The maximum length of a shown line. */
const MAX_LINE_LENGTH = 200;

/** Reads files, and returns a function that looks up their lines. Open documents take precedence over files on disk. */
export async function readLineTexts(folder: string, files: Iterable<string>): Promise<GetLineText> {
  const root = vscode.Uri.parse(folder);
  const openDocuments = new Map(vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document]));
  const texts = new Map<string, readonly string[]>();
  await Promise.all(
    [...new Set(files)].slice(0, MAX_FILES).map(async (file) => {
      const uri = vscode.Uri.joinPath(root, file);
      const text = openDocuments.get(uri.toString())?.getText() ?? (await readTextOnDisk(uri));
      if (text !== undefined) texts.set(file, text.split(/\r\n|\r|\n/));
    }),
  );
  return (file, line) => texts.get(file)?.[line - 1]?.trim().slice(0, MAX_LINE_LENGTH);
}

async function readTextOnDisk(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    // For example, the file was deleted in the meantime. The use is shown without its text.
    return undefined;
  }
}
