import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import { impactMemorySchema, type ImpactMemory } from '../../webview/protocol/impact-messages.ts';
import type { ExtensionParts } from '../extension-parts.ts';

/** Opens the impact panel on what a lens or a link names, else on the export under the cursor, else on the file. */
export async function showImpact(parts: ExtensionParts, argument: unknown): Promise<void> {
  const memory = impactMemorySchema.safeParse(argument).data ?? (await subjectOfEditor(parts));
  await (await parts.impactPanel()).show(memory);
}

async function subjectOfEditor(parts: ExtensionParts): Promise<ImpactMemory> {
  const editor = vscode.window.activeTextEditor;
  const [place] = editor ? parts.places.of(editor.document.uri) : [];
  if (!editor || !place) {
    throw new HoldfastError('not-found', 'Failed to show the impact: no file of the workspace is open.', {
      hint: 'Open a TypeScript or JavaScript file and place the cursor on an export.',
    });
  }
  const engine = await parts.engines.of(place.folder);
  parts.unsaved.flush(place.folder, engine);
  const range = editor.document.getWordRangeAtPosition(editor.selection.active);
  const word = range && editor.document.getText(range);
  const [module] = await engine.exports(place.path);
  const exportName = module?.exports.find(({ name }) => name === word)?.name;
  return { folder: place.folder, file: place.path, exportName };
}
