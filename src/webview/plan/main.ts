import '@vscode-elements/elements/dist/vscode-icon/index.js';
import type { MessageFromPlanPanel, PlanMemory } from '../protocol/plan-messages.ts';
import '../shared/page.css';
import { PlanPage } from './plan-page.ts';

/** The API that VS Code provides to a webview. It may be acquired only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: MessageFromPlanPanel): void;
  setState(memory: PlanMemory): void;
};

const editor = acquireVsCodeApi();
customElements.define('holdfast-plan', PlanPage);
const page = document.querySelector('holdfast-plan');
if (page instanceof PlanPage) {
  page.host = { send: (message) => editor.postMessage(message), remember: (memory) => editor.setState(memory) };
  window.addEventListener('message', (event) => page.receive(event.data));
  editor.postMessage({ type: 'ready' });
}
