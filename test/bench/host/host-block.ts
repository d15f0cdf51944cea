import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { measureLongestBlock } from './longest-block.ts';
import { report } from './report.ts';
import { waitForEvent } from './wait-for-event.ts';

const contract = `version: 1
spec: { id: bench, title: Bench }
chunks:
  - id: wanted
    title: Wanted
    assertions:
      - message: Must export wanted
        check: { type: export_exists, target: wanted }
      - message: Must export work0
        check: { type: export_exists, target: work0 }
`;
const idleMs = 4_000;
const changedFiles = 1_000;

/**
 * Measures the longest block of the extension host's event loop, by wall clock and by CPU time of the thread, in
 * milliseconds. Runs in the workspace of rows/host-block.ts, which has no contract at first. The phases are: idle, indexing
 * every module after a contract is created, editing a signature and showing its impact, and changing many files at once.
 */
export async function run(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const holdfast = vscode.extensions.getExtension('holdfast.holdfast');
  if (!folder || !holdfast) throw new Error('No folder is open, or Holdfast is not installed');
  const contractFile = vscode.Uri.joinPath(folder, 'bench.contract.yaml');
  const edited = vscode.Uri.joinPath(folder, 'src', 'part0', 'module0.ts');

  // Excludes the work of other extensions at the start of a window.
  await sleep(idleMs);
  const idle = await measureLongestBlock(() => sleep(idleMs));

  const indexing = await measureLongestBlock(async () => {
    await holdfast.activate();
    const shown = waitForEvent({
      subscribe: vscode.languages.onDidChangeDiagnostics,
      holds: () => vscode.languages.getDiagnostics(contractFile).length > 0,
      what: 'The first diagnostic of the contract',
    });
    await vscode.workspace.fs.writeFile(contractFile, new TextEncoder().encode(contract));
    await shown;
  });

  const impact = await measureLongestBlock(async () => {
    const document = await vscode.workspace.openTextDocument(edited);
    const editor = await vscode.window.showTextDocument(document);
    const at = document.positionAt(document.getText().indexOf('shape: Shape0'));
    await editor.edit((edit) => edit.insert(at, 'more: string, '));
    await vscode.commands.executeCommand('vscode.executeCodeLensProvider', edited, 10);
    await vscode.commands.executeCommand('holdfast.showImpact', {
      folder: folder.toString(),
      file: 'src/part0/module0.ts',
    });
  });

  const changes = await measureLongestBlock(async () => {
    const files = await vscode.workspace.findFiles('src/part1*/*.ts', null, changedFiles);
    for (const file of files) {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(`${text}// touched\n`));
    }
    await vscode.commands.executeCommand('holdfast.validate', {
      folder: folder.toString(),
      contract: 'bench.contract.yaml',
    });
  });

  await report([idle, indexing, impact, changes].flatMap(({ wall, cpu }) => [wall, cpu]));
}
