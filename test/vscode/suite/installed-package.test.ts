import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitForDiagnostics, workspaceFile } from './workspace.ts';

const contract = 'health-check.contract.yaml';

function holdfast(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('holdfast.holdfast');
  assert.ok(extension, 'The packaged extension is not installed');
  return extension;
}

describe('The installed package', () => {
  it('activates', async () => {
    await holdfast().activate();
    assert.equal(holdfast().isActive, true);
  });

  it('registers every command of its manifest', async () => {
    const manifest = holdfast().packageJSON as { contributes: { commands: { command: string }[] } };
    const declared = manifest.contributes.commands.map(({ command }) => command);
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.ok(declared.length > 0);
    assert.deepEqual(
      declared.filter((command) => !registered.has(command)),
      [],
    );
  });

  it('[ENF-UI-1] shows an unmet requirement at its line in the contract', async () => {
    const document = await vscode.workspace.openTextDocument(workspaceFile(contract));
    await vscode.window.showTextDocument(document);
    const diagnostics = await waitForDiagnostics(document.uri, (found) =>
      found.some((each) => each.message.includes('Must export the HealthCheckResult type')),
    );
    const failing = diagnostics.find((each) => each.message.includes('Must export the HealthCheckResult type'));
    assert.ok(failing);
    assert.equal(document.getText(failing.range), 'Must export the HealthCheckResult type');
  });
});
