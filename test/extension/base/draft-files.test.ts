import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import type * as vscode from 'vscode';
import { DraftFiles } from '../../../src/extension/base/draft-files.ts';
import { FolderPaths } from '../../../src/extension/base/folder-paths.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';

const YAML = 'spec:\n  id: a\n  title: A\nchunks:\n  - id: one\n    title: One\n    creates: [one]\n';
const JSON_TEXT = '{ "spec": { "id": "a", "title": "A" }, "chunks": [] }';

function uri(scheme: string, path: string, text = `${scheme}:${path}`): vscode.Uri {
  return { scheme, path, fsPath: path, toString: () => text } as vscode.Uri;
}

function folder(path: string): vscode.WorkspaceFolder {
  return { uri: uri('file', path, pathToFileURL(path).href), name: path, index: 0 };
}

function draft(path: string, text: string, languageId = 'yaml', scheme = 'untitled') {
  return { uri: uri(scheme, path), languageId, getText: () => text };
}

describe('Drafts of contracts', () => {
  const folders = [folder('/one'), folder('/two')];

  it('[EDIT-2] have the path that the contract would have', () => {
    for (const [document, expected] of [
      [draft('Untitled-1', YAML), 'file:///one Untitled-1.contract.yaml'],
      [draft('Untitled-1', `# A draft\n---\n${YAML}`), 'file:///one Untitled-1.contract.yaml'],
      [draft('Untitled-2', '"chunks": []\n"spec": {}\n'), 'file:///one Untitled-2.contract.yaml'],
      [draft('Untitled-2', 'chunks:\nspec:\n'), 'file:///one Untitled-2.contract.yaml'],
      [draft('Untitled-2', YAML.replaceAll('\n', '\r\n')), 'file:///one Untitled-2.contract.yaml'],
      [draft('Untitled-3', JSON_TEXT, 'json'), 'file:///one Untitled-3.contract.json'],
      [draft('Untitled-3', JSON_TEXT, 'jsonc'), 'file:///one Untitled-3.contract.json'],
      [draft('/two/a/b.contract.yaml', ''), 'file:///two a/b.contract.yaml'],
      [draft('/two/plan.yaml', YAML), 'file:///two plan.yaml.contract.yaml'],
      [draft('Untitled-1', 'apiVersion: v1\nspec:\n  chunks: []\n'), undefined],
      [draft('Untitled-1', '  spec:\n  chunks:\n'), undefined],
      [draft('Untitled-1', 'The spec: chunks:\n'), undefined],
      [draft('Untitled-1', YAML, 'plaintext'), undefined],
      [draft('Untitled-1', ''), undefined],
      [draft('/elsewhere/a.contract.yaml', YAML), undefined],
      [draft('/one/a.contract.yaml', YAML, 'yaml', 'file'), undefined],
      [draft('/one/a.contract.yaml', YAML, 'yaml', 'git'), undefined],
    ] as const) {
      const drafts = new DraftFiles();
      assert.equal(
        drafts.record(document, folders),
        expected !== undefined,
        `${document.uri.path} ${document.getText()}`,
      );
      const [located] = new FolderPaths(
        () => folders,
        (one) => drafts.find(one),
      ).locate(document.uri.scheme === 'untitled' ? document.uri : uri('untitled', 'other'));
      assert.equal(located && `${located.folder} ${located.path}`, expected);
      if (located) assert.equal(drafts.findUri(located.folder, located.path), document.uri);
    }
    assert.equal(
      new DraftFiles().record(draft('Untitled-1', YAML), []),
      false,
      'without a folder there is no contract',
    );
  });

  it('[EDIT-2] remain drafts after every edit, until they are closed', () => {
    const drafts = new DraftFiles();
    assert.ok(drafts.record(draft('Untitled-1', YAML), folders));
    assert.equal(drafts.record(draft('Untitled-1', 'spe'), folders), false, 'it is known');
    const { uri: closed } = draft('Untitled-1', '');
    assert.ok(drafts.find(closed));
    drafts.forget(closed);
    assert.equal(drafts.find(closed), undefined);
    assert.equal(drafts.findUri('file:///one', 'Untitled-1.contract.yaml'), undefined);
  });

  it('[EDIT-2] [ENF-UI-1] are listed and checked like contracts, and are gone when they are closed', async () => {
    using workspace = new Workspace({ 'a.ts': 'export const a = 1;\n' });
    await using engine = openFolderEngine(workspace);
    const file = 'Untitled-1.contract.yaml';
    const list = async () => (await engine.contracts.readAll()).map((document) => document.file);
    engine.setUnsavedText(file, YAML);
    assert.deepEqual(await list(), [file]);
    const { chunks } = await engine.checks.check(file);
    assert.deepEqual(
      chunks.map(({ id, verdict }) => [id, verdict]),
      [['one', 'unsatisfied']],
    );
    engine.setUnsavedText(file, YAML.replace('creates', 'created'));
    assert.ok((await engine.checks.check(file)).problems.length > 0);
    engine.setUnsavedText(file, null);
    assert.deepEqual(await list(), []);
  });
});
