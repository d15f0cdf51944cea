import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import type { FromPanel, PanelMemory } from '../protocol/messages.ts';
import './page.css';
import { ResultsPage } from './results-page.ts';

/** What the editor gives every webview, once. */
declare function acquireVsCodeApi(): {
  postMessage(message: FromPanel): void;
  getState(): unknown;
  setState(memory: PanelMemory): void;
};

const editor = acquireVsCodeApi();
customElements.define('holdfast-results', ResultsPage);
const page = document.querySelector('holdfast-results');
if (page instanceof ResultsPage) {
  page.host = { send: (message) => editor.postMessage(message), remember: (memory) => editor.setState(memory) };
  page.restore(editor.getState());
  window.addEventListener('message', (event) => page.receive(event.data));
  editor.postMessage({ type: 'ready' });
}
