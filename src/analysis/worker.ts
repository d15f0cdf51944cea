/** The entry of the worker thread that hosts the analysis; see `connectAnalysis`. */
import { parentPort } from 'node:worker_threads';
import { serveAnalysis } from './thread/serve-analysis.ts';

if (parentPort) serveAnalysis(parentPort);
