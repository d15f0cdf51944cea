import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { connectPage } from '../shared/connect-page.ts';
import '../shared/page.css';
import { PlanGraph } from './plan-graph.ts';
import { PlanPage } from './plan-page.ts';

customElements.define('holdfast-plan-graph', PlanGraph);
connectPage('holdfast-plan', PlanPage);
