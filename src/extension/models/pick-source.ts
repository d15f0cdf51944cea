import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { AgentInstallation, LocalService, ModelConnection, ModelService } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { ModelSource } from './choose-model.ts';

interface SourceItem extends vscode.QuickPickItem {
  /** Absent for separators, and for the entry that waits for an address. */
  readonly source?: ModelSource | undefined;
  readonly needsAddress?: boolean;
  /** An agent that must be installed first. */
  readonly missing?: AgentInstallation;
}

/**
 * Lets the person pick where the model runs: a server that was found on this machine, a model of the editor, an external agent,
 * a known service, or an address that they type. `address` is one that was typed before and must be corrected. Servers and agents are searched while the list is open.
 */
export async function pickSource(
  connection: ModelConnection,
  configured: { readonly model: string; readonly baseUrl: string },
  address = '',
): Promise<ModelSource | undefined> {
  const editorModels = (await vscode.lm.selectChatModels({})).map((model): SourceItem => {
    const reference = `vscode:${model.vendor}/${model.id}`;
    return { label: model.name, description: reference, source: { kind: 'editor', reference } };
  });
  const search = new AbortController();
  const picker = vscode.window.createQuickPick<SourceItem>();
  picker.title = l10n.t('Select Model: Where does it run?');
  picker.placeholder =
    configured.model === ''
      ? l10n.t('Select an entry, or type an address, for example http://localhost:11434/v1')
      : l10n.t('Now: {0}. Select an entry, or type an address', configured.model);
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  picker.value = address;
  let local: readonly LocalService[] = [];
  let agents: readonly AgentInstallation[] = [];
  const update = (): void => {
    picker.items = createItems(connection, picker.value, { local, agents, editorModels, configured });
  };
  try {
    update();
    picker.busy = true;
    void connection.findLocal(search.signal).then((found) => {
      local = found;
      picker.busy = false;
      if (!search.signal.aborted) update();
    });
    void connection.findAgents(workspacePaths()).then((found) => {
      agents = found;
      if (!search.signal.aborted) update();
    });
    return await new Promise<ModelSource | undefined>((resolve) => {
      picker.onDidChangeValue(update);
      picker.onDidAccept(() => {
        const [item] = picker.selectedItems;
        if (item?.source) resolve(item.source);
        else if (item?.missing) {
          void offerInstallation(item.missing);
          picker.hide();
        }
        // The entry explains what to type, so the list stays open.
        else if (item?.needsAddress === true) picker.value = 'http://';
      });
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    search.abort();
    picker.dispose();
  }
}

function createItems(
  connection: ModelConnection,
  value: string,
  {
    local,
    agents,
    editorModels,
    configured,
  }: {
    readonly local: readonly LocalService[];
    readonly agents: readonly AgentInstallation[];
    readonly editorModels: readonly SourceItem[];
    readonly configured: { readonly baseUrl: string };
  },
): SourceItem[] {
  const separator = (label: string): SourceItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const toItem = (service: ModelService, detail?: string): SourceItem => ({
    label: service.title,
    description: service.baseUrl ?? service.provider,
    ...(detail === undefined ? {} : { detail }),
    source: { kind: 'service', service },
  });
  const typed = /^https?:\/\/[^/]/.test(value.trim()) ? connection.parseAddress(value) : undefined;
  const known = [...local.map(({ service }) => service), ...connection.services];
  const earlier = configured.baseUrl === '' ? undefined : connection.parseAddress(configured.baseUrl);
  const isOther =
    typeof earlier === 'object' && !known.some(({ baseUrl }) => baseUrl !== undefined && baseUrl === earlier.baseUrl);
  const installed = agents.filter(({ program }) => program !== undefined);
  const missing = agents.filter(({ program }) => program === undefined);
  return [
    ...(typeof typed === 'object'
      ? [{ ...toItem(typed), label: `$(link) ${l10n.t('Use {0}', typed.baseUrl ?? '')}`, alwaysShow: true }]
      : []),
    ...(local.length > 0 ? [separator(l10n.t('On this machine'))] : []),
    ...local.map(({ service, modelCount }) =>
      toItem(service, formatCount(modelCount, l10n.t('model'), l10n.t('models'))),
    ),
    ...(editorModels.length > 0 ? [separator(l10n.t('Models of the editor')), ...editorModels] : []),
    ...(installed.length > 0 ? [separator(l10n.t('External agents')), ...installed.map(createAgentItem)] : []),
    separator(l10n.t('Services')),
    ...(isOther ? [toItem(earlier, l10n.t('The configured address'))] : []),
    ...connection.services.map((service) => toItem(service)),
    {
      label: `$(edit) ${l10n.t('Another Address…')}`,
      detail: l10n.t('Any service with the OpenAI protocol: Ollama, vLLM, LM Studio and others'),
      needsAddress: true,
      alwaysShow: true,
    },
    // At the end, because the first entry is the selected one, and an agent that is not installed cannot be used.
    ...(missing.length > 0 ? [separator(l10n.t('Agents to install')), ...missing.map(createMissingAgentItem)] : []),
  ];
}

function workspacePaths(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}

/** The details of agents are short, since the list cuts off a line after about 65 characters. */
function createMissingAgentItem(agent: AgentInstallation): SourceItem {
  const { title, reference, installCommand, lacksAdapter } = agent;
  return {
    label: `$(cloud-download) ${title}`,
    description: reference,
    detail: lacksAdapter
      ? l10n.t('Adapter missing: {0}', installCommand)
      : l10n.t('Not installed: {0}', installCommand),
    missing: agent,
  };
}

function createAgentItem({ title, reference, reportsUsage }: AgentInstallation): SourceItem {
  return {
    label: `$(robot) ${title}`,
    description: reference,
    detail: reportsUsage
      ? l10n.t('Own tools and account. Its usage is recorded.')
      : l10n.t('Own tools and account. Cost unknown: a cost limit refuses it.'),
    source: { kind: 'agent', reference },
  };
}

async function offerInstallation({ title, installCommand }: AgentInstallation): Promise<void> {
  const copy = l10n.t('Copy Command');
  const message = l10n.t(
    'To use {0}, install it with: {1}. Then sign in with its own program, and select it again.',
    title,
    installCommand,
  );
  if ((await vscode.window.showInformationMessage(message, copy)) === copy) {
    await vscode.env.clipboard.writeText(installCommand);
  }
}
