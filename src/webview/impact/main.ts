import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { connectPage } from '../shared/connect-page.ts';
import '../shared/page.css';
import { ImpactPage } from './impact-page.ts';

connectPage('holdfast-impact', ImpactPage);
