import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';
import { impactMemorySchema, type ImpactMemory } from '../../webview/protocol/impact-messages.ts';
import type { ExtensionServices } from '../services/extension-services.ts';

type Services = Pick<ExtensionServices, 'engines' | 'impactPanel' | 'paths' | 'unsaved'>;

/** Shows the impact panel for the export or file in the argument, the export at the cursor, or the active file. */
export async function showImpact(services: Services, argument: unknown): Promise<void> {
  const memory = impactMemorySchema.safeParse(argument).data ?? (await findSubjectInEditor(services));
  await (await services.impactPanel()).show(memory);
}

async function findSubjectInEditor(services: Services): Promise<ImpactMemory> {
  const editor = vscode.window.activeTextEditor;
  const [file] = editor ? services.paths.locate(editor.document.uri) : [];
  if (!editor || !file) {
    throw new HoldfastError(
      'not-found',
      l10n.t('Failed to show the impact: the active editor shows no file of the workspace.'),
      {
        hint: l10n.t('Open a TypeScript or JavaScript file and place the cursor on an export.'),
      },
    );
  }
  const engine = await services.engines.get(file.folder);
  services.unsaved.flush(file.folder, engine);
  const range = editor.document.getWordRangeAtPosition(editor.selection.active);
  const word = range && editor.document.getText(range);
  const [module] = await engine.exports.list(file.path);
  const exportName = module?.exports.find(({ name }) => name === word)?.name;
  return { folder: file.folder, file: file.path, exportName };
}
