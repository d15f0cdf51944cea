import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { locationsOf } from './impact-contribution.ts';

/** Peeks every place that uses the export under the cursor, or one that is chosen from the file's. */
export async function showImpact(parts: ExtensionParts): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const [place] = editor ? parts.places.of(editor.document.uri) : [];
  if (!editor || !place) {
    throw new HoldfastError('not-found', 'Failed to show the impact: no file of the workspace is open.', {
      hint: 'Open a TypeScript or JavaScript file and place the cursor on an export.',
    });
  }
  const engine = await parts.engines.of(place.folder);
  parts.unsaved.flush(place.folder, engine);
  const { functionsAffected, typesAffected, summary } = await engine.impact({ file: place.path });
  parts.log.info(summary);
  const used = [
    ...functionsAffected.map(({ name, callers }) => ({ name, places: callers })),
    ...typesAffected.map(({ name, usages }) => ({ name, places: usages })),
  ];
  const position = editor.selection.active;
  const range = editor.document.getWordRangeAtPosition(position);
  const word = range ? editor.document.getText(range) : undefined;
  const chosen = used.find(({ name }) => name === word) ?? (await choose(used, place.path));
  if (!chosen) return;
  const locations = locationsOf(place.folder, chosen.places);
  await vscode.commands.executeCommand('editor.action.showReferences', editor.document.uri, position, locations);
}

async function choose<Used extends { readonly name: string; readonly places: readonly unknown[] }>(
  used: readonly Used[],
  file: string,
): Promise<Used | undefined> {
  const items = used
    .filter(({ places }) => places.length > 0)
    .map((each) => ({ label: each.name, description: `${each.places.length} uses`, each }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(`Nothing uses the exports of ${file}.`);
    return undefined;
  }
  return (await vscode.window.showQuickPick(items, { placeHolder: `Exports of ${file}` }))?.each;
}
