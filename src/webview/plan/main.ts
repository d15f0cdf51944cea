import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { connectPage } from '../shared/connect-page.ts';
import '../shared/page.css';
import { PlanPage } from './plan-page.ts';

connectPage('holdfast-plan', PlanPage);
