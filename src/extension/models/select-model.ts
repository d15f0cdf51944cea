import * as vscode from 'vscode';
import type { ExtensionParts } from '../extension-parts.ts';

interface ModelChoice extends vscode.QuickPickItem {
  readonly choose?: () => Promise<string | undefined>;
}

/** Services whose models are named by hand; each is one of the engine's providers. */
const SERVICES = [
  {
    provider: 'openai-compatible',
    title: 'OpenAI-compatible service',
    example: 'glm-4.6',
    detail: 'GLM, Ollama, vLLM, OpenRouter, LM Studio, … at an address of your own',
  },
  {
    provider: 'anthropic',
    title: 'Anthropic',
    example: 'claude-sonnet-4-5',
    detail: 'With the key of ANTHROPIC_API_KEY',
  },
  { provider: 'openai', title: 'OpenAI', example: 'gpt-5', detail: 'With the key of OPENAI_API_KEY' },
  {
    provider: 'google',
    title: 'Google',
    example: 'gemini-2.5-pro',
    detail: 'With the key of GOOGLE_GENERATIVE_AI_API_KEY',
  },
] as const;

/** Lets a person choose among the editor's own models and the services, and keeps the choice in the settings. */
export async function selectModel(parts: Pick<ExtensionParts, 'log'>): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('holdfast');
  const current = configuration.get<string>('model', '');
  const picked = await vscode.window.showQuickPick(choices(current), {
    placeHolder: current === '' ? 'Choose the model that works on chunks' : `Now: ${current}`,
    matchOnDescription: true,
  });
  const reference = await picked?.choose?.();
  if (reference === undefined) return;
  await configuration.update('model', reference, targetOf(configuration, 'model'));
  parts.log.info(`Model: ${reference}`);
  void vscode.window.showInformationMessage(`Holdfast: ${reference} works on chunks from now on.`);
}

async function choices(current: string): Promise<ModelChoice[]> {
  const own = (await vscode.lm.selectChatModels({})).map((model): ModelChoice => {
    const reference = `vscode:${model.vendor}/${model.id}`;
    return {
      label: model.name,
      description: reference === current ? `${reference} (now)` : reference,
      choose: () => Promise.resolve(reference),
    };
  });
  const services = SERVICES.map(({ provider, title, example, detail }): ModelChoice => ({
    label: title,
    description: current.startsWith(`${provider}:`) ? `${current} (now)` : `${provider}:…`,
    detail,
    choose: () => askService(provider, title, example, current),
  }));
  const separator = (label: string): ModelChoice => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [separator("The editor's models"), ...own, separator('Services'), ...services];
}

async function askService(
  provider: string,
  title: string,
  example: string,
  current: string,
): Promise<string | undefined> {
  const model = await vscode.window.showInputBox({
    title: `Model of ${title}`,
    prompt: `The service's own name of the model, for example ${example}`,
    value: current.startsWith(`${provider}:`) ? current.slice(provider.length + 1) : '',
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? 'Write the name of a model.' : undefined),
  });
  if (model === undefined) return undefined;
  if (provider === 'openai-compatible' && !(await askBaseUrl())) return undefined;
  return `${provider}:${model.trim()}`;
}

async function askBaseUrl(): Promise<boolean> {
  const configuration = vscode.workspace.getConfiguration('holdfast');
  const entered = await vscode.window.showInputBox({
    title: 'Address of the service',
    prompt: 'For example http://localhost:11434/v1 or https://api.z.ai/api/paas/v4',
    value: configuration.get<string>('baseUrl', ''),
    ignoreFocusOut: true,
    validateInput: (value) =>
      /^https?:\/\/\S+$/.test(value.trim()) ? undefined : 'Write an address that begins with http:// or https://.',
  });
  if (entered === undefined) return false;
  await configuration.update('baseUrl', entered.trim(), targetOf(configuration, 'baseUrl'));
  return true;
}

/** The choice replaces the workspace's where the workspace has one, or it would have no effect; else it is the user's. */
function targetOf(configuration: vscode.WorkspaceConfiguration, name: string): vscode.ConfigurationTarget {
  return configuration.inspect(name)?.workspaceValue === undefined
    ? vscode.ConfigurationTarget.Global
    : vscode.ConfigurationTarget.Workspace;
}
