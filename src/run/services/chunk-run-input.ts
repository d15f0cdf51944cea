import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import type { PromptDesign } from '../../models/prompts/prompt-input.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { EarlierAttempts } from './earlier-attempts.ts';
import type { ChunkRunResult, LandingMode } from '../report/run-result.ts';
import type { RunServices } from './run-services.ts';

/** The contract of a run, with the gates that its chunks name and that gate files define. */
export interface RunnableContract {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly sharedGates: readonly Gate[];
}

/** Which chunks a run skips: none (`--force`), those that are done (the default), or also those that are satisfied without a record. */
export type SkipMode = 'none' | 'done' | 'satisfied';

/** The tree that attempts start from. */
export interface StartingTree extends Snapshot {
  /** The ref that HEAD referred to, if the tree is a snapshot of the user's tree. */
  readonly headRef?: string | undefined;
}

/** The tree that a chunk starts from when results are stacked: the results of earlier chunks of the run. */
export interface StartingPoint {
  readonly tree: Snapshot;
  /** The ids of the chunks that have passed in this run and are part of the tree. */
  readonly passed: ReadonlySet<string>;
}

export interface ChunkRunInput extends RunnableContract {
  readonly chunk: Chunk;
  readonly landing: LandingMode;
  readonly maxAttempts: number | undefined;
  /** Undefined to start from the user's tree as it is now. */
  readonly start: StartingPoint | undefined;
  /** The chunks that have passed earlier in the same run of a contract. */
  readonly passedEarlier?: ReadonlySet<string> | undefined;
  readonly skip?: SkipMode | undefined;
  /** Whether attempts start although the build fails before the first one (EDIT-8). */
  readonly allowFailingBuild?: boolean | undefined;
  /** The person's instruction for the attempts. */
  readonly instruction?: string | undefined;
  /** Whether the caller adds the result to a stack with the results of the other chunks. */
  readonly isStacked?: boolean | undefined;
  /** The attempts before this run, if each attempt is a run. */
  readonly earlierAttempts?: EarlierAttempts | undefined;
  /** The design that the contract follows, for the prompt. */
  readonly design?: readonly PromptDesign[] | undefined;
  /** Whether no person decides about this run: gates without a verdict fail it, and it proposes no amendment. */
  readonly unattended?: boolean | undefined;
  /** Whether a model wrote the contract and no person has approved it: nothing in it allows protected changes. */
  readonly grantsNothing?: boolean | undefined;
  /** Globs of files that the attempt may not write, in addition to those that its result is judged by. */
  readonly protectedGlobs?: readonly string[] | undefined;
  readonly services: RunServices;
}

export interface ChunkRunOutcome {
  readonly result: ChunkRunResult;
  /** A passing result that has not landed yet; absent if it has landed or did not pass. */
  readonly unlanded?: UnlandedResult | undefined;
}

/** The results of one or more chunks, stacked, that have not landed yet. */
export interface UnlandedResult {
  /** The tree that the first chunk started from. */
  readonly base: StartingTree;
  /** The tree with the last chunk's result. */
  readonly result: Snapshot;
  readonly passed: readonly PassedChunk[];
}

/** An unlanded result that is stored under a run. */
export interface StoredStack extends UnlandedResult {
  /** The id of the run. */
  readonly keptAs: string;
}

export interface PassedChunk {
  readonly chunk: Chunk;
  readonly runId: string;
  /** The chunk's own changes, including files that it wrote without a difference. */
  readonly changedFiles: readonly string[];
  /** The fingerprint that it passed with. Missing in results of earlier versions, which leave no record. */
  readonly fingerprint?: string | undefined;
}
