import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import type { MessageFromResultsPanel, ResultsMemory } from '../protocol/results-messages.ts';
import '../shared/page.css';
import { ResultsPage } from './results-page.ts';

/** The API that VS Code provides to a webview. It may be acquired only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: MessageFromResultsPanel): void;
  getState(): unknown;
  setState(memory: ResultsMemory): void;
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
