import * as vscode from 'vscode';
import { ScriptedModel, type HelperApi } from './scripted-model.ts';

export function activate(context: vscode.ExtensionContext): HelperApi {
  const model = new ScriptedModel();
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('holdfast-test', model));
  return model;
}
