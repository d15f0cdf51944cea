import { isConnectionMessage, PING, PONG } from '../protocol/connection-messages.ts';
import * as l10n from './l10n.ts';

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

/** The time between two questions whether the extension answers, in milliseconds. */
const PING_MS = 5_000;

/** The number of questions without an answer after which the page says so. An extension that is busy answers late. */
const MAX_UNANSWERED = 3;

/**
 * Defines the element of a page and connects it to the extension. The page asks for its state until it receives a message,
 * because the extension may not be able to answer the first request, for example while it is still starting. After that, it
 * watches whether the extension answers: VS Code leaves the page open if the extension host ends.
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
  const recordAnswer = watchAnswers(page, () => editor.postMessage(PING));
  window.addEventListener('message', ({ data }) => {
    recordAnswer();
    if (isConnectionMessage(data, PONG)) return;
    clearInterval(timer);
    page.receive(data);
  });
  requestState();
}

/**
 * Asks regularly whether the extension answers. While it does not, the page has no effect and says so. Returns the function
 * that records an answer. Questions are counted, because a machine that sleeps asks none.
 */
function watchAnswers(page: HTMLElement, ask: () => void): () => void {
  let unanswered = 0;
  const alert = document.createElement('p');
  alert.role = 'alert';
  alert.className = 'unanswered';
  setInterval(() => {
    unanswered += 1;
    if (unanswered === MAX_UNANSWERED + 1) {
      alert.textContent = l10n.t(
        'Holdfast does not answer. If the extension host has ended, so has the run that is shown here. Close this tab and open it again.',
      );
      page.before(alert);
      page.inert = true;
    }
    ask();
  }, PING_MS);
  return () => {
    unanswered = 0;
    if (!page.inert) return;
    alert.remove();
    page.inert = false;
  };
}
