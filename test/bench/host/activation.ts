import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { report } from './report.ts';

const id = 'holdfast.holdfast';
/** The extension host is idle after `idleTurns` consecutive turns of its event loop that are shorter than this. */
const idleTurnMs = 5;
const idleTurns = 200;
/** On a machine that is never idle, the measurement starts after this time. */
const waitMs = 20_000;

/**
 * In a workspace without contracts: loads and activates the extension when all other extensions are idle, and reports the
 * time. Nothing else may activate it.
 */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension(id);
  if (!extension) throw new Error(`Extension not found: ${id}`);
  await waitUntilIdle();
  if (extension.isActive) throw new Error('The extension was already active');
  const started = performance.now();
  await extension.activate();
  await report([performance.now() - started]);
}

async function waitUntilIdle(): Promise<void> {
  const end = performance.now() + waitMs;
  for (let idleCount = 0; idleCount < idleTurns;) {
    const begun = performance.now();
    if (begun > end) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
    await nextTurn();
    idleCount = performance.now() - begun - 1 < idleTurnMs ? idleCount + 1 : 0;
  }
}
