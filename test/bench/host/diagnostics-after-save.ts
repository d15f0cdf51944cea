import * as vscode from 'vscode';
import { report } from './report.ts';

const rounds = 15;
const warmUp = 3;

/**
 * In the workspace that rows/diagnostics-after-save.ts made: renames the export that an assertion asks for and back
 * again, and reports for each save how long it took until the contract's diagnostics said so.
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
    const broken = round % 2 === 0;
    const settled = until(() => problems() > 0 === broken);
    await editor.edit((edit) => {
      const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
      edit.replace(whole, `export const ${broken ? 'other' : 'wanted'} = ${round};\n`);
    });
    const started = performance.now();
    await document.save();
    await settled;
    if (round >= warmUp) figures.push(performance.now() - started);
  }
  await report(figures);
}

/** Resolves when diagnostics have changed so that a condition holds. */
function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const listener = vscode.languages.onDidChangeDiagnostics(() => {
      if (!holds()) return;
      listener.dispose();
      resolve();
    });
  });
}
