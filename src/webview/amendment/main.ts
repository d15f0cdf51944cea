import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import type { AmendmentMemory, FromAmendmentPanel } from '../protocol/amendment-messages.ts';
import '../results/page.css';
import { AmendmentPage } from './amendment-page.ts';

/** What the editor gives every webview, once. */
declare function acquireVsCodeApi(): {
  postMessage(message: FromAmendmentPanel): void;
  getState(): unknown;
  setState(memory: AmendmentMemory): void;
};

const editor = acquireVsCodeApi();
customElements.define('holdfast-amendment', AmendmentPage);
const page = document.querySelector('holdfast-amendment');
if (page instanceof AmendmentPage) {
  page.host = { send: (message) => editor.postMessage(message), remember: (memory) => editor.setState(memory) };
  page.restore(editor.getState());
  window.addEventListener('message', (event) => page.receive(event.data));
  editor.postMessage({ type: 'ready' });
}
