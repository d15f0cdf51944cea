/** The API that VS Code provides to a webview. It may be acquired only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(memory: unknown): void;
};

/** The functions of the editor that a page calls. */
export interface PageHost<Message, Memory> {
  send(message: Message): void;
  /** Stores the state that survives a reload of the window. */
  remember(memory: Memory): void;
}

/** A page: the custom element that renders the messages of the extension. */
interface Page<Message, Memory> extends HTMLElement {
  host: PageHost<Message, Memory> | undefined;
  receive(message: unknown): void;
  /** Restores the state of the page from before the window was reloaded. */
  restore?(memory: unknown): void;
}

/** The time between two requests for the state, in milliseconds. */
const REQUEST_MS = 1_000;

/**
 * Defines the element of a page and connects it to the extension. The page asks for its state until it receives a message,
 * because the extension may not be able to answer the first request, for example while it is still starting.
 */
export function connectPage<Message, Memory>(
  name: string,
  element: new () => Page<Message | { readonly type: 'ready' }, Memory>,
): void {
  const editor = acquireVsCodeApi();
  customElements.define(name, element);
  const page = document.querySelector(name);
  if (!(page instanceof element)) return;
  page.host = { send: (message) => editor.postMessage(message), remember: (memory) => editor.setState(memory) };
  page.restore?.(editor.getState());
  const requestState = (): void => editor.postMessage({ type: 'ready' });
  const timer = setInterval(requestState, REQUEST_MS);
  window.addEventListener('message', ({ data }) => {
    clearInterval(timer);
    page.receive(data);
  });
  requestState();
}
