import '@vscode-elements/elements/dist/vscode-icon/index.js';
import type { FromPlanPanel, PlanMemory } from '../protocol/plan-messages.ts';
import '../results/page.css';
import { PlanPage } from './plan-page.ts';

/** What the editor gives every webview, once. */
declare function acquireVsCodeApi(): {
  postMessage(message: FromPlanPanel): void;
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
