import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { report } from './report.ts';

const id = 'holdfast.holdfast';
/** The extension host has nothing else to do once no turn of its loop took longer, for so many in a row. */
const quietTurnMs = 5;
const quietTurns = 200;
/** On a machine that never comes to rest the figure is what it is. */
const waitMs = 20_000;

/**
 * In a workspace that has nothing to do with contracts: loads and activates the extension once all others have come to
 * rest, and reports how long that took; nothing where it was active already.
 */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension(id);
  if (!extension) throw new Error(`There is no extension ${id}`);
  await quiet();
  // Where the search for contracts takes too long, VS Code activates whoever looks for files: then nothing is told.
  if (extension.isActive) {
    await report([]);
    return;
  }
  const started = performance.now();
  await extension.activate();
  await report([performance.now() - started]);
}

async function quiet(): Promise<void> {
  const end = performance.now() + waitMs;
  for (let calm = 0; calm < quietTurns;) {
    const begun = performance.now();
    if (begun > end) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
    await nextTurn();
    calm = performance.now() - begun - 1 < quietTurnMs ? calm + 1 : 0;
  }
}
