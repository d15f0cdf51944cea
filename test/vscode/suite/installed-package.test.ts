import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const contract = 'health-check.contract.yaml';

function holdfast(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('holdfast.holdfast');
  assert.ok(extension, 'the packaged extension is not installed');
  return extension;
}

function workspaceFile(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no folder is open');
  return vscode.Uri.joinPath(folder.uri, path);
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

  it('[ENF-UI-1] shows what a contract asks for and the files do not give, at its line in the contract', async () => {
    const document = await vscode.workspace.openTextDocument(workspaceFile(contract));
    await vscode.window.showTextDocument(document);
    const diagnostics = await diagnosticsOf(document.uri, (found) =>
      found.some((each) => each.message.includes('Must export the HealthCheckResult type')),
    );
    const failing = diagnostics.find((each) => each.message.includes('Must export the HealthCheckResult type'));
    assert.ok(failing);
    // The place is that of the assertion, which begins with its type and says its message in the next line.
    const { line } = failing.range.start;
    assert.match(document.lineAt(line).text, /- type: assert/);
    assert.match(document.lineAt(line + 1).text, /Must export the HealthCheckResult type/);
  });
});

/** The diagnostics of a file once they are as wished; mocha's own limit ends a wait that never does. */
function diagnosticsOf(
  uri: vscode.Uri,
  asWished: (diagnostics: readonly vscode.Diagnostic[]) => boolean,
): Promise<readonly vscode.Diagnostic[]> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const found = vscode.languages.getDiagnostics(uri);
      if (!asWished(found)) return false;
      listener.dispose();
      resolve(found);
      return true;
    };
    const listener = vscode.languages.onDidChangeDiagnostics(look);
    look();
  });
}
