import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import type { AmendmentMemory, MessageFromAmendmentPanel } from '../protocol/amendment-messages.ts';
import '../shared/page.css';
import { AmendmentPage } from './amendment-page.ts';

/** The API that VS Code provides to a webview. It may be acquired only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: MessageFromAmendmentPanel): void;
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
