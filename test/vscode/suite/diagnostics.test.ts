import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitForDiagnostics, removeFile, withSettings, workspaceFile, writeFile } from './workspace.ts';

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

const hasMessage = (found: readonly vscode.Diagnostic[]) => found.some((each) => each.message.startsWith(message));

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

  it('[ENF-UI-1] are shown in the contract and in the source, linked to each other', async () => {
    const [atContract] = await waitForDiagnostics(workspaceFile(contract), hasMessage);
    assert.equal(atContract?.source, 'Holdfast');
    assert.equal(atContract.code, 'export_exists');
    assert.equal(atContract.severity, vscode.DiagnosticSeverity.Error);
    assert.match(atContract.message, /Expected: .*\nActual: /s);
    const [atSource] = await waitForDiagnostics(workspaceFile(source), hasMessage);
    assert.equal(atSource?.relatedInformation?.[0]?.location.uri.path, workspaceFile(contract).path);
    assert.equal(atContract.relatedInformation?.[0]?.location.uri.path, workspaceFile(source).path);
  });

  it('[ENF-UI-1] disappear when unsaved text fixes the file, and return after undo', async () => {
    await waitForDiagnostics(workspaceFile(contract), hasMessage);
    const editor = await vscode.window.showTextDocument(workspaceFile(source));
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), 'export interface Live {}\n'));
    assert.equal(editor.document.isDirty, true);
    await waitForDiagnostics(workspaceFile(contract), (found) => !hasMessage(found));
    await waitForDiagnostics(workspaceFile(source), (found) => !hasMessage(found));
    await vscode.commands.executeCommand('undo');
    await waitForDiagnostics(workspaceFile(contract), hasMessage);
  });

  it('[ENF-UI-1] move with the text above them, even without a new check', async () => {
    const uri = workspaceFile(contract);
    await withSettings({ 'check.onType': false }, async () => {
      const before = (await waitForDiagnostics(uri, hasMessage)).find((each) => each.message.startsWith(message));
      assert.ok(before);
      const expected = before.range.start.line + 2;
      const editor = await vscode.window.showTextDocument(uri);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# one\n# two\n'));
      await waitForDiagnostics(uri, (found) =>
        found.some((each) => each.message.startsWith(message) && each.range.start.line === expected),
      );
    });
  });

  it('[ENF-UI-1] an error in the contract is shown at its position until it is fixed', async () => {
    const uri = workspaceFile(contract);
    const editor = await vscode.window.showTextDocument(uri);
    const line = editor.document.lineAt(3);
    await editor.edit((edit) => edit.replace(line.range, '    titel: Live'));
    const hasMisspelling = (found: readonly vscode.Diagnostic[]) =>
      found.some((each) => each.message.includes('titel'));
    const found = (await waitForDiagnostics(uri, hasMisspelling)).find((each) => each.message.includes('titel'));
    assert.equal(found?.range.start.line, 3);
    await editor.edit((edit) => edit.replace(editor.document.lineAt(3).range, '    title: Live'));
    await waitForDiagnostics(uri, (remaining) => !hasMisspelling(remaining) && hasMessage(remaining));
  });

  it('[ENF-UI-1] disappear with their contract', async () => {
    await waitForDiagnostics(workspaceFile(source), hasMessage);
    await removeFile(contract);
    await waitForDiagnostics(workspaceFile(source), (found) => !hasMessage(found));
    await writeFile(contract, contractText);
    await waitForDiagnostics(workspaceFile(source), hasMessage);
  });
});
