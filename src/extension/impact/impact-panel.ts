import * as vscode from 'vscode';
import {
  fromImpactPanelSchema,
  impactMemorySchema,
  type ImpactMemory,
  type ToImpactPanel,
} from '../../webview/protocol/impact-messages.ts';
import type { ImpactView } from '../../webview/protocol/impact-view.ts';
import { failureOf, failureText, isCancelled } from '../checks/failure.ts';
import { reportFailure } from '../commands/failure-report.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { openPlace } from '../panel/open-place.ts';
import { fillWebview, panelIcon, webviewOptions } from '../panel/webview-page.ts';
import { impactView } from './impact-view.ts';
import { readLineTexts } from './line-texts.ts';

export const IMPACT_PANEL_TYPE = 'holdfast.impact';

type Parts = Pick<ExtensionParts, 'context' | 'engines' | 'log' | 'unsaved'>;

/** The one impact panel: who uses a file or one of its exports, and which files depend on it. */
export class ImpactPanel {
  readonly #parts: Parts;
  #panel: vscode.WebviewPanel | undefined;
  #memory: ImpactMemory | undefined;
  #last: ToImpactPanel | undefined;
  #asking: AbortController | undefined;
  /** Files changed while nobody could see the panel. */
  #stale = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Shows a file or one of its exports, beside the editor that has the focus, which keeps it. */
  async show(memory: ImpactMemory): Promise<void> {
    if (this.#panel) this.#panel.reveal(undefined, true);
    else {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      const options = webviewOptions(this.#parts.context.extensionUri);
      this.#adopt(vscode.window.createWebviewPanel(IMPACT_PANEL_TYPE, 'Holdfast Impact', column, options));
    }
    await this.#follow(memory);
  }

  /** Takes over a panel that the editor kept through a reload. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    this.#panel?.dispose();
    panel.webview.options = webviewOptions(this.#parts.context.extensionUri);
    this.#adopt(panel);
    const memory = impactMemorySchema.safeParse(state).data;
    if (memory) await this.#follow(memory);
  }

  /** Files have changed: what is shown is asked again, once somebody can see it. */
  refresh(): void {
    if (!this.#memory) return;
    if (this.#panel?.visible === true) void this.#ask(this.#memory);
    else this.#stale = true;
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #adopt(panel: vscode.WebviewPanel): void {
    const { extensionUri } = this.#parts.context;
    this.#panel = panel;
    panel.iconPath = panelIcon(extensionUri);
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidChangeViewState(() => {
      if (panel.visible && this.#stale) this.refresh();
    });
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#memory = undefined;
      this.#last = undefined;
      this.#asking?.abort();
    });
    fillWebview(panel.webview, extensionUri, { name: 'impact', title: 'Holdfast Impact' });
  }

  async #follow(memory: ImpactMemory): Promise<void> {
    this.#memory = memory;
    if (this.#panel) this.#panel.title = `Impact: ${memory.file.slice(memory.file.lastIndexOf('/') + 1)}`;
    this.#post({ type: 'loading', memory });
    await this.#ask(memory);
  }

  async #ask(memory: ImpactMemory): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.#stale = false;
    try {
      let shown = '';
      // The type checker may take seconds: what it adds is shown when it is there.
      for (const types of [false, true]) {
        const view = await this.#viewOf(memory, types, asking.signal);
        // Another export may have been chosen meanwhile.
        if (asking.signal.aborted || !this.#memory) return;
        const text = JSON.stringify(view);
        if (text !== shown) this.#post({ type: 'show', memory: this.#memory, view });
        shown = text;
      }
    } catch (error) {
      if (asking.signal.aborted || isCancelled(error)) return;
      const message = failureText(failureOf(error));
      this.#parts.log.warn(message);
      this.#post({ type: 'failed', memory, message });
    }
  }

  async #viewOf({ folder, file }: ImpactMemory, types: boolean, signal: AbortSignal): Promise<ImpactView> {
    const engine = await this.#parts.engines.of(folder);
    this.#parts.unsaved.flush(folder, engine);
    const [impact, dependents, modified] = await Promise.all([
      engine.impact({ file }, { signal }),
      engine.dependents(file, { signal }),
      engine.modifiedExports(file, { types, signal }),
    ]);
    if (!types) this.#parts.log.info(impact.summary);
    const places = [
      ...impact.functionsAffected.flatMap(({ callers }) => callers),
      ...impact.typesAffected.flatMap(({ usages }) => usages),
      ...modified.flatMap((each) => each.places),
    ];
    const textOf = await readLineTexts(
      folder,
      places.map((place) => place.file),
    );
    return impactView({ impact, dependents, modified }, textOf);
  }

  #post(message: ToImpactPanel): void {
    this.#last = message;
    void this.#panel?.webview.postMessage(message);
  }

  #receive(raw: unknown): void {
    const { log } = this.#parts;
    const parsed = fromImpactPanelSchema.safeParse(raw);
    if (!parsed.success) {
      log.warn(`The impact panel sent a message that is not understood: ${parsed.error.message}`);
      return;
    }
    const message = parsed.data;
    switch (message.type) {
      case 'ready':
        if (this.#last) this.#post(this.#last);
        return;
      case 'select':
        if (this.#memory) this.#memory = { ...this.#memory, exportName: message.exportName };
        if (this.#memory && this.#last) this.#last = { ...this.#last, memory: this.#memory };
        return;
      case 'open-place':
        if (!this.#memory) return;
        openPlace(this.#memory.folder, message.place).catch((error: unknown) => void reportFailure(log, error));
        return;
    }
  }
}
