import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  editFile,
  waitForDiagnostics,
  readFile,
  removeFile,
  withSettings,
  workspaceFile,
  workspaceFolder,
  writeFile,
} from './workspace.ts';

const contract = 'planned.contract.yaml';

const text = `spec: { id: planned, title: Planned }
chunks:
  - id: one
    title: One
    allowedFiles: [src/one.ts, src/two.ts]
    postconditions: [{ kind: file_exists, path: src/one.ts }, { kind: file_exists, path: src/new.ts }]
    acceptanceCommands: [node --check src/three.mjs]
`;

const hasRule = (rule: string) => (found: readonly vscode.Diagnostic[]) => found.some(({ code }) => code === rule);

describe('Plans', () => {
  const uri = (): vscode.Uri => workspaceFile(contract);

  beforeEach(async () => {
    await writeFile(contract, text);
    await vscode.window.showTextDocument(uri());
    await waitForDiagnostics(uri(), (found) => hasRule('R4')(found) && hasRule('R5')(found));
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFile(contract);
  });

  it('[COMP-EDITOR] a finding has a quick fix, a hover, and a part in "fix all"', async () => {
    const finding = vscode.languages.getDiagnostics(uri()).find(({ code }) => code === 'R4');
    assert.ok(finding);
    assert.equal(finding.source, 'Holdfast');
    assert.equal(finding.range.start.line, 4);
    const actions = await actionsAt(uri(), finding.range, vscode.CodeActionKind.QuickFix.value);
    const titles = actions.map(({ title }) => title);
    assert.ok(titles.includes('Add the postcondition file_exists "src/two.ts"'), titles.join('\n'));
    assert.ok(titles.includes('Fix all plan findings'), titles.join('\n'));
    const [all] = await actionsAt(uri(), new vscode.Range(0, 0, 0, 0), 'source.fixAll');
    assert.equal(all?.kind?.value, 'source.fixAll.holdfast');

    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uri(),
      finding.range.start,
    );
    const contents = hovers.flatMap((hover) =>
      hover.contents.map((each) => (each instanceof vscode.MarkdownString ? each.value : '')),
    );
    assert.match(contents.join('\n'), /\*\*R4\*\*.*How to fix/s);
  });

  it('[COMP-EDITOR] "Fix All" applies all fixes in one undoable edit', async () => {
    const document = await vscode.workspace.openTextDocument(uri());
    await vscode.commands.executeCommand('holdfast.fixAll', { folder: workspaceFolder(), contract });
    assert.match(document.getText(), /path: src\/two\.ts/);
    assert.equal(await readFile(contract), text, 'the fixes are not saved');
    await waitForDiagnostics(uri(), (found) => !hasRule('R4')(found));
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), text);
    await waitForDiagnostics(uri(), hasRule('R4'));
  });

  it('[COMP-EDITOR] the first key of a contract without a version has an action that migrates the contract', async () => {
    const actions = await actionsAt(uri(), new vscode.Range(0, 1, 0, 1), 'refactor.rewrite');
    const migration = actions.find(({ title }) => title.startsWith('Migrate the contract to version 3, in which'));
    assert.ok(migration?.edit, actions.map(({ title }) => title).join('\n'));
    await vscode.workspace.applyEdit(migration.edit);
    const document = await vscode.workspace.openTextDocument(uri());
    assert.equal(document.getText(), `version: 3\n${text}`);
  });

  it('[COMP-EDITOR] a finding moves with the text above it if checks while typing are off', async () => {
    await withSettings({ 'check.onType': false }, async () => {
      await editFile(uri(), (edit) => edit.insert(new vscode.Position(0, 0), '# a note\n'));
      const moved = vscode.languages.getDiagnostics(uri()).find(({ code }) => code === 'R4');
      assert.equal(moved?.range.start.line, 5);
    });
  });

  it('[COMP-EDITOR] "Show Plan" opens only one panel', async () => {
    const target = { folder: workspaceFolder(), contract };
    const shown = waitForPanelCount(1);
    await vscode.commands.executeCommand('holdfast.showPlan', target);
    await shown;
    await vscode.commands.executeCommand('holdfast.showPlan', target);
    assert.equal(planTabs().length, 1);
    const closed = waitForPanelCount(0);
    await vscode.window.tabGroups.close(planTabs());
    await closed;
    const again = waitForPanelCount(1);
    await vscode.commands.executeCommand('holdfast.showPlan', target);
    await again;
  });
});

function planTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('holdfast.plan'));
}

/** Waits until this many plan panels are open. Mocha's timeout ends the wait. */
function waitForPanelCount(count: number): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (planTabs().length !== count) return;
      listener.dispose();
      resolve();
    };
    const listener = vscode.window.tabGroups.onDidChangeTabs(check);
    check();
  });
}

function actionsAt(uri: vscode.Uri, range: vscode.Range, kind: string): Thenable<vscode.CodeAction[]> {
  return vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, range, kind);
}
