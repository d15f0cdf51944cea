import type { AssertionResult } from '../checks/result.ts';
import type { Assertion, EnforcementMode } from '../contract/model.ts';
import { HoldfastError, messageOf, type ErrorCode } from '../shared/errors.ts';

/** How a result reaches the user's tree. `review` keeps it until a person accepts it; `none` keeps it and lands nothing. */
export type LandingMode = 'commit' | 'working-tree' | 'review' | 'none';

/**
 * `undecided`: a blocking gate has used up its attempts, and a person is to choose how to go on (GATE-6). `aborted`: a
 * person chose so, or the run broke off with an error.
 */
export type RunStatus = 'pass' | 'fail' | 'blocked' | 'conflict' | 'cancelled' | 'aborted' | 'undecided';

/** Where in an attempt something was reported. */
export type Stage = 'preflight' | 'write' | 'build' | 'verify' | 'acceptance' | 'assertions' | 'gates' | 'landing';

export interface Blocker {
  readonly type: 'missing_dependency' | 'failed_chunk' | 'missing_export' | 'precondition' | 'plan_error';
  readonly chunkId?: string;
  /** The export or path that is missing. */
  readonly item?: string;
  /** In words a person can act on. */
  readonly details: string;
}

export interface Violation {
  readonly assertion: Assertion;
  readonly expected: string;
  readonly actual: string;
}

/** What the next attempt is told of the one before. */
export interface RetryContext {
  /** The number of the attempt that is told. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly previousViolations: readonly Violation[];
  readonly buildOutput?: string;
}

/** A command that ran in the attempt's tree: build, verify, acceptance or setup. */
export interface CommandReport {
  readonly stage: 'setup' | 'build' | 'verify' | 'acceptance';
  readonly command: string;
  readonly passed: boolean;
  readonly exitCode?: number;
  /** Bounded; standard output and error in the order in which they came. */
  readonly output: string;
  readonly durationMs: number;
  /** Why it could not be judged: it could not start, took too long, … */
  readonly error?: string;
}

/** What a gate came to. `BROKEN`: it could not be judged, which is neither of the others. */
export type GateVerdictWord = 'PASS' | 'FAIL' | 'BROKEN';

/** A gate as it was judged last (GATE-1…5). */
export interface GateReport {
  readonly id: string;
  readonly name: string;
  readonly mode: EnforcementMode;
  readonly verdict: GateVerdictWord;
  /** How often it has failed since the run began, or since a person chose to retry. */
  readonly attemptCount: number;
  readonly maxAttempts: number;
  /** Why, in words a person can act on. */
  readonly reasoning: string;
  /** Of a model's verdict, between 0 and 1. */
  readonly confidence?: number;
  readonly evidence?: readonly { readonly file: string; readonly line?: number; readonly text: string }[];
}

/** What a person may answer when the attempts of a blocking gate are used up (GATE-6). */
export type GateChoice = 'retry' | 'skip' | 'abort';

/** The source documents' ChunkValidationResult. */
export interface ChunkValidationResult {
  readonly passed: boolean;
  readonly assertResults: readonly AssertionResult[];
  readonly suggestResults: readonly AssertionResult[];
  readonly buildPassed: boolean;
  readonly buildOutput?: string;
  readonly retryable: boolean;
  readonly retryContext?: RetryContext;
  /** Every command that ran, build included. */
  readonly commands: readonly CommandReport[];
  /** What else went wrong in the attempt: a stage, and words. */
  readonly problems: readonly { readonly stage: Stage; readonly message: string }[];
  /** The gates as they were judged after this attempt; absent where they were not. */
  readonly gates?: readonly GateReport[];
}

export interface AttemptReport {
  readonly number: number;
  readonly validation: ChunkValidationResult;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** null where the model's price is unknown. */
  readonly costUsd: number | null;
  /** Writes that were refused, with the reason. */
  readonly refusedWrites: readonly { readonly path: string; readonly reason: string }[];
  /** Why the model stopped: finished, step-limit, no-change, stalled, … */
  readonly stopReason: string;
  /** The unified diff of what the attempt wrote. */
  readonly diff: string;
  /** What the model said last. */
  readonly output: string;
}

export interface LandingReport {
  readonly commit?: string;
  readonly files: readonly string[];
  readonly conflicts: readonly { readonly file: string; readonly reason: string }[];
  /** The ref that keeps a result which did not land. */
  readonly keptRef?: string;
  /** What a person should know: hooks skipped, commit not made because …. */
  readonly notes: readonly string[];
}

/** What kept a run from being carried out, which says nothing about the chunk: no model, no connection, no git. */
export interface RunError {
  readonly code: ErrorCode;
  readonly message: string;
  /** What the person can do about it. */
  readonly hint?: string;
}

/** What was thrown, as it is told and kept; what is none of our errors is a fault of ours. */
export function runErrorOf(thrown: unknown): RunError {
  if (!(thrown instanceof HoldfastError)) return { code: 'internal', message: messageOf(thrown) };
  const { code, message, hint } = thrown;
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}

/** The outcome of one chunk. Public shape of `run --format json`. */
export interface ChunkRunResult {
  readonly status: RunStatus;
  readonly chunk: string;
  readonly runId: string;
  readonly blockedBy?: readonly Blocker[];
  readonly attempts: readonly AttemptReport[];
  readonly landed?: LandingReport;
  /** Why the chunk did not pass, in one sentence. */
  readonly reason?: string;
  /** The chunk's gates as they were judged last; empty where none was. */
  readonly gates: readonly GateReport[];
  /** What did not hold and did not stop the chunk; each names its gate. */
  readonly warnings: readonly string[];
  /** What a person, or an option, chose last when the attempts of a gate were used up. */
  readonly choice?: GateChoice;
  /** The change of the contract that was proposed and waits for a person. */
  readonly amendment?: { readonly id: string };
  /** What kept the run from being carried out, where something did. */
  readonly error?: RunError;
}

/** The outcome of a run of all chunks. */
export interface ContractRunResult {
  readonly status: RunStatus;
  readonly chunks: readonly ChunkRunResult[];
  readonly landed?: LandingReport;
  /** The run under which results are kept that did not land by themselves: refs/holdfast/<run>. */
  readonly keptAs?: string;
}
