import type { Chunk, Contract } from '../contract/model.ts';
import type { ChunkContext } from '../history/chunk-context.ts';

/** What the attempt before came to; the source documents' RetryContext and what else the model should know. */
export interface PreviousAttempt {
  /** The number of the attempt that is told. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly previousViolations: readonly {
    readonly assertion: { readonly message: string };
    readonly expected: string;
    readonly actual: string;
  }[];
  readonly buildOutput?: string;
  /** Commands other than the build that failed. */
  readonly failedCommands?: readonly {
    readonly stage: string;
    readonly command: string;
    readonly output: string;
    readonly exitCode?: number;
    readonly error?: string;
  }[];
  /** What else went wrong: false postconditions, malformed edits, limits. */
  readonly problems?: readonly { readonly stage: string; readonly message: string }[];
  readonly refusedWrites?: readonly { readonly path: string; readonly reason: string }[];
}

/** A file that the chunk names as context; without text where there is none. */
export interface ContextFile {
  readonly path: string;
  readonly text: string | undefined;
}

/** Everything that a prompt is made of. */
export interface PromptInput {
  readonly contract: Contract;
  readonly chunk: Chunk;
  /** How many attempts the chunk has at most. */
  readonly maxAttempts: number;
  /** What completed chunks have made available, as far as the tree agrees. */
  readonly context: ChunkContext;
  /** What other chunks of the contract will create and the tree does not have. */
  readonly notYetCreated: readonly { readonly name: string; readonly chunkId: string }[];
  readonly contextFiles: readonly ContextFile[];
  /** Who uses the exports that the chunk may modify. */
  readonly impactSummary?: string;
  /** Absent on the first attempt. */
  readonly retry?: PreviousAttempt;
  /** What a person said when asked how to go on. */
  readonly instruction?: string;
  /** What the gates ask to be done better. */
  readonly gateGuidance?: string;
}

/** One part of the prompt; undefined where there is nothing to say. */
export type Section = (input: PromptInput) => string | undefined;
