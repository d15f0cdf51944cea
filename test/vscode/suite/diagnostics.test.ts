import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { diagnosticsOf, removeFile, withSettings, workspaceFile, writeFile } from './workspace.ts';

const contract = 'live.contract.yaml';
const source = 'src/live.ts';
const message = 'Must export Live';

const contractText = `spec: { id: live, title: Live checks }
chunks:
  - id: live
    title: Live
    assertions:
      - type: assert
        message: ${message}
        check: { type: export_exists, target: Live, file: ${source} }
`;

const speaksOf = (found: readonly vscode.Diagnostic[]) => found.some((each) => each.message.startsWith(message));

describe('Diagnostics', () => {
  beforeEach(async () => {
    await writeFile(source, 'export interface Life {}\n');
    await writeFile(contract, contractText);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFile(contract);
    await removeFile(source);
  });

  it('[ENF-UI-1] stand in the contract and in the source, linked to one another', async () => {
    const [atContract] = await diagnosticsOf(workspaceFile(contract), speaksOf);
    assert.equal(atContract?.source, 'Holdfast');
    assert.equal(atContract.code, 'export_exists');
    assert.equal(atContract.severity, vscode.DiagnosticSeverity.Error);
    assert.match(atContract.message, /Expected: .*\nActual: /s);
    const [atSource] = await diagnosticsOf(workspaceFile(source), speaksOf);
    assert.equal(atSource?.relatedInformation?.[0]?.location.uri.path, workspaceFile(contract).path);
    assert.equal(atContract.relatedInformation?.[0]?.location.uri.path, workspaceFile(source).path);
  });

  it('[ENF-UI-1] go when unsaved text mends the file, and come back when it is undone', async () => {
    await diagnosticsOf(workspaceFile(contract), speaksOf);
    const editor = await vscode.window.showTextDocument(workspaceFile(source));
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), 'export interface Live {}\n'));
    assert.equal(editor.document.isDirty, true);
    await diagnosticsOf(workspaceFile(contract), (found) => !speaksOf(found));
    await diagnosticsOf(workspaceFile(source), (found) => !speaksOf(found));
    await vscode.commands.executeCommand('undo');
    await diagnosticsOf(workspaceFile(contract), speaksOf);
  });

  it('[ENF-UI-1] move with the text above them, also where no check follows', async () => {
    const uri = workspaceFile(contract);
    await withSettings({ 'check.onType': false }, async () => {
      const before = (await diagnosticsOf(uri, speaksOf)).find((each) => each.message.startsWith(message));
      assert.ok(before);
      const expected = before.range.start.line + 2;
      const editor = await vscode.window.showTextDocument(uri);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# one\n# two\n'));
      await diagnosticsOf(uri, (found) =>
        found.some((each) => each.message.startsWith(message) && each.range.start.line === expected),
      );
    });
  });

  it('[ENF-UI-1] a mistake in the contract is told at its place, and gone when it is mended', async () => {
    const uri = workspaceFile(contract);
    const editor = await vscode.window.showTextDocument(uri);
    const line = editor.document.lineAt(3);
    await editor.edit((edit) => edit.replace(line.range, '    titel: Live'));
    const misspelt = (found: readonly vscode.Diagnostic[]) => found.some((each) => each.message.includes('titel'));
    const found = (await diagnosticsOf(uri, misspelt)).find((each) => each.message.includes('titel'));
    assert.equal(found?.range.start.line, 3);
    await editor.edit((edit) => edit.replace(editor.document.lineAt(3).range, '    title: Live'));
    await diagnosticsOf(uri, (left) => !misspelt(left) && speaksOf(left));
  });

  it('[ENF-UI-1] go with the contract that asked', async () => {
    await diagnosticsOf(workspaceFile(source), speaksOf);
    await removeFile(contract);
    await diagnosticsOf(workspaceFile(source), (found) => !speaksOf(found));
    await writeFile(contract, contractText);
    await diagnosticsOf(workspaceFile(source), speaksOf);
  });
});
