import * as vscode from 'vscode';
import type { HoldfastApi, Registration } from '../../../src/extension/api/holdfast-api.ts';
import type { Validator } from '../../../src/verdicts/checks/interfaces/validator.ts';
import { ScriptedModel, type ScriptedModelApi } from './scripted-model.ts';

/** The API of the helper extension. */
export interface HelperApi {
  readonly model: ScriptedModelApi;
  /** Registers a validator with Holdfast, as other extensions do. */
  registerValidator(validator: Validator): Promise<Registration>;
  /** The plugins for agents that the editor has found, with their hooks and skills. */
  findAgentPlugins(): Promise<AgentPlugins>;
}

/** Paths of files and folders. */
export interface AgentPlugins {
  readonly plugins: readonly string[];
  readonly hooks: readonly string[];
  readonly skills: readonly string[];
}

/** The proposed API that this extension is allowed to use. Older editors do not have every function. */
type ListResources = (token: vscode.CancellationToken) => Thenable<readonly { readonly uri: vscode.Uri }[]>;
interface ProposedChat {
  readonly getPlugins?: ListResources;
  readonly getHooks?: ListResources;
  readonly getSkills?: ListResources;
}

export function activate(context: vscode.ExtensionContext): HelperApi {
  const model = new ScriptedModel();
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('holdfast-test', model),
    vscode.commands.registerCommand('holdfast-test.callTool', callTool),
    vscode.commands.registerCommand('holdfast-test.ask', askInChat),
  );
  return {
    model,
    async registerValidator(validator) {
      const holdfast = vscode.extensions.getExtension<HoldfastApi>('holdfast.holdfast');
      if (!holdfast) throw new Error('Holdfast is not installed');
      return (await holdfast.activate()).registerValidator(validator);
    },
    async findAgentPlugins() {
      const { getPlugins, getHooks, getSkills } = vscode.chat as typeof vscode.chat & ProposedChat;
      return {
        plugins: await listPaths(getPlugins),
        hooks: await listPaths(getHooks),
        skills: await listPaths(getSkills),
      };
    },
  };
}

/** Sends a question that a person enters to the chat, with the scripted model. */
async function askInChat(): Promise<void> {
  const query = await vscode.window.showInputBox({ prompt: 'Question' });
  await vscode.commands.executeCommand('workbench.action.chat.open', {
    query,
    mode: 'ask',
    modelSelector: { vendor: 'holdfast-test', id: 'scripted' },
  });
}

/** Calls a tool that a person names, with its input as JSON: `holdfast_check {"all":true}`. Opens its first text. */
async function callTool(): Promise<void> {
  const line = (await vscode.window.showInputBox({ prompt: 'Tool and input' })) ?? '';
  const [name = '', input = '{}'] = line.split(/ (.*)/s);
  // The editor shows few notifications in the window of a test driver.
  const document = await vscode.workspace.openTextDocument({ content: await readTool(name, input) });
  await vscode.window.showTextDocument(document);
}

async function readTool(name: string, input: string): Promise<string> {
  try {
    const options = { input: JSON.parse(input) as object, toolInvocationToken: undefined };
    const [first] = (await vscode.lm.invokeTool(name, options)).content;
    return first instanceof vscode.LanguageModelTextPart ? first.value : 'no text';
  } catch (error) {
    return `Tool failed: ${String(error)}`;
  }
}

async function listPaths(list: ListResources | undefined): Promise<readonly string[]> {
  const source = new vscode.CancellationTokenSource();
  try {
    return (await list?.(source.token))?.map(({ uri }) => uri.path) ?? [];
  } finally {
    source.dispose();
  }
}
