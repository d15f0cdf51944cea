/** Entry point of the worker thread that hosts the analysis; see `connectAnalysis`. */
import { parentPort } from 'node:worker_threads';
import { serveAnalysis } from './serve-analysis.ts';

if (parentPort) serveAnalysis(parentPort);
