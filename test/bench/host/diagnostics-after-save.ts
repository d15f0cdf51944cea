import { statSync } from 'node:fs';
import * as vscode from 'vscode';
import { report } from './report.ts';

const rounds = 15;
const warmUp = 3;
/** How long watchers may go on telling of the last save, in milliseconds. */
const restMs = 1_000;

/**
 * In the workspace that rows/diagnostics-after-save.ts made: renames the export that an assertion asks for and back
 * again, and reports for each save how long it took from when the file was written until the contract's diagnostics said
 * so: the editor's own way from the key to the disk is not ours.
 */
export async function run(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder) throw new Error('No folder is open');
  const contract = vscode.Uri.joinPath(folder, 'bench.contract.yaml');
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, 'src', 'wanted.ts'));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(contract));
  const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
  const problems = () => vscode.languages.getDiagnostics(contract).length;
  const figures: number[] = [];

  for (let round = 0; round < rounds; round++) {
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const broken = round % 2 === 0;
    const settled = until(() => problems() > 0 === broken);
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

/** Resolves when diagnostics have changed so that a condition holds, with the time since 1970 in milliseconds. */
function until(holds: () => boolean): Promise<number> {
  return new Promise((resolve) => {
    const listener = vscode.languages.onDidChangeDiagnostics(() => {
      if (!holds()) return;
      listener.dispose();
      resolve(performance.timeOrigin + performance.now());
    });
  });
}
