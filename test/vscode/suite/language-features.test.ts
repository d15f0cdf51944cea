import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readFile, removeFile, waitForDiagnostics, workspaceFile, writeFile } from './workspace.ts';

const contract = 'language.contract.yaml';
const other = 'language-other.contract.json';

const text = `version: 2
spec: { id: language, title: Language features }
chunks:
  - id: first
    title: The first
    creates: [Route]
    functions:
      - name: serviceRoutes
        file: src/server/routes.ts
        signature: SIGNATURE
  - id: second
    title: The second
    dependsOn: [first]
    consumes: [Route]
    contextFiles: [package.json]
    assertions:
      - message: Must export Route
        check: { type: export_exists, target: Route, file: src/server/route.ts }
`;

const otherText = `{
  // comments are allowed
  "spec": { "id": "language-other", "title": "Other" },
  "chunks": [{ "id": "a", "title": "A", "consumes": ["Route"] }],
}
`;

describe('Language features', () => {
  const uri = (): vscode.Uri => workspaceFile(contract);

  beforeEach(async () => {
    await writeFile(other, otherText);
    await writeFile(contract, text);
    await vscode.window.showTextDocument(uri());
    // The contract is known to the extension.
    await waitForDiagnostics(uri(), (found) => found.length > 0);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFile(contract);
    await removeFile(other);
  });

  it('[EDIT-2] completes keys, chunks, exports of the code, files and gates, once each', async () => {
    assert.ok((await labelsAt('    title: The second\n', 'after')).includes('allowedFiles'));
    assert.deepEqual(await labelsAt('dependsOn: ['), ['first']);
    assert.ok((await labelsAt('consumes: [')).includes('Route'));
    assert.ok((await labelsAt('contextFiles: [')).includes('src/'));
    assert.deepEqual(
      (await labelsAt('check: { type: ')).filter((label) => label === 'export_exists'),
      ['export_exists'],
    );
  });

  it('[EDIT-2] describes and finds what a value names', async () => {
    const chunk = await hoverAt('dependsOn: [fi');
    assert.equal(chunk.length, 1);
    assert.match(chunk[0] ?? '', /chunk \*\*first\*\* · The first/);
    assert.match((await hoverAt('consumes: [Rou')).join('\n'), /src\/server\/route\.ts/);
    assert.equal((await hoverAt('    depends')).filter((one) => one.includes('Ids of the chunks')).length, 1);
    const definition = async (before: string): Promise<string> => {
      const [link] = await execute<vscode.LocationLink[]>('vscode.executeDefinitionProvider', before);
      assert.ok(link, before);
      return `${vscode.workspace.asRelativePath(link.targetUri)}:${link.targetRange.start.line + 1}`;
    };
    assert.equal(await definition('dependsOn: [fi'), `${contract}:4`);
    assert.match(await definition('consumes: [Rou'), /^src\/server\/route\.ts:/);
    assert.equal(await definition('contextFiles: [pack'), 'package.json:1');
  });

  it('[EDIT-2] finds the references of an export in all contracts and in the code', async () => {
    const found = await execute<vscode.Location[]>('vscode.executeReferenceProvider', 'consumes: [Rou');
    const files = new Set(found.map((one) => vscode.workspace.asRelativePath(one.uri)));
    for (const file of [contract, other, 'src/server/route.ts', 'src/server/routes.ts'])
      assert.ok(files.has(file), file);
    const chunk = await execute<vscode.Location[]>('vscode.executeReferenceProvider', '- id: fir');
    assert.deepEqual(chunk.map(({ range }) => range.start.line + 1).sort(), [13, 4].sort());
  });

  it('[EDIT-2] renames a chunk, and an export in all contracts but not in the code', async () => {
    const rename = async (before: string, name: string): Promise<vscode.WorkspaceEdit> =>
      execute<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', before, name);
    const chunk = await rename('- id: fir', 'start');
    assert.deepEqual(
      chunk.entries().map(([file, edits]) => [vscode.workspace.asRelativePath(file), edits.length]),
      [[contract, 2]],
    );
    const renamed = await rename('creates: [Rou', 'Path');
    const files = renamed.entries().map(([file]) => vscode.workspace.asRelativePath(file));
    assert.deepEqual(files.sort(), [other, contract].sort());
    await assert.rejects(async () => rename('- id: fir', 'second'));
  });

  it('[EDIT-2] outlines and folds the contract', async () => {
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      uri(),
    );
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['language', 'first', 'second'],
    );
    assert.deepEqual(
      symbols[2]?.children.map(({ name, detail }) => [name, detail]),
      [['Must export Route', 'assert · export_exists · Route · src/server/route.ts']],
    );
    const folding = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      uri(),
    );
    assert.ok(folding.some(({ start, end }) => start === 3 && end === 9));
  });

  it('[EDIT-2] takes a signature from the code, in text that is not saved', async () => {
    const labels = await labelsAt('signature: ');
    assert.equal(labels.length, 1);
    assert.match(labels[0] ?? '', /=>/);
  });

  it('[EDIT-2] [ENF-UI-1] [EDIT-3] work in a draft that was never saved, until it is closed', async () => {
    const mistaken = text.replace('    consumes: [Route]\n', '    consumess: [Route]\n');
    const draft = await vscode.workspace.openTextDocument({ language: 'yaml', content: text });
    const editor = await vscode.window.showTextDocument(draft);
    await waitForDiagnostics(draft.uri, (all) => all.length > 0);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', draft.uri);
    assert.ok(lenses.some(({ command }) => command?.command === 'holdfast.validate'));
    await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, draft.lineCount, 0), mistaken));
    await waitForDiagnostics(draft.uri, (all) => all.some(({ message }) => /consumess/.test(message)));
    const at = (before: string): vscode.Position => draft.positionAt(mistaken.indexOf(before) + before.length);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      draft.uri,
      at('dependsOn: ['),
    );
    assert.ok(
      list.items.some(({ label }) => label === 'first' || (label as vscode.CompletionItemLabel).label === 'first'),
    );
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      draft.uri,
      at('dependsOn: [fi'),
    );
    assert.equal(hovers.length, 1);
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      draft.uri,
      new vscode.Range(at('    cons'), at('    cons')),
    );
    const fix = fixes.find(({ edit }) => edit?.has(draft.uri));
    assert.ok(fix?.edit, fixes.map(({ title }) => title).join());
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    await waitForDiagnostics(draft.uri, (all) => !all.some(({ message }) => /consumess/.test(message)));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await waitForDiagnostics(draft.uri, (all) => all.length === 0);
  });

  it('[EDIT-2] reports a mistake in JSON once, and allows comments', async () => {
    const file = workspaceFile(other);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    await execute('vscode.executeDocumentSymbolProvider', '');
    const comments = vscode.languages.getDiagnostics(file).filter(({ message }) => /comment/i.test(message));
    assert.deepEqual(comments, []);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(file, document.positionAt(otherText.indexOf('"title"')), '"unknown": 1, ');
    edit.insert(file, document.positionAt(otherText.indexOf('"consumes"')), '"x" 1, ');
    await vscode.workspace.applyEdit(edit);
    const syntaxLine = 3;
    const found = await waitForDiagnostics(
      file,
      (all) =>
        all.some(({ range, source }) => range.start.line === syntaxLine && source !== 'Holdfast') &&
        all.some(({ message }) => /unknown/.test(message)),
    );
    assert.equal(found.filter(({ message }) => /unknown/i.test(message)).length, 1, JSON.stringify(found));
    const syntax = found.filter(({ range, source }) => range.start.line === syntaxLine && source === 'Holdfast');
    assert.deepEqual(
      syntax.filter(({ code }) => code === 'syntax'),
      [],
      JSON.stringify(found),
    );
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    assert.equal(await readFile(other), otherText);
  });

  function positionAfter(before: string): vscode.Position {
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri().toString());
    assert.ok(document);
    const at = text.indexOf(before);
    assert.ok(at >= 0, before);
    return document.positionAt(at + before.length);
  }

  function execute<Result>(command: string, before: string, ...more: readonly unknown[]): Thenable<Result> {
    return vscode.commands.executeCommand<Result>(command, uri(), positionAfter(before), ...more);
  }

  /** The labels at a position; with `after`, on a new line with the indentation of the line before. */
  async function labelsAt(before: string, place: 'there' | 'after' = 'there'): Promise<readonly string[]> {
    const position = positionAfter(before);
    if (place === 'after') {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(uri(), position, '    \n');
      await vscode.workspace.applyEdit(edit);
    }
    if (before === 'signature: ') {
      const edit = new vscode.WorkspaceEdit();
      edit.delete(uri(), new vscode.Range(position, position.translate(0, 'SIGNATURE'.length)));
      await vscode.workspace.applyEdit(edit);
    }
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      uri(),
      place === 'after' ? position.translate(0, 4) : position,
    );
    if (place === 'after') await vscode.commands.executeCommand('undo');
    // The editor adds words of the file where no provider proposes anything.
    return list.items
      .filter(({ kind }) => kind !== vscode.CompletionItemKind.Text)
      .map(({ label }) => (typeof label === 'string' ? label : label.label));
  }

  async function hoverAt(before: string): Promise<readonly string[]> {
    const hovers = await execute<vscode.Hover[]>('vscode.executeHoverProvider', before);
    return hovers.flatMap(({ contents }) =>
      contents.map((each) => (each instanceof vscode.MarkdownString ? each.value : '')),
    );
  }
});
