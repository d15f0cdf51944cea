import * as vscode from 'vscode';
import type { ZodType } from 'zod';
import { isConnectionMessage, PING, PONG } from '../../webview/protocol/connection-messages.ts';
import { type PageName, createWebviewHtml } from './webview-html.ts';
import { randomBytes } from 'node:crypto';

/** A request of a page for its state. A page repeats the request until it receives its first message. */
interface ReadyMessage {
  readonly type: 'ready';
}

interface PageMessage {
  readonly type: string;
}

export interface WebviewHostOptions<FromPage extends PageMessage> {
  readonly extensionUri: vscode.Uri;
  readonly viewType: string;
  readonly page: PageName;
  /** The title of the panel until a subject is known. */
  readonly title: string;
  readonly showOptions: { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus: boolean };
  /** The messages of the page. They include `ready`. */
  readonly messages: ZodType<FromPage>;
  readonly log: { warn(message: string): void };
  /** Sends the complete state to the page. Called whenever the page asks for it. */
  sendState(): void;
  receive(message: Exclude<FromPage, ReadyMessage>): void;
  /** Called when the user closes the panel, or another panel replaces it. */
  onClosed(): void;
  onShown?(): void;
}

/**
 * The webview panel of one page: creates it on first use, adopts a panel that VS Code restored, and passes on messages. All
 * panels of Holdfast use it.
 */
export class WebviewHost<ToPage, FromPage extends PageMessage> {
  readonly #options: WebviewHostOptions<FromPage>;
  #panel: vscode.WebviewPanel | undefined;

  constructor(options: WebviewHostOptions<FromPage>) {
    this.#options = options;
  }

  get visible(): boolean {
    return this.#panel?.visible === true;
  }

  setTitle(title: string): void {
    if (this.#panel) this.#panel.title = title;
  }

  /**
   * Creates the panel, or reveals it where the user placed it. It takes the place of a tab of the same type that this
   * extension host does not own: one of a host that has ended, or one that VS Code has not restored.
   */
  show(): void {
    const { viewType, title, showOptions, extensionUri } = this.#options;
    if (this.#panel) this.#panel.reveal(undefined, showOptions.preserveFocus);
    else {
      const { viewColumn, preserveFocus } = showOptions;
      const column = viewColumn === vscode.ViewColumn.Beside ? (findPanelColumn() ?? viewColumn) : viewColumn;
      const options = createWebviewOptions(extensionUri);
      const replaced = findPanelTabs(viewType);
      this.#adopt(vscode.window.createWebviewPanel(viewType, title, { viewColumn: column, preserveFocus }, options));
      if (replaced.length > 0) void vscode.window.tabGroups.close(replaced, true);
    }
  }

  /** Adopts a panel that VS Code restored after a reload, unless another one has been opened since. Returns whether it did. */
  restore(panel: vscode.WebviewPanel): boolean {
    if (this.#panel) {
      panel.dispose();
      return false;
    }
    panel.webview.options = createWebviewOptions(this.#options.extensionUri);
    this.#adopt(panel);
    return true;
  }

  post(message: ToPage): void {
    void this.#panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #adopt(panel: vscode.WebviewPanel): void {
    const { extensionUri, page, title } = this.#options;
    this.#panel = panel;
    panel.iconPath = getPanelIcon(extensionUri);
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidChangeViewState(() => {
      if (panel.visible) this.#options.onShown?.();
    });
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#options.onClosed();
    });
    fillWebview(panel.webview, extensionUri, { name: page, title });
  }

  #receive(raw: unknown): void {
    const { messages, page, log } = this.#options;
    if (isConnectionMessage(raw, PING)) {
      void this.#panel?.webview.postMessage(PONG);
      return;
    }
    const parsed = messages.safeParse(raw);
    if (!parsed.success) log.warn(`The ${page} panel sent an invalid message: ${parsed.error.message}`);
    else if (isRequest(parsed.data)) this.#options.receive(parsed.data);
    else this.#options.sendState();
  }
}

/** The column of the other panels of Holdfast. Next to a panel that has the focus, each panel would open one more column. */
function findPanelColumn(): vscode.ViewColumn | undefined {
  const hasPanel = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputWebview && input.viewType.includes('holdfast.');
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(hasPanel))?.viewColumn;
}

/** VS Code puts a prefix before the type of a panel. */
function findPanelTabs(viewType: string): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(`-${viewType}`));
}

function isRequest<FromPage extends PageMessage>(message: FromPage): message is Exclude<FromPage, ReadyMessage> {
  return message.type !== 'ready';
}

/** The options of every panel: scripts are enabled, and only the bundles can be loaded. */
function createWebviewOptions(extensionUri: vscode.Uri): vscode.WebviewOptions & vscode.WebviewPanelOptions {
  return {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist')],
    enableFindWidget: true,
  };
}

/** The icon of a panel's tab, for light and dark themes. */
function getPanelIcon(extensionUri: vscode.Uri): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', name);
  return { light: icon('holdfast-light.svg'), dark: icon('holdfast-dark.svg') };
}

/** Loads a page of src/webview into a panel. */
function fillWebview(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { name, title }: { readonly name: PageName; readonly title: string },
): void {
  const asset = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', file)).toString();
  webview.html = createWebviewHtml({
    title,
    language: vscode.env.language,
    translations: vscode.l10n.bundle ?? {},
    element: `holdfast-${name}`,
    nonce: randomBytes(16).toString('base64url'),
    cspSource: webview.cspSource,
    scriptUri: asset(`${name}.js`),
    styleUri: asset(`${name}.css`),
  });
}
