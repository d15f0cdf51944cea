import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { connectPage } from '../shared/connect-page.ts';
import '../shared/page.css';
import { TimelinePage } from './timeline-page.ts';

connectPage('holdfast-pipeline', TimelinePage);
