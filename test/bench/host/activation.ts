import * as vscode from 'vscode';
import { report } from './report.ts';

/** Activates the extension, which nothing in the window has asked for yet, and reports how long that took. */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('holdfast.holdfast');
  if (!extension) throw new Error('The extension is not installed');
  if (extension.isActive) throw new Error('The extension was active before it was measured');
  const started = performance.now();
  await extension.activate();
  await report([performance.now() - started]);
}
