import type { RunSummary } from '../../engine.ts';
import { formatChunkStatus, getChunkStatus } from '../state/chunk-status.ts';
import type { ChunkTarget } from '../state/target.ts';
import type { ContractState, FolderState } from '../state/workspace-state.ts';

/** A chunk in the list of a command. */
export interface ListedChunk {
  readonly target: ChunkTarget;
  readonly title: string;
  /** The status in a few words. Empty if the chunk was not checked. */
  readonly status: string;
  /** The contract, with the name of the folder if there are several. */
  readonly location: string;
}

export interface ChunkListInput {
  readonly folders: readonly FolderState[];
  /** The latest runs by folder, latest first. */
  readonly runs: ReadonlyMap<string, readonly Pick<RunSummary, 'contract' | 'chunk' | 'startedAt'>[]>;
  /** Limits the list to a folder, or to one of its contracts. */
  readonly target?: { readonly folder: string; readonly contract?: string | undefined } | undefined;
  readonly isAtCursor: (contract: ContractState, index: number) => boolean;
}

/** Lists the chunks of all contracts: the one at the cursor, those that ran last, and the others in the order of the contracts. */
export function listChunks({ folders, runs, target, isAtCursor }: ChunkListInput): readonly ListedChunk[] {
  const listed = folders.flatMap((folder) =>
    folder.contracts.flatMap((contract) =>
      (contract.document.contract?.chunks ?? []).map((chunk, index) => ({
        item: {
          target: { folder: folder.folder, contract: contract.contract, chunk: chunk.id },
          title: chunk.title,
          status: formatChunkStatus(getChunkStatus(folder, contract, chunk.id)),
          location: folders.length > 1 ? `${folder.name}: ${contract.contract}` : contract.contract,
        },
        atCursor: isAtCursor(contract, index),
        lastRun:
          runs.get(folder.folder)?.find((run) => run.contract === contract.contract && run.chunk === chunk.id)
            ?.startedAt ?? '',
      })),
    ),
  );
  return listed
    .filter(
      ({ item }) =>
        target === undefined ||
        (item.target.folder === target.folder &&
          (target.contract === undefined || item.target.contract === target.contract)),
    )
    .sort((one, other) => Number(other.atCursor) - Number(one.atCursor) || other.lastRun.localeCompare(one.lastRun))
    .map(({ item }) => item);
}
