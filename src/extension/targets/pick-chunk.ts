import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RunSummary } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ChunkTarget } from '../state/target.ts';
import { estimateRun } from '../state/run-estimate.ts';
import type { ContractState, WorkspaceState } from '../state/workspace-state.ts';
import { listChunks, type ListedChunk } from './chunk-list.ts';
import { isLoaded, type CommandTarget } from './command-target.ts';

/** The number of runs of each folder that decide which chunks were used last. */
const MAX_RUNS = 200;

type Services = Pick<ExtensionServices, 'store' | 'engines' | 'log'>;

/**
 * The chunk for a command: from the argument, or one that the person picks. The list has every chunk of the workspace, the one at
 * the cursor first, then those that ran last. A contract in the argument limits the list to its chunks.
 */
export async function pickChunk(
  services: Services,
  target: CommandTarget | undefined,
  title: string,
): Promise<ChunkTarget | undefined> {
  if (target?.contract !== undefined && target.chunk !== undefined)
    return { folder: target.folder, contract: target.contract, chunk: target.chunk };
  const picked = await vscode.window.showQuickPick(createItems(services, target), {
    title,
    placeHolder: [l10n.t('Select a chunk. Those that ran last are listed first.'), listEstimates(services.store.state)]
      .flat()
      .join(' '),
    matchOnDescription: true,
    matchOnDetail: true,
    // The walkthrough takes the focus when it marks a step as done.
    ignoreFocusOut: true,
  });
  return picked?.target;
}

/** What a run of one chunk costs, if the workspace has one folder: with several, it depends on the chunk. */
function listEstimates({ folders }: WorkspaceState): readonly string[] {
  const [only, ...others] = folders;
  const estimate = others.length === 0 ? estimateRun(1, only?.past) : undefined;
  return estimate === undefined ? [] : [estimate];
}

interface ChunkItem extends vscode.QuickPickItem {
  readonly target: ChunkTarget;
}

async function createItems(services: Services, target: CommandTarget | undefined): Promise<ChunkItem[]> {
  // A command can run before the contracts of a workspace that was just opened are listed.
  const { folders } = await services.store.waitUntil((state) => state.folders.every(isLoaded));
  const runs = new Map<string, readonly RunSummary[]>();
  for (const { folder } of folders) runs.set(folder, await readRuns(services, folder));
  const chunks = listChunks({ folders, runs, target, isAtCursor });
  if (chunks.length > 0) return chunks.map(toItem);
  if (folders.every(({ contracts }) => contracts.length === 0))
    throw new HoldfastError('not-found', l10n.t('This workspace has no contract.'), {
      hint: l10n.t('Create one with "Holdfast: New Contract".'),
    });
  throw new HoldfastError('contract', l10n.t('Failed to list the chunks: the contracts have errors.'), {
    hint: l10n.t('Fix the errors in the Problems view.'),
  });
}

/** The latest runs of a folder. A history that cannot be read only changes the order of the list. */
async function readRuns({ engines, log }: Services, folder: string): Promise<readonly RunSummary[]> {
  try {
    return await (await engines.get(folder)).history.list(MAX_RUNS);
  } catch (error) {
    log.warn(`Failed to read the latest runs: ${String(error)}`);
    return [];
  }
}

function toItem({ target, title, status, location }: ListedChunk): ChunkItem {
  return { label: title, description: status, detail: location, target };
}

function isAtCursor({ document }: ContractState, index: number): boolean {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.getText() !== document.text) return false;
  const path = document.pathAt(editor.document.offsetAt(editor.selection.active));
  return path[0] === 'chunks' && path[1] === index;
}
