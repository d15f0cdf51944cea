import * as vscode from 'vscode';
import type { HoldfastApi, Registration } from '../../../src/extension/api/holdfast-api.ts';
import type { Validator } from '../../../src/checks/validators/validator.ts';
import { ScriptedModel, type ScriptedModelApi } from './scripted-model.ts';

/** What the helper extension exports to tests. */
export interface HelperApi {
  readonly model: ScriptedModelApi;
  /** Hands a validator to Holdfast, as any other extension would. */
  registerValidator(validator: Validator): Promise<Registration>;
}

export function activate(context: vscode.ExtensionContext): HelperApi {
  const model = new ScriptedModel();
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('holdfast-test', model));
  return {
    model,
    async registerValidator(validator) {
      const holdfast = vscode.extensions.getExtension<HoldfastApi>('holdfast.holdfast');
      if (!holdfast) throw new Error('Holdfast is not installed');
      return (await holdfast.activate()).registerValidator(validator);
    },
  };
}
