import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  messageFromImpactPanelSchema,
  impactMemorySchema,
  type ImpactMemory,
  type MessageFromImpactPanel,
  type MessageToImpactPanel,
} from '../../webview/protocol/impact-messages.ts';
import type { ImpactView } from '../../webview/protocol/impact-panel-data.ts';
import { formatFailure, isCancelled, toFailure } from '../base/failure.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ImpactPanelService } from '../services/feature-services.ts';
import { openLocation } from '../webviews/open-location.ts';
import { WebviewHost } from '../webviews/webview-host.ts';
import { onImpactInputsChanged } from './impact-changes.ts';
import { createImpactView, type GetLineText } from './impact-view.ts';

export const IMPACT_PANEL_TYPE = 'holdfast.impact';

type Services = Pick<ExtensionServices, 'context' | 'engines' | 'log' | 'unsaved'>;

/** The impact panel, which shows the uses of a file's exports, and the files that depend on the file. */
export class ImpactPanel implements ImpactPanelService {
  readonly #services: Services;
  readonly #host: WebviewHost<MessageToImpactPanel, MessageFromImpactPanel>;
  #memory: ImpactMemory | undefined;
  #lastMessage: MessageToImpactPanel | undefined;
  #request: AbortController | undefined;
  /** Whether files changed while the panel was hidden. */
  #stale = false;

  constructor(services: Services) {
    this.#services = services;
    this.#host = new WebviewHost({
      extensionUri: services.context.extensionUri,
      viewType: IMPACT_PANEL_TYPE,
      page: 'impact',
      title: l10n.t('Holdfast Impact'),
      showOptions: { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      messages: messageFromImpactPanelSchema,
      log: services.log,
      sendState: () => {
        if (this.#lastMessage) this.#post(this.#lastMessage);
      },
      receive: (message) => this.#receive(message),
      onShown: () => {
        if (this.#stale) this.refresh();
      },
      onClosed: () => {
        this.#memory = undefined;
        this.#lastMessage = undefined;
        this.#request?.abort();
      },
    });
  }

  /** Shows a file or one of its exports in the column next to the active editor, which keeps the focus. */
  async show(memory: ImpactMemory): Promise<void> {
    this.#host.show();
    await this.#follow(memory);
  }

  /** Adopts a panel that VS Code restored after a reload. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const memory = impactMemorySchema.safeParse(state).data;
    if (memory === undefined) panel.dispose();
    else if (this.#host.restore(panel)) await this.#follow(memory);
  }

  /** Computes the impact again after a change, once the panel is visible. */
  refresh(): void {
    if (!this.#memory) return;
    if (this.#host.visible) void this.#load(this.#memory);
    else this.#stale = true;
  }

  dispose(): void {
    this.#host.dispose();
  }

  async #follow(memory: ImpactMemory): Promise<void> {
    this.#memory = memory;
    this.#host.setTitle(l10n.t('Impact: {0}', memory.file.slice(memory.file.lastIndexOf('/') + 1)));
    this.#post({ type: 'loading', memory });
    await this.#load(memory);
  }

  async #load(memory: ImpactMemory): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    this.#stale = false;
    try {
      let shownText = '';
      // The type checker may take seconds, so the panel first shows the result without it.
      for (const types of [false, true]) {
        const view = await this.#createView(memory, types, request.signal);
        // The person may have selected another export in the meantime.
        if (request.signal.aborted || !this.#memory) return;
        const text = JSON.stringify(view);
        if (text !== shownText) this.#post({ type: 'show', memory: this.#memory, view });
        shownText = text;
      }
    } catch (error) {
      if (request.signal.aborted || isCancelled(error)) return;
      const message = formatFailure(toFailure(error));
      this.#services.log.warn(message);
      this.#post({ type: 'failed', memory, message });
    }
  }

  async #createView({ folder, file }: ImpactMemory, types: boolean, signal: AbortSignal): Promise<ImpactView> {
    const engine = await this.#services.engines.get(folder);
    this.#services.unsaved.flush(folder, engine);
    const [impact, dependents, modified] = await Promise.all([
      engine.exports.impact({ file }, { signal }),
      engine.exports.dependents(file, { signal }),
      engine.exports.modified(file, { types, signal }),
    ]);
    if (!types) this.#services.log.info(impact.summary);
    const uses = [
      ...impact.functionsAffected.flatMap(({ callers }) => callers),
      ...impact.typesAffected.flatMap(({ usages }) => usages),
      ...modified.flatMap((each) => each.uses),
    ];
    const getLineText = await readLineTexts(
      folder,
      uses.map((use) => use.file),
    );
    return createImpactView({ impact, dependents, modified }, getLineText);
  }

  #post(message: MessageToImpactPanel): void {
    this.#lastMessage = message;
    this.#host.post(message);
  }

  #receive(message: Exclude<MessageFromImpactPanel, { type: 'ready' }>): void {
    const { log } = this.#services;
    switch (message.type) {
      case 'select':
        if (this.#memory) this.#memory = { ...this.#memory, exportName: message.exportName };
        if (this.#memory && this.#lastMessage) this.#lastMessage = { ...this.#lastMessage, memory: this.#memory };
        return;
      case 'open-location':
        if (!this.#memory) return;
        openLocation(this.#memory.folder, message.location).catch((error: unknown) => void reportFailure(log, error));
        return;
    }
  }
}

/** Creates the impact panel, which follows changed files and commits. */
export function createImpactPanel(services: ExtensionServices): ImpactPanel {
  const panel = new ImpactPanel(services);
  services.context.subscriptions.push(
    panel,
    onImpactInputsChanged(() => panel.refresh()),
  );
  return panel;
}

/** Lines are read from at most this many files. Other uses are shown without their text. */
const MAX_FILES = 200;
/** The maximum length of a shown line. */
const MAX_LINE_LENGTH = 200;

/** Reads files, and returns a function that looks up their lines. Open documents take precedence over files on disk. */
async function readLineTexts(folder: string, files: Iterable<string>): Promise<GetLineText> {
  const root = vscode.Uri.parse(folder);
  const openDocuments = new Map(vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document]));
  const texts = new Map<string, readonly string[]>();
  await Promise.all(
    [...new Set(files)].slice(0, MAX_FILES).map(async (file) => {
      const uri = vscode.Uri.joinPath(root, file);
      const text = openDocuments.get(uri.toString())?.getText() ?? (await readTextOnDisk(uri));
      if (text !== undefined) texts.set(file, text.split(/\r\n|\r|\n/));
    }),
  );
  return (file, line) => texts.get(file)?.[line - 1]?.trim().slice(0, MAX_LINE_LENGTH);
}

async function readTextOnDisk(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    // For example, the file was deleted in the meantime. The use is shown without its text.
    return undefined;
  }
}
