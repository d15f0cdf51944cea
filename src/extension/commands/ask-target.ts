import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { chunkStatus } from '../state/chunk-status.ts';
import type { ChunkTarget, ContractTarget, RunTarget } from '../state/target.ts';
import { findContract, findFolder, type ContractState } from '../state/workspace-state.ts';
import type { CommandTarget } from './command-argument.ts';

type Parts = Pick<ExtensionParts, 'store' | 'places'>;

/** The contract that a command is about: the one it was told, the one in the active editor, the only one, or a choice. */
export async function askContract(
  parts: Parts,
  told: CommandTarget | undefined,
  purpose: string,
): Promise<ContractTarget | undefined> {
  if (told?.contract !== undefined) return { folder: told.folder, contract: told.contract };
  const { folders } = parts.store.state;
  const contracts = folders.flatMap((folder) => folder.contracts);
  if (contracts.length === 0)
    throw new HoldfastError('not-found', 'Failed to find a contract: there is none in this workspace.', {
      hint: 'Create one with "Holdfast: New Contract".',
    });
  const active = contractInActiveEditor(parts, contracts);
  if (active) return active;
  if (contracts.length === 1) return contracts[0];
  const picked = await vscode.window.showQuickPick(
    contracts.map((contract) => ({
      label: contract.document.contract?.spec.title ?? contract.contract,
      description: contract.contract,
      detail: folders.length > 1 ? findFolder(parts.store.state, contract.folder)?.name : undefined,
      contract,
    })),
    { placeHolder: `${purpose}: choose a contract`, matchOnDescription: true },
  );
  return picked?.contract;
}

/** The chunk that a command is about; the one under the cursor is offered first. */
export async function askChunk(
  parts: Parts,
  told: CommandTarget | undefined,
  purpose: string,
): Promise<ChunkTarget | undefined> {
  if (told?.contract !== undefined && told.chunk !== undefined)
    return { folder: told.folder, contract: told.contract, chunk: told.chunk };
  const target = await askContract(parts, told, purpose);
  const contract = target && findContract(parts.store.state, target);
  const folder = target && findFolder(parts.store.state, target.folder);
  if (!contract || !folder) return undefined;
  const chunks = contract.document.contract?.chunks ?? [];
  if (chunks.length === 0)
    throw new HoldfastError('contract', `Failed to read the chunks of ${contract.contract}: it has mistakes.`, {
      hint: 'The Problems view lists them.',
    });
  const here = chunkUnderCursor(contract);
  const items = chunks
    .map((chunk, index) => ({ chunk, index }))
    .sort((one, other) => Number(other.index === here) - Number(one.index === here))
    .map(({ chunk }) => ({ label: chunk.title, ...describe(chunkStatus(folder, contract, chunk.id)), id: chunk.id }));
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: `${purpose}: choose a chunk of ${contract.document.contract?.spec.title ?? contract.contract}`,
  });
  return picked && { folder: contract.folder, contract: contract.contract, chunk: picked.id };
}

/** The result that waits for review which a command is about: the one it was told, the only one, or a choice. */
export async function askReview(
  parts: Parts,
  told: CommandTarget | undefined,
  purpose: string,
): Promise<RunTarget | undefined> {
  if (told?.runId !== undefined) return { folder: told.folder, runId: told.runId };
  const waiting = parts.store.state.folders.flatMap((folder) =>
    folder.reviews.map((review) => ({ folder: folder.folder, review })),
  );
  const ofChunk = waiting.filter(
    ({ folder, review }) =>
      folder === told?.folder &&
      review.contract === told.contract &&
      review.chunks.some((chunk) => chunk.id === told.chunk),
  );
  const candidates = ofChunk.length > 0 ? ofChunk : waiting;
  const [only] = candidates;
  if (!only)
    throw new HoldfastError('not-found', 'No result waits for review.', {
      hint: 'A chunk that passes leaves one where "holdfast.landing" is "review".',
    });
  if (candidates.length === 1) return { folder: only.folder, runId: only.review.runId };
  const picked = await vscode.window.showQuickPick(
    candidates.map(({ folder, review }) => ({
      label: review.chunks.map((chunk) => chunk.title).join(', '),
      description: review.contract,
      detail: review.createdAt,
      target: { folder, runId: review.runId },
    })),
    { placeHolder: `${purpose}: choose a result` },
  );
  return picked?.target;
}

function contractInActiveEditor(parts: Parts, contracts: readonly ContractState[]): ContractTarget | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) return undefined;
  const places = parts.places.of(document.uri);
  return contracts.find((contract) =>
    places.some((place) => place.folder === contract.folder && place.path === contract.contract),
  );
}

function chunkUnderCursor(contract: ContractState): number {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.getText() !== contract.document.text) return -1;
  const path = contract.document.pathAt(editor.document.offsetAt(editor.selection.active));
  return path[0] === 'chunks' && typeof path[1] === 'number' ? path[1] : -1;
}

function describe(status: ReturnType<typeof chunkStatus>): { readonly description: string } {
  switch (status.kind) {
    case 'holds':
    case 'fails':
      return { description: `${status.passed}/${status.total}` };
    case 'running':
      return { description: 'running' };
    case 'choice':
      return { description: 'waits for your choice' };
    case 'review':
      return { description: 'waits for review' };
    case 'unchecked':
      return { description: '' };
  }
}
