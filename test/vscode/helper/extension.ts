import * as vscode from 'vscode';
import type { HoldfastApi, Registration } from '../../../src/extension/api/holdfast-api.ts';
import type { Validator } from '../../../src/checks/interfaces/validator.ts';
import { ScriptedModel, type ScriptedModelApi } from './scripted-model.ts';

/** The API of the helper extension. */
export interface HelperApi {
  readonly model: ScriptedModelApi;
  /** Registers a validator with Holdfast, as other extensions do. */
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
