import '@vscode-elements/elements/dist/vscode-icon/index.js';
import type { MessageFromImpactPanel, ImpactMemory } from '../protocol/impact-messages.ts';
import '../shared/page.css';
import { ImpactPage } from './impact-page.ts';

/** The API that VS Code provides to a webview. It may be acquired only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: MessageFromImpactPanel): void;
  setState(memory: ImpactMemory): void;
};

const editor = acquireVsCodeApi();
customElements.define('holdfast-impact', ImpactPage);
const page = document.querySelector('holdfast-impact');
if (page instanceof ImpactPage) {
  page.host = { send: (message) => editor.postMessage(message), remember: (memory) => editor.setState(memory) };
  window.addEventListener('message', (event) => page.receive(event.data));
  editor.postMessage({ type: 'ready' });
}
