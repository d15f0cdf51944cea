import * as vscode from 'vscode';
import * as z from 'zod';
import { HoldfastError } from '../../shared/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { formatChunkStatus, getChunkStatus } from '../state/chunk-status.ts';
import type { ChunkTarget, ContractTarget } from '../state/target.ts';
import { findContract, findFolder, type ContractState, type FolderState } from '../state/workspace-state.ts';

const targetSchema = z.object({
  folder: z.string(),
  contract: z.string().optional(),
  chunk: z.string().optional(),
  runId: z.string().optional(),
  amendment: z.string().optional(),
  /** Whether a run starts although the build fails before the first attempt. */
  allowFailingBuild: z.boolean().optional(),
  /** Whether a full check calls the model for gates without a recorded verdict. */
  judge: z.boolean().optional(),
});

/** The target in a command's argument. The person picks the missing parts. */
export type CommandTarget = z.infer<typeof targetSchema>;

/**
 * Reads the target from a command's argument: a lens or button passes the target, a tree node has it in `target`.
 * Returns `undefined` for any other argument, such as the file URI from an editor menu.
 */
export function parseCommandTarget(argument: unknown): CommandTarget | undefined {
  const treeNode = z.object({ target: targetSchema }).safeParse(argument);
  return treeNode.success ? treeNode.data.target : targetSchema.safeParse(argument).data;
}

type Services = Pick<ExtensionServices, 'store' | 'paths'>;

/**
 * The contract for a command: from the argument, from the active editor, the only one in the workspace, or one that the
 * person picks. Returns `undefined` if the person cancels.
 */
export async function pickContract(
  services: Services,
  target: CommandTarget | undefined,
  title: string,
): Promise<ContractTarget | undefined> {
  if (target?.contract !== undefined) return { folder: target.folder, contract: target.contract };
  // A command can run before the contracts of a workspace that was just opened are listed.
  const { folders } = await services.store.waitUntil((state) => state.folders.every(isLoaded));
  const contracts = folders.flatMap((folder) => folder.contracts);
  if (contracts.length === 0)
    throw new HoldfastError('not-found', 'This workspace has no contract.', {
      hint: 'Create one with "Holdfast: New Contract".',
    });
  const active = findContractInActiveEditor(services, contracts);
  if (active) return active;
  if (contracts.length === 1) return contracts[0];
  const picked = await vscode.window.showQuickPick(
    contracts.map((contract) => {
      const folderName = folders.length > 1 ? findFolder(services.store.state, contract.folder)?.name : undefined;
      return {
        label: contract.document.contract?.spec.title ?? contract.contract,
        description: contract.contract,
        ...(folderName === undefined ? {} : { detail: folderName }),
        contract,
      };
    }),
    { title, placeHolder: 'Select a contract', matchOnDescription: true },
  );
  return picked?.contract;
}

function isLoaded({ status }: FolderState): boolean {
  return status !== 'loading';
}

/** The chunk for a command: from the argument, or one that the person picks. The chunk at the cursor is listed first. */
export async function pickChunk(
  services: Services,
  target: CommandTarget | undefined,
  title: string,
): Promise<ChunkTarget | undefined> {
  if (target?.contract !== undefined && target.chunk !== undefined)
    return { folder: target.folder, contract: target.contract, chunk: target.chunk };
  const picked = await pickContract(services, target, title);
  const contract = picked && findContract(services.store.state, picked);
  const folder = picked && findFolder(services.store.state, picked.folder);
  if (!contract || !folder) return undefined;
  const chunks = contract.document.contract?.chunks ?? [];
  if (chunks.length === 0)
    throw new HoldfastError('contract', `Failed to read the chunks of ${contract.contract}: the contract has errors.`, {
      hint: 'Fix the errors in the Problems view.',
    });
  const atCursor = findChunkAtCursor(contract);
  const items = chunks
    .map((chunk, index) => ({ chunk, index }))
    .sort((one, other) => Number(other.index === atCursor) - Number(one.index === atCursor))
    .map(({ chunk }) => ({
      label: chunk.title,
      description: formatChunkStatus(getChunkStatus(folder, contract, chunk.id)),
      id: chunk.id,
    }));
  const item = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: `Select a chunk of ${contract.document.contract?.spec.title ?? contract.contract}`,
  });
  return item && { folder: contract.folder, contract: contract.contract, chunk: item.id };
}

function findContractInActiveEditor(
  services: Services,
  contracts: readonly ContractState[],
): ContractTarget | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) return undefined;
  const located = services.paths.locate(document.uri);
  return contracts.find((contract) =>
    located.some(({ folder, path }) => folder === contract.folder && path === contract.contract),
  );
}

/** The index of the chunk at the cursor, or -1. */
function findChunkAtCursor(contract: ContractState): number {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.getText() !== contract.document.text) return -1;
  const path = contract.document.pathAt(editor.document.offsetAt(editor.selection.active));
  return path[0] === 'chunks' && typeof path[1] === 'number' ? path[1] : -1;
}
