import type { ContractDocument } from '../contract/document.ts';
import type { Chunk, Contract, Gate } from '../contract/model.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import type { ChunkRunResult, LandingMode } from './result.ts';
import type { RunServices } from './services.ts';

/** Where a chunk starts: the user's tree of now, or the result of the chunks before it in a run that is reviewed. */
export interface StartingPoint {
  readonly tree: Snapshot;
  /** Chunks that have passed in this run and whose results the tree holds. */
  readonly passed: ReadonlySet<string>;
}

export interface ChunkRunInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  /** The gates of gate files that the contract's chunks name. */
  readonly sharedGates: readonly Gate[];
  readonly chunk: Chunk;
  readonly landing: LandingMode;
  readonly maxAttempts: number | undefined;
  readonly start: StartingPoint | undefined;
  /** Whoever runs it puts its result on those of the other chunks, with which it is reviewed. */
  readonly isStacked?: boolean;
  readonly services: RunServices;
}

export interface ChunkRunOutcome {
  readonly result: ChunkRunResult;
  /** What passed without landing by itself; absent where it landed, or did not pass. */
  readonly unlanded?: UnlandedResult;
}

/** Results of chunks, one on the other, that wait to be landed. */
export interface UnlandedResult {
  /** What the first chunk started from, and what the last came to. */
  readonly base: Snapshot;
  readonly result: Snapshot;
  readonly passed: readonly PassedChunk[];
}

/** Results that are kept under a run. */
export interface KeptStack extends UnlandedResult {
  readonly keptAs: string;
}

export interface PassedChunk {
  readonly chunk: Chunk;
  readonly runId: string;
  /** The chunk's own change, files that it wrote unchanged included. */
  readonly changedFiles: readonly string[];
}
