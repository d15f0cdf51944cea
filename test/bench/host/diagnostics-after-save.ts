import { statSync } from 'node:fs';
import * as vscode from 'vscode';
import { report } from './report.ts';
import { waitForEvent } from './wait-for-event.ts';

const rounds = 15;
const warmUp = 3;
/** How long watchers may keep reporting the last save, in milliseconds. */
const restMs = 1_000;

/**
 * In the workspace of rows/diagnostics-after-save.ts: renames the export that an assertion requires, and back. Reports for
 * each save the time from the write of the file to the contract's diagnostics. The path from the key press to the disk
 * belongs to the editor and is excluded.
 */
export async function run(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder) throw new Error('No folder is open');
  const contract = vscode.Uri.joinPath(folder, 'bench.contract.yaml');
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, 'src', 'wanted.ts'));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(contract));
  const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
  const errors = () =>
    vscode.languages.getDiagnostics(contract).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
      .length;
  const figures: number[] = [];

  for (let round = 0; round < rounds; round++) {
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const broken = round % 2 === 0;
    const settled = waitForEvent({
      subscribe: vscode.languages.onDidChangeDiagnostics,
      holds: () => errors() > 0 === broken,
      what: `${broken ? 'The error' : 'The end of the error'} after save ${round + 1}`,
    });
    // The edit is awaited first.
    settled.catch(() => undefined);
    await editor.edit((edit) => {
      const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
      edit.replace(whole, `export const ${broken ? 'other' : 'wanted'} = ${round};\n`);
    });
    await document.save();
    const took = (await settled) - statSync(document.uri.fsPath).mtimeMs;
    if (round >= warmUp) figures.push(took);
  }
  await report(figures);
}
