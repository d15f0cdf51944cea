import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { editFile, waitForDiagnostics, removeFile, withSettings, workspaceFile, writeFile } from './workspace.ts';

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
    // What the next test waits for must not be what this one left.
    for (const file of [contract, source]) await waitForDiagnostics(workspaceFile(file), (found) => !hasMessage(found));
  });

  it('[ENF-UI-1] are shown in the contract and in the source, linked to each other', async () => {
    // The contract can be checked before the editor reports the new source file.
    const isCompared = (found: readonly vscode.Diagnostic[]) =>
      found.some((each) => each.message.startsWith(message) && /Expected: .*\nActual: /s.test(each.message));
    const [atContract] = await waitForDiagnostics(workspaceFile(contract), isCompared);
    assert.equal(atContract?.source, 'Holdfast');
    assert.equal(atContract.code, 'export_exists');
    // Nothing shows that the work was done before.
    assert.equal(atContract.severity, vscode.DiagnosticSeverity.Hint);
    const [atSource] = await waitForDiagnostics(workspaceFile(source), hasMessage);
    assert.equal(atSource?.relatedInformation?.[0]?.location.uri.path, workspaceFile(contract).path);
    assert.equal(atContract.relatedInformation?.[0]?.location.uri.path, workspaceFile(source).path);
  });

  it('[EDIT-6] have the severity of the settings, which apply at once', async () => {
    const uri = workspaceFile(contract);
    await waitForDiagnostics(uri, hasMessage);
    const hasSeverity = (severity: vscode.DiagnosticSeverity) => (found: readonly vscode.Diagnostic[]) =>
      found.some((each) => each.message.startsWith(message) && each.severity === severity);
    await withSettings({ 'diagnostics.severity': { notStarted: 'warning' } }, () =>
      waitForDiagnostics(uri, hasSeverity(vscode.DiagnosticSeverity.Warning)),
    );
    await withSettings({ 'diagnostics.severity': { notStarted: 'off' } }, () =>
      waitForDiagnostics(uri, (found) => !hasMessage(found)),
    );
    await waitForDiagnostics(uri, hasSeverity(vscode.DiagnosticSeverity.Hint));
  });

  it('[EDIT-6] of the code stay while the contract is being typed, and its own errors follow the text', async () => {
    const hasResult = (found: readonly vscode.Diagnostic[]) => hasMessage(found);
    await waitForDiagnostics(workspaceFile(source), hasResult);
    await editFile(workspaceFile(contract), (edit) => edit.insert(new vscode.Position(1, 0), 'build: [\n'));
    await waitForDiagnostics(workspaceFile(contract), (found) =>
      found.some(({ severity }) => severity === vscode.DiagnosticSeverity.Error),
    );
    assert.ok(hasMessage(vscode.languages.getDiagnostics(workspaceFile(source))));
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      workspaceFile(contract),
    );
    const status = lenses.find(({ command }) => command?.title === '○ 0/1 (stale)');
    assert.equal(status?.range.start.line, 3, 'the lens moved with its chunk');
    await vscode.commands.executeCommand('undo');
    await waitForDiagnostics(workspaceFile(contract), (found) =>
      found.every(({ severity }) => severity !== vscode.DiagnosticSeverity.Error),
    );
  });

  it('[ENF-UI-1] disappear when unsaved text fixes the file, and return after undo', async () => {
    await waitForDiagnostics(workspaceFile(contract), hasMessage);
    const editor = await editFile(workspaceFile(source), (edit) =>
      edit.insert(new vscode.Position(1, 0), 'export interface Live {}\n'),
    );
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
      await editFile(uri, (edit) => edit.insert(new vscode.Position(0, 0), '# one\n# two\n'));
      await waitForDiagnostics(uri, (found) =>
        found.some((each) => each.message.startsWith(message) && each.range.start.line === expected),
      );
    });
  });

  it('[ENF-UI-1] an error in the contract is shown at its position until it is fixed', async () => {
    const uri = workspaceFile(contract);
    const key = new vscode.Range(3, 4, 3, 9);
    const editor = await editFile(uri, (edit) => edit.replace(key, 'titel'));
    const hasMisspelling = (found: readonly vscode.Diagnostic[]) =>
      found.some((each) => each.message.includes('titel'));
    const found = (await waitForDiagnostics(uri, hasMisspelling)).find((each) => each.message.includes('titel'));
    assert.equal(found?.range.start.line, 3);
    assert.ok(await editor.edit((edit) => edit.replace(key, 'title')));
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
