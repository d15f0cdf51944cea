import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PlannedWrite } from '../../../src/engine.ts';
import { applyWrites } from '../../../src/extension/results/apply-writes.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { readFile, removeFile, workspaceFile, workspaceFolder, writeFile } from './workspace.ts';

const before = 'one\r\ntwo\r\nthree\r\n';
const after = before.replace('two', 'TWO');

function createWrite(path: string, from: string | undefined, to: string | undefined): PlannedWrite {
  const side = (text: string | undefined) =>
    text === undefined ? undefined : { mode: '100644', bytes: new TextEncoder().encode(text) };
  return { path, before: side(from), after: side(to) };
}

describe('applyWrites', () => {
  let folder: string;
  let count = 0;

  // Each test has a separate folder: the editor can show the text of a closed document again when its file is reopened.
  beforeEach(async () => {
    count += 1;
    folder = `applied-${count}`;
    await writeFile(`${folder}/changed.txt`, before);
    await writeFile(`${folder}/gone.txt`, before);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFile(folder);
  });

  it('[EDIT-4] changes, creates and deletes files as one edit, and saves them', async () => {
    await applyWrites(vscode.Uri.parse(workspaceFolder()), [
      createWrite(`${folder}/changed.txt`, before, after),
      createWrite(`${folder}/gone.txt`, before, undefined),
      createWrite(`${folder}/created.txt`, undefined, 'new\n'),
    ]);
    assert.equal(await readFile(`${folder}/changed.txt`), after);
    assert.equal(await readFile(`${folder}/gone.txt`), undefined);
    assert.equal(await readFile(`${folder}/created.txt`), 'new\n');
  });

  it('[EDIT-4] leaves an unsaved file unsaved, with both changes, and can be undone', async () => {
    const editor = await vscode.window.showTextDocument(workspaceFile(`${folder}/changed.txt`));
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 5), '!'));
    const unsaved = before.replace('three', 'three!');
    const write = createWrite(`${folder}/changed.txt`, unsaved, after.replace('three', 'three!'));
    await applyWrites(vscode.Uri.parse(workspaceFolder()), [write]);
    assert.equal(editor.document.getText(), after.replace('three', 'three!'));
    assert.equal(editor.document.isDirty, true);
    assert.equal(await readFile(`${folder}/changed.txt`), before, 'the file on disk is unchanged');
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), unsaved);
  });

  it('[EDIT-4] writes nothing at all if one document has another text', async () => {
    const editor = await vscode.window.showTextDocument(workspaceFile(`${folder}/changed.txt`));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed '));
    const writes = [
      createWrite(`${folder}/created.txt`, undefined, 'new\n'),
      createWrite(`${folder}/changed.txt`, before, after),
    ];
    const isConflict = (thrown: unknown) => thrown instanceof HoldfastError && thrown.code === 'conflict';
    await assert.rejects(applyWrites(vscode.Uri.parse(workspaceFolder()), writes), isConflict);
    assert.equal(await readFile(`${folder}/created.txt`), undefined);
    assert.equal(editor.document.getText(), `typed ${before}`);
  });
});
