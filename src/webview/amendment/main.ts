import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { connectPage } from '../shared/connect-page.ts';
import '../shared/page.css';
import { AmendmentPage } from './amendment-page.ts';

connectPage('holdfast-amendment', AmendmentPage);
