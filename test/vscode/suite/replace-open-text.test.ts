import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { replaceOpenText } from '../../../src/extension/edits/replace-open-text.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { readFile, removeFile, workspaceFile, writeFile } from './workspace.ts';

const before = '# kept\r\nsignature: "(a: A) => R" # kept, too\r\n';
const after = before.replace('(a: A)', '(a: A, b: B)');

describe('replaceOpenText', () => {
  let file = '';
  let count = 0;

  // Each test has a separate file: the editor can show the text of a closed document again when its file is reopened.
  beforeEach(async () => {
    count += 1;
    file = `amended-${count}.yaml`;
    await writeFile(file, before);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFile(file);
  });

  it('[ENF-AMEND-4] applies one undoable edit, saves it, and keeps the line endings', async () => {
    const { document } = await vscode.window.showTextDocument(workspaceFile(file));
    assert.equal(await replaceOpenText(document.uri.fsPath, before, after), true);
    assert.equal(document.isDirty, false);
    assert.equal(await readFile(file), after);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
  });

  it('[ENF-AMEND-4] changes nothing if the document is dirty or has another text', async () => {
    const editor = await vscode.window.showTextDocument(workspaceFile(file));
    const path = editor.document.uri.fsPath;
    const isConflict = (thrown: unknown) => thrown instanceof HoldfastError && thrown.code === 'conflict';
    await assert.rejects(replaceOpenText(path, `${before}more`, after), isConflict);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# mine\r\n'));
    await assert.rejects(replaceOpenText(path, before, after), isConflict);
    assert.equal(editor.document.getText(), `# mine\r\n${before}`);
    assert.equal(await readFile(file), before);
  });

  it('[ENF-AMEND-4] returns false for mixed line endings, which saving would normalize', async () => {
    const mixed = before.replace('\r\n', '\n');
    await writeFile(file, mixed);
    const { document } = await vscode.window.showTextDocument(workspaceFile(file));
    assert.notEqual(document.getText(), mixed);
    const path = document.uri.fsPath;
    assert.equal(await replaceOpenText(path, mixed, after), false);
    assert.equal(document.isDirty, false);
    assert.equal(await readFile(file), mixed);
  });

  it('returns false if the file is not open', async () => {
    assert.equal(await replaceOpenText(workspaceFile('closed.yaml').fsPath, before, after), false);
  });
});
