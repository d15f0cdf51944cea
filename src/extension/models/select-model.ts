import * as vscode from 'vscode';

interface ModelItem extends vscode.QuickPickItem {
  readonly select?: () => Promise<string | undefined>;
}

/** Providers for which the person enters the name of the model. */
const SERVICES = [
  {
    provider: 'openai-compatible',
    title: 'OpenAI-compatible service',
    example: 'glm-4.6',
    detail: 'GLM, Ollama, vLLM, OpenRouter, LM Studio and others, at an address that you enter',
  },
  {
    provider: 'anthropic',
    title: 'Anthropic',
    example: 'claude-sonnet-4-5',
    detail: 'Uses the key ANTHROPIC_API_KEY',
  },
  { provider: 'openai', title: 'OpenAI', example: 'gpt-5', detail: 'Uses the key OPENAI_API_KEY' },
  {
    provider: 'google',
    title: 'Google',
    example: 'gemini-2.5-pro',
    detail: 'Uses the key GOOGLE_GENERATIVE_AI_API_KEY',
  },
] as const;

/** Lets the person select a VS Code model or a service, and saves the selection in the settings. */
export async function selectModel(log: { info(message: string): void }): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('holdfast');
  const current = configuration.get<string>('model', '');
  const picked = await vscode.window.showQuickPick(listModels(current), {
    title: 'Select Model',
    placeHolder: current === '' ? 'Select the model that runs chunks' : `Current model: ${current}`,
    matchOnDescription: true,
  });
  const reference = await picked?.select?.();
  if (reference === undefined) return;
  await configuration.update('model', reference, findConfigurationTarget(configuration, 'model'));
  log.info(`Model: ${reference}`);
  void vscode.window.showInformationMessage(`Holdfast: Chunks now run with ${reference}.`);
}

async function listModels(current: string): Promise<ModelItem[]> {
  const editorModels = (await vscode.lm.selectChatModels({})).map((model): ModelItem => {
    const reference = `vscode:${model.vendor}/${model.id}`;
    return {
      label: model.name,
      description: reference === current ? `${reference} (current)` : reference,
      select: () => Promise.resolve(reference),
    };
  });
  const services = SERVICES.map(({ provider, title, example, detail }): ModelItem => ({
    label: title,
    description: current.startsWith(`${provider}:`) ? `${current} (current)` : `${provider}:…`,
    detail,
    select: () => enterModelReference(provider, title, example, current),
  }));
  const createSeparator = (label: string): ModelItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [createSeparator('VS Code models'), ...editorModels, createSeparator('Services'), ...services];
}

/** Prompts for the name of a model. Returns `provider:name`, or `undefined` if the person cancels. */
async function enterModelReference(
  provider: string,
  title: string,
  example: string,
  current: string,
): Promise<string | undefined> {
  const model = await vscode.window.showInputBox({
    title: `${title} Model`,
    prompt: `Model name, for example ${example}`,
    value: current.startsWith(`${provider}:`) ? current.slice(provider.length + 1) : '',
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? 'Enter the name of a model.' : undefined),
  });
  if (model === undefined) return undefined;
  if (provider === 'openai-compatible' && !(await enterBaseUrl())) return undefined;
  return `${provider}:${model.trim()}`;
}

/** Prompts for the base URL and saves it. Returns `false` if the person cancels. */
async function enterBaseUrl(): Promise<boolean> {
  const configuration = vscode.workspace.getConfiguration('holdfast');
  const entered = await vscode.window.showInputBox({
    title: 'Service Address',
    prompt: 'Base URL, for example http://localhost:11434/v1 or https://api.z.ai/api/paas/v4',
    value: configuration.get<string>('baseUrl', ''),
    ignoreFocusOut: true,
    validateInput: (value) =>
      /^https?:\/\/\S+$/.test(value.trim()) ? undefined : 'Enter an address that starts with http:// or https://.',
  });
  if (entered === undefined) return false;
  await configuration.update('baseUrl', entered.trim(), findConfigurationTarget(configuration, 'baseUrl'));
  return true;
}

/** The workspace setting if there is one, because it would override the user setting. */
function findConfigurationTarget(
  configuration: vscode.WorkspaceConfiguration,
  name: string,
): vscode.ConfigurationTarget {
  return configuration.inspect(name)?.workspaceValue === undefined
    ? vscode.ConfigurationTarget.Global
    : vscode.ConfigurationTarget.Workspace;
}
