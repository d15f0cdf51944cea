import type * as vscode from 'vscode';
import type { ZodType } from 'zod';
import { reportFailure } from '../base/report-failure.ts';
import { WebviewHost, type WebviewHostOptions } from './webview-host.ts';

/** Changes are collected for this long before a panel updates, in milliseconds. */
const UPDATE_MS = 60;

type Request<FromPage> = Exclude<FromPage, { readonly type: 'ready' }>;

/** What a panel shows. */
export interface PanelContent<ToPage> {
  /** The title of the panel. `undefined` leaves it as it is. */
  readonly title?: string | undefined;
  readonly message: ToPage;
}

export interface FollowingPanelOptions<Memory, ToPage, FromPage extends { readonly type: string }> extends Omit<
  WebviewHostOptions<FromPage>,
  'sendState' | 'receive' | 'onClosed' | 'onShown'
> {
  readonly log: { warn(message: string): void; error(message: string, ...details: unknown[]): void };
  /** The state that survives a reload of the window. It names the subject. */
  readonly memory: ZodType<Memory>;
  /** Calls the listener when the content may have changed. Called once for each subject that the panel shows. */
  subscribe(memory: Memory, listener: () => void): { dispose(): void };
  /** Creates the content for the current state. `undefined` leaves the page as it is. Errors are reported to the user. */
  createContent(memory: Memory): Promise<PanelContent<ToPage> | undefined>;
  receive(message: Request<FromPage>, memory: Memory): void;
}

/** A panel that shows one subject, follows its changes, and is restored after a reload of the window. */
export class FollowingPanel<Memory, ToPage, FromPage extends { readonly type: string }> {
  readonly #options: FollowingPanelOptions<Memory, ToPage, FromPage>;
  readonly #host: WebviewHost<ToPage, FromPage>;
  #memory: Memory | undefined;
  #subscription: { dispose(): void } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isUpdating = false;
  /** Whether something changed while the content was created. */
  #isOutdated = false;
  /** The last message, to send equal ones once. */
  #sentText = '';

  constructor(options: FollowingPanelOptions<Memory, ToPage, FromPage>) {
    this.#options = options;
    this.#host = new WebviewHost<ToPage, FromPage>({
      ...options,
      sendState: () => {
        this.#sentText = '';
        this.#requestUpdate();
      },
      receive: (message) => {
        if (this.#memory !== undefined) options.receive(message, this.#memory);
      },
      onClosed: () => {
        this.#memory = undefined;
        this.#subscription?.dispose();
        clearTimeout(this.#timer);
        this.#timer = undefined;
      },
    });
  }

  show(memory: Memory): void {
    this.#host.show();
    this.#follow(memory);
  }

  /** Adopts a panel that VS Code restored after a reload. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const memory = this.#options.memory.safeParse(state).data;
    if (memory === undefined) {
      panel.dispose();
      return;
    }
    if (this.#host.restore(panel)) this.#follow(memory);
  }

  /** Sends a message about a subject, unless the panel shows another one by now. */
  post(memory: Memory, message: ToPage): void {
    if (memory === this.#memory) this.#host.post(message);
  }

  #follow(memory: Memory): void {
    this.#subscription?.dispose();
    this.#memory = memory;
    this.#sentText = '';
    this.#subscription = this.#options.subscribe(memory, () => this.#requestUpdate());
    this.#requestUpdate();
  }

  #requestUpdate(): void {
    if (this.#isUpdating) this.#isOutdated = true;
    else this.#timer ??= setTimeout(() => void this.#update(), UPDATE_MS);
  }

  async #update(): Promise<void> {
    this.#timer = undefined;
    const memory = this.#memory;
    if (memory === undefined) return;
    this.#isUpdating = true;
    try {
      const content = await this.#options.createContent(memory);
      if (content && memory === this.#memory) this.#send(content);
    } catch (error) {
      void reportFailure(this.#options.log, error);
    }
    this.#isUpdating = false;
    if (this.#isOutdated) this.#requestUpdate();
    this.#isOutdated = false;
  }

  #send({ title, message }: PanelContent<ToPage>): void {
    if (title !== undefined) this.#host.setTitle(title);
    const text = JSON.stringify(message);
    if (text === this.#sentText) return;
    this.#sentText = text;
    this.#host.post(message);
  }
}
