import type { StrengthReport } from './strength-report.ts';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { Assertion, EnforcementMode } from '../../contract/model.ts';
import type { GateTests } from '../../verdicts/gates/judgement.ts';
import type { ReviewFinding } from '../../verdicts/review/review-finding.ts';
import type { RunUsage } from '../../foundation/call-totals.ts';
import { DomainServiceError } from '../../verdicts/domains/service/service-error.ts';
import { HoldfastError, messageOf, type ErrorCode } from '../../foundation/errors.ts';
import type { ConfinementKind } from '../../workspace/confinement/confinement-rules.ts';
import type { RedFirstReport } from './red-first-report.ts';

/** How a result reaches the user's tree. `review` stores it until a person accepts it; `none` stores it and lands nothing. */
export type LandingMode = 'commit' | 'working-tree' | 'review' | 'none';

/**
 * `undecided`: blocking gates have used up their attempts or could not be judged, and a person must choose how to
 * continue (GATE-6). `aborted`: a person chose to abort, or the run ended with an error.
 */
export type RunStatus = 'pass' | 'fail' | 'blocked' | 'conflict' | 'cancelled' | 'aborted' | 'undecided';

/** The part of an attempt that a report refers to. */
export type Stage =
  'preflight' | 'write' | 'build' | 'verify' | 'acceptance' | 'assertions' | 'domains' | 'gates' | 'landing';

export interface Blocker {
  readonly type:
    | 'placeholder'
    | 'missing_dependency'
    | 'failed_chunk'
    | 'missing_export'
    | 'precondition'
    | 'plan_error'
    | 'failing_build'
    | 'already_passes';
  readonly chunkId?: string | undefined;
  /** The missing export or path, the failing command, or the field with a placeholder. */
  readonly item?: string | undefined;
  /** A message that a person can act on. */
  readonly details: string;
  /** Whether no other chunk of the run may start. */
  readonly stopsRun?: boolean | undefined;
}

/** A finding of a plan rule that did not stop the chunk. */
export interface PlanFindingReport {
  /** The id of the rule: `R4`. */
  readonly rule: string;
  /** `allowed`: the contract overrides the rule with `plan.allow`. */
  readonly effect: 'warning' | 'allowed';
  readonly message: string;
  /** The line of the contract. */
  readonly line: number;
}

export interface Violation {
  readonly assertion: Assertion;
  readonly expected: string;
  readonly actual: string;
}

/** The feedback on an attempt that the next attempt receives. */
export interface RetryContext {
  /** The number of the attempt that receives it. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly previousViolations: readonly Violation[];
  readonly buildOutput?: string | undefined;
}

/** [PROOF-2] What a command said about a test that must fail, which was added to a test file of a copy of the tree. */
export interface PlantedFailure {
  /** Whether it reported the failure. If it did not, and no reason is given, its success proves nothing. */
  readonly seen: boolean;
  /** How long the command ran in copies of the trees before and after the change. */
  readonly durationMs: number;
  /** The test file, relative to the workspace folder. */
  readonly file: string;
  /** What was read: the report of the test runner, or the exit code if it writes none without the change. */
  readonly decidedBy?: 'report' | 'exit-code' | undefined;
  /** Why it says nothing about the change that the failure was not seen, as a sentence. */
  readonly reason?: string | undefined;
}

/** A command that ran in the attempt's worktree. */
export interface CommandReport {
  readonly stage: 'setup' | 'build' | 'verify' | 'acceptance';
  readonly command: string;
  readonly passed: boolean;
  readonly exitCode?: number | undefined;
  /** Standard output and standard error, interleaved and truncated. */
  readonly output: string;
  readonly durationMs: number;
  /** Why the command has no result: it could not start, timed out, … */
  readonly error?: string | undefined;
  /** The lines of the output of a failed command that tell its cause, if it printed any. For display. */
  readonly lastError?: string | undefined;
  /** What a failed command did not receive: variables, write access, network. */
  readonly withheld?: string | undefined;
  /** Paths that its output names, that exist on this machine, and that it did not see. Part of `withheld` too. */
  readonly unseenPaths?: readonly string[] | undefined;
  /** The command ran although the build had failed: build output that it needs can be missing or stale. */
  readonly afterFailedBuild?: true | undefined;
  /** The command fails with the same output on the base, so that the change does not affect what fails. */
  readonly failsOnBase?: true | undefined;
  /** [PROOF-2] Absent if the command runs no tests, if it failed, or if there was no change to judge. */
  readonly canary?: PlantedFailure | undefined;
  /** [BITE-1] Absent if the command need not fail first, if it failed, or if there was no change to judge. */
  readonly redFirst?: RedFirstReport | undefined;
}

/**
 * `BROKEN`: the gate could not be judged. `UNDECIDED`: it has no verdict of the person who judges it. Neither is a pass or a
 * failure.
 */
export type GateReportVerdict = 'PASS' | 'FAIL' | 'BROKEN' | 'UNDECIDED';

/** The latest verdict on a gate (GATE-1…5). */
export interface GateReport {
  readonly id: string;
  readonly name: string;
  readonly mode: EnforcementMode;
  readonly verdict: GateReportVerdict;
  /** How often it has failed since the run began, or since a person chose to retry. */
  readonly attemptCount: number;
  readonly maxAttempts: number;
  /** Why, as text that a person can act on. */
  readonly reasoning: string;
  /** Of a model's verdict, between 0 and 1. */
  readonly confidence?: number | undefined;
  readonly evidence?:
    readonly { readonly file: string; readonly line?: number | undefined; readonly text: string }[] | undefined;
  /** The tests that a gate with `tests` ran. */
  readonly tests?: GateTests | undefined;
  /** What the review of a gate with `review` found. */
  readonly findings?: readonly ReviewFinding[] | undefined;
}

/** The choices of a person when only gates block a result (GATE-6). */
export type GateChoice = 'retry' | 'skip' | 'abort';

/** A person's verdict on the gates that wait for one (GATE-9). */
export type PersonVerdict = 'pass' | 'fail';

/** Whether an answer to a waiting run is a verdict on its gates rather than a choice in spite of them. */
export function isPersonVerdict(answer: GateChoice | PersonVerdict): answer is PersonVerdict {
  return answer === 'pass' || answer === 'fail';
}

/** The source documents' ChunkValidationResult. */
export interface ChunkValidationResult {
  readonly passed: boolean;
  /** The postconditions in the form of asserts, as in a check. */
  readonly postconditionResults: readonly AssertionResult[];
  readonly assertResults: readonly AssertionResult[];
  readonly suggestResults: readonly AssertionResult[];
  readonly buildPassed: boolean;
  readonly buildOutput?: string | undefined;
  readonly retryable: boolean;
  readonly retryContext?: RetryContext | undefined;
  /** The number of the attempt whose files this one started from; absent if it started from the original files. */
  readonly continuedFrom?: number | undefined;
  /** Every command that ran, build included. */
  readonly commands: readonly CommandReport[];
  /** Other failures of the attempt. */
  readonly problems: readonly {
    readonly stage: Stage;
    readonly message: string;
    /** The failed command that the message is about; its report is in `commands`. */
    readonly command?: string | undefined;
    /** What a model says about it, if it does not say by itself what is wrong. */
    readonly interpretation?: string | undefined;
  }[];
  /** [DONE-3] Whether the result passed without an assert, a postcondition or an acceptance command. */
  readonly unverified?: boolean | undefined;
  /** The sandbox of the commands; absent if the contract has none. */
  readonly confinement?: ConfinementKind | undefined;
  /** [TRUST-5] Absolute paths of files in the user's packages that changed while commands ran; absent if there are none. */
  readonly changedPackages?: readonly string[] | undefined;
  /** The gates as judged after this attempt; absent if they were not judged. */
  readonly gates?: readonly GateReport[] | undefined;
}

export interface AttemptReport {
  readonly number: number;
  readonly validation: ChunkValidationResult;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** null if the model's price is unknown. */
  readonly costUsd: number | null;
  /** Refused writes, each with the reason. */
  readonly refusedWrites: readonly { readonly path: string; readonly reason: string }[];
  /** Why the model stopped: finished, step-limit, no-change, stalled, … */
  readonly stopReason: string;
  /** The unified diff of the attempt's changes. */
  readonly diff: string;
  /** The model's last message. */
  readonly output: string;
}

/** The verdict on a gate of a chunk on the merge that a landing would write. */
export interface LandingGate extends Pick<
  GateReport,
  'id' | 'name' | 'mode' | 'verdict' | 'reasoning' | 'tests' | 'findings'
> {
  /** The id of the chunk. */
  readonly chunk: string;
}

export interface LandingReport {
  readonly commit?: string | undefined;
  /** The files that landed, or after a conflict the files that would have landed, if they are known. */
  readonly files: readonly string[];
  /** The reasons why nothing landed. A file can have several. `isMergeable`: a person can merge both versions of the file. */
  readonly conflicts: readonly {
    readonly file: string;
    readonly reason: string;
    readonly isMergeable?: true | undefined;
  }[];
  /** The ref that stores a result which did not land. */
  readonly keptRef?: string | undefined;
  /** [DONE-4] The gates that were judged on the merge with the user's tree; absent if the merge equals the result. */
  readonly gates?: readonly LandingGate[] | undefined;
  /** Information for the person: skipped hooks, why no commit was created, … */
  readonly notes: readonly string[];
}

/** An error that prevented a run, independent of the chunk: no model, no connection, no git. */
export interface RunError {
  readonly code: ErrorCode;
  readonly message: string;
  /** How the person can fix it. */
  readonly hint?: string | undefined;
  /** The domain service that is not available or wrong; absent for other errors. */
  readonly domain?: string | undefined;
}

/** Converts a caught error for reports and the history. Any error other than a HoldfastError is an internal error. */
export function toRunError(thrown: unknown): RunError {
  if (!(thrown instanceof HoldfastError)) return { code: 'internal', message: messageOf(thrown) };
  const { code, message, hint } = thrown;
  const domain = thrown instanceof DomainServiceError ? { domain: thrown.domain } : {};
  return { code, message, ...(hint === undefined ? {} : { hint }), ...domain };
}

/** The outcome of one chunk. Public shape of `run --format json`. */
export interface ChunkRunResult {
  readonly status: RunStatus;
  readonly chunk: string;
  readonly runId: string;
  readonly blockedBy?: readonly Blocker[] | undefined;
  readonly attempts: readonly AttemptReport[];
  /** The chunk did not run because it is done. `runId` is then the run of its record, if that is known. */
  readonly upToDate?: true | undefined;
  /** The chunk did not run because the tree satisfies it, although no record says that it passed. */
  readonly skippedSatisfied?: true | undefined;
  /** The report of the landing, also if it ended with a conflict. */
  readonly landed?: LandingReport | undefined;
  /** The model calls that were made for the run: attempts, judges, gates and amendments. Absent if there was none. */
  readonly usage?: RunUsage | undefined;
  /** Why the chunk did not pass, in one sentence. */
  readonly reason?: string | undefined;
  /** The latest verdicts on the chunk's gates; empty if no gate was judged. */
  readonly gates: readonly GateReport[];
  /** Failures that did not stop the chunk, each with the name of its gate. */
  readonly warnings: readonly string[];
  /** Findings of plan rules that did not stop the chunk; absent if there are none. */
  readonly planFindings?: readonly PlanFindingReport[] | undefined;
  /** What its requirements say about the work; absent if the run did not come so far, or if the chunk has landed. */
  readonly strength?: StrengthReport | undefined;
  /** [ENF-IMPACT-3] The uses of what the chunk may change, as the prompt showed them; absent if nothing else uses it. */
  readonly impact?: string | undefined;
  /** The latest choice for a result that only gates blocked, by a person or an option, or a person's verdict on it. */
  readonly choice?: GateChoice | PersonVerdict | undefined;
  /** The proposed change of the contract that waits for a person's decision. */
  readonly amendment?: { readonly id: string } | undefined;
  /** The error that prevented the run, if any. */
  readonly error?: RunError | undefined;
}

/** The outcome of a run of all chunks. */
export interface ContractRunResult {
  readonly status: RunStatus;
  readonly chunks: readonly ChunkRunResult[];
  readonly landed?: LandingReport | undefined;
  /** The id of the run under which the unlanded results are stored, as refs/holdfast/results/<run>. */
  readonly keptAs?: string | undefined;
}
