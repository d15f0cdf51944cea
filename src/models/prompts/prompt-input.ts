import type { Chunk, Contract, EnforcementMode, Gate } from '../../contract/model.ts';
import type { Verification } from '../../contract/verifications.ts';
import type { ChunkContext } from '../../history/records/chunk-context.ts';
import type { CountTokens } from '../cost/token-estimate.ts';

/** The failures of the previous attempt: the RetryContext of the source documents, plus commands and refused writes. */
export interface PreviousAttempt {
  /** The number of the attempt that is about to start. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly previousViolations: readonly {
    readonly assertion: { readonly message: string };
    readonly expected: string;
    readonly actual: string;
  }[];
  readonly buildOutput?: string | undefined;
  /** Failed commands other than the build. */
  readonly failedCommands?: readonly {
    readonly stage: string;
    readonly command: string;
    readonly output: string;
    readonly exitCode?: number | undefined;
    readonly error?: string | undefined;
    /** The command ran although the build had failed. */
    readonly afterFailedBuild?: true | undefined;
    /** The command fails with the same output without the change. */
    readonly failsOnBase?: true | undefined;
  }[];
  /** Other problems: syntax errors, malformed edits, exceeded limits. */
  readonly problems?: readonly { readonly stage: string; readonly message: string }[] | undefined;
  readonly refusedWrites?: readonly { readonly path: string; readonly reason: string }[];
  /** Whether the attempt starts with the files as the previous attempt left them. Otherwise it starts from the original files. */
  readonly isContinued?: boolean | undefined;
  /** Whether the attempt starts with an earlier result that was sent back, and not with that of the previous attempt. */
  readonly isReworked?: boolean | undefined;
  /** How the model should have changed files, if it ended without trying to: with tools, or with blocks in its answer. */
  readonly unusedMeans?: 'tools' | 'blocks' | undefined;
  /** What the previous attempt wrote. Absent if it is unknown. */
  readonly work?: PreviousWork | undefined;
}

/** [ENF-CTX-7] The work of the previous attempt: its change, and the files with located errors as it left them. */
export interface PreviousWork {
  /** The unified diff from the base to the result. Empty if the attempt changed nothing. */
  readonly diff: string;
  /** The lines that errors point at, without duplicates, in the order in which they are shown. */
  readonly errors: readonly { readonly path: string; readonly line: number }[];
  /** The files of `errors`. `changed`: the attempt wrote this file, so the repository has another text. */
  readonly files: readonly { readonly path: string; readonly text: string; readonly changed: boolean }[];
}

/** A context file of the chunk. */
export interface ContextFile {
  readonly path: string;
  /** `undefined` if the file does not exist, or if `note` says why it is not shown. */
  readonly text: string | undefined;
  /** Why the file is not shown, as a clause: `this file is binary and is not shown`. */
  readonly note?: string | undefined;
}

/** A text of the design that the whole work follows: a declaration file, the specification, a standard, earlier work. */
export interface PromptDesign {
  /** What the text is, as the name of its data element: `interface`, `specification`, … */
  readonly kind: string;
  /** The path of a file, or another name. */
  readonly name: string;
  readonly text: string;
}

/** What people said about an earlier result. */
export interface PromptRemarks {
  /** Oldest first. */
  readonly texts: readonly string[];
  /** Whether the files contain that result. */
  readonly isInTree: boolean;
}

/** A gate that judges a result, with how it does. */
export interface PromptGate {
  readonly gate: Gate;
  readonly mode: EnforcementMode;
}

/** The input for building a prompt. */
export interface PromptInput {
  readonly contract: Contract;
  readonly chunk: Chunk;
  /** The exports and files of completed chunks that still exist in the tree. */
  readonly context: ChunkContext;
  /** Exports that other chunks of the contract will create and that do not exist in the tree yet. */
  readonly notYetCreated: readonly { readonly name: string; readonly chunkId: string }[];
  readonly contextFiles: readonly ContextFile[];
  /** From the most important to the least. The caller has bounded it. */
  readonly design?: readonly PromptDesign[] | undefined;
  /** The commands that must pass once their conditions hold. Default: the verify command of the contract. */
  readonly verifications?: readonly Verification[] | undefined;
  /** The files that the result is judged by, in addition to those that the prompt always names. */
  readonly termFiles?: readonly string[] | undefined;
  /** The uses of the exports that the chunk may modify. */
  readonly impactSummary?: string | undefined;
  /** Absent on the first attempt. */
  readonly retry?: PreviousAttempt | undefined;
  /** The most tokens of the section on the previous attempt. */
  readonly retryTokens?: number | undefined;
  /** Counts the tokens of `retry`. Default: an upper bound. */
  readonly countTokens?: CountTokens | undefined;
  /** The user's instruction for this attempt. */
  readonly instruction?: string | undefined;
  /** Why an earlier result was sent back. */
  readonly review?: PromptRemarks | undefined;
  /** The gates that judge the result. */
  readonly gates?: readonly PromptGate[] | undefined;
  /** The improvements that the gates require. */
  readonly gateGuidance?: string | undefined;
}

/** Renders one section of the prompt; `undefined` if the section is empty. */
export type SectionRenderer = (input: PromptInput) => string | undefined;
