import type * as vscode from 'vscode';
import type {
  Amendment,
  ContinueOptions,
  ContractCheck,
  Engine,
  GateChoice,
  PastLanding,
  PersonVerdict,
  PendingChoice,
  HunkDecision,
  PendingResult,
  PendingFiles,
  ProposedChange,
  ResultResolution,
  UndoReport,
} from '../../engine.ts';
import type { ChunkRunResult, ContractRunResult, LandingReport, RunStatus } from '../../run/report/run-result.ts';
import type { AnalyticsMemory } from '../../webview/protocol/analytics-messages.ts';
import type { AmendmentMemory } from '../../webview/protocol/amendment-messages.ts';
import type { ImpactMemory } from '../../webview/protocol/impact-messages.ts';
import type { PlanMemory } from '../../webview/protocol/plan-messages.ts';
import type { FullCheckSession } from '../run-session/full-check-session.ts';
import type { RunSession } from '../run-session/run-session.ts';
import type { ReviewMemory } from '../../webview/protocol/review-messages.ts';
import type { ScenariosMemory } from '../../webview/protocol/scenarios-messages.ts';
import type { JobName, JobResults } from '../state/jobs.ts';
import type {
  AmendmentTarget,
  ChunkTarget,
  ContractOrChunkTarget,
  PastLandingTarget,
  RunTarget,
} from '../state/target.ts';

/** A new or resumed run to execute. */
export interface RunWork {
  readonly folder: string;
  /** The action that needs saved files, for messages. `undefined` if no file must be saved first. */
  readonly savePurpose: string | undefined;
  readonly openSession: (engine: Engine) => Promise<RunSession>;
  readonly execute: (engine: Engine, options: ContinueOptions) => Promise<RunOutcome>;
}

export interface RunOutcome extends Pick<ContractRunResult, 'chunks' | 'keptAs'> {
  /** Defaults to the first chunk status other than `pass`, or `pass`. */
  readonly status?: RunStatus | undefined;
}

/** How a job runs. */
export interface JobOptions<Name extends JobName> {
  /** The title of the progress, for example `Review Changes`. */
  readonly title: string;
  /** The action that needs saved files, for messages, such as `Review`. */
  readonly purpose: string;
  /** The progress before the first report. */
  readonly starting: string;
  readonly work: (
    engine: Engine,
    signal: AbortSignal,
    reportProgress: (progress: string) => void,
  ) => Promise<JobResults[Name]>;
}

/** The check of the interfaces, the review of the changes, and the run of scenarios. */
export interface JobService {
  /**
   * Runs a job of a folder with progress and cancellation, and writes its state to the store.
   * @throws HoldfastError `untrusted`, or `conflict` if the job is running in the folder
   */
  run<Name extends JobName>(folder: string, job: Name, options: JobOptions<Name>): Promise<JobResults[Name]>;
  /** Cancels a running job. */
  cancel(folder: string, job: JobName): void;
}

/** What a run does in spite of a reason not to. */
export interface RunOverrides {
  /** Whether chunks run although they are done, or the current files satisfy them. */
  readonly force?: boolean | undefined;
  /** Whether attempts start although the build fails before the first one. */
  readonly allowFailingBuild?: boolean | undefined;
}

/** Starts and follows runs (ENF-UI-3). Each workspace folder has at most one active run. */
export interface RunService {
  /** The newest session of a chunk, of a contract, or of any contract. */
  findLatest(target?: { [Key in keyof ContractOrChunkTarget]?: ContractOrChunkTarget[Key] | undefined }):
    RunSession | undefined;
  /** The newest session whose header has this run id. */
  findByRunId(runId: string): RunSession | undefined;
  /** The newest session in which a chunk has this run id. In a run of all chunks, each chunk has its own run id. */
  findByChunkRunId(runId: string): RunSession | undefined;
  /** Cancels the active runs of a folder, or of all folders. */
  cancel(folder: string | undefined): void;
  /**
   * Runs one chunk, or all chunks of a contract. Returns the status, or `undefined` if no run was started.
   * @throws HoldfastError if the workspace is not trusted, the contract has errors, or a setting refuses unsaved files
   */
  start(target: ContractOrChunkTarget, options?: RunOverrides): Promise<RunStatus | undefined>;
  /**
   * Executes the newest run of a target again, which ended because no model could be called. Returns the status, or
   * `undefined` if there is no such run in this window.
   */
  resume(target: ContractOrChunkTarget): Promise<RunStatus | undefined>;
  /** Executes a run with progress and cancellation. See `start` for the result and errors. */
  execute(work: RunWork): Promise<RunStatus | undefined>;
  /** @throws HoldfastError if the workspace is not trusted */
  requireTrust(): void;
  /** Shows a warning and returns `true` if a run is active in the folder. */
  warnIfRunning(folder: string): boolean;
  /**
   * Creates a session for one chunk, or for all chunks, of the current contract text.
   * @throws HoldfastError `contract` if the contract has errors
   */
  openSession(engine: Engine, target: ContractOrChunkTarget): Promise<RunSession>;
}

/** Checks with all commands and gates, in a worktree of the files on disk (DONE-4). */
export interface FullCheckService {
  /**
   * Checks one chunk, or all chunks of a contract, and shows the result in the panel. Returns `undefined` if the person
   * cancelled, or if another full check of the folder is active.
   * @param options.judge whether the model is called for gates without a recorded verdict
   * @throws HoldfastError if the workspace is not trusted or the contract has errors
   */
  start(
    target: ContractOrChunkTarget,
    options?: { readonly judge?: boolean | undefined },
  ): Promise<ContractCheck | undefined>;
  /** Cancels the active full check of a folder, or of all folders. */
  cancel(folder: string | undefined): void;
}

/** Results that wait for review (review mode). */
export interface ResultService {
  /** The result that the active editor shows. */
  findActive(): RunTarget | undefined;
  /** Reads the folder's pending results into the store, and closes the changes of those that no longer wait. */
  refresh(folder: string): Promise<readonly PendingResult[]>;
  /** Notifies the person about results left from an earlier window. Each is reported once. */
  offerPending(folder: string): Promise<void>;
  /** Opens the changes of a result that has just passed and offers to accept or discard it. */
  present(target: RunTarget, message: string): Promise<void>;
  openChanges(target: RunTarget): Promise<void>;
  /** Opens one file of a result in the diff editor. */
  openFile(target: RunTarget, path: string): Promise<void>;
  /** Reads the changes of a result and the decisions on them into the store. */
  loadParts(target: RunTarget): Promise<PendingFiles>;
  /** Stores a decision on hunks of a result. */
  decide(target: RunTarget, hunks: readonly string[], decision: HunkDecision): Promise<void>;
  /**
   * Lands a result without its rejected hunks. A conflict, or a part that fails, lands nothing. Returns `undefined` if unsaved
   * files prevented the landing.
   * @param landing overrides the setting `holdfast.review.landing`
   */
  accept(target: RunTarget, landing?: 'commit' | 'working-tree'): Promise<LandingReport | undefined>;
  /** Writes the hunks of a result that are not rejected, without a landing. Returns whether they were written. */
  applyWithoutLanding(target: RunTarget): Promise<boolean>;
  /** Opens the merge editor for each file of a conflict that the person can merge, and says how the result can land. */
  offerMerge(target: RunTarget, landing: LandingReport): Promise<void>;
  /** Discards a result after confirmation. Returns whether it was discarded. */
  discard(target: RunTarget): Promise<boolean>;
}

/** Runs whose blocking gate has no attempts left (GATE-6). */
export interface ChoiceService {
  /** Reads the folder's pending choices into the store. */
  refresh(folder: string): Promise<readonly PendingChoice[]>;
  /** Notifies the person about choices left from an earlier window. Each is reported once. */
  offerPending(folder: string): Promise<void>;
  /** Shows a non-blocking notification that lets the person choose. */
  offer(folder: string, choice: PendingChoice): void;
  /**
   * Resumes a run with the person's choice. Returns the status, or `undefined` if the run was not resumed.
   * @throws HoldfastError `not-found` if the run no longer waits for a choice
   */
  choose(target: RunTarget, choice: GateChoice | PersonVerdict, instruction?: string): Promise<RunStatus | undefined>;
}

/** Proposed amendments (ENF-AMEND-3, -4, -5). */
export interface AmendmentService {
  /** Reads the folder's pending amendments into the store. */
  refresh(folder: string): Promise<readonly Amendment[]>;
  /** Notifies the person about amendments left from an earlier window. Each is reported once. */
  offerPending(folder: string): Promise<void>;
  /** Shows a non-blocking notification with a button that shows the amendment. */
  offer(folder: string, amendment: Amendment): void;
  /**
   * Proposes that the contract states what the code has, for the failed asserts of a chunk.
   * @param requirement the path of the only item of the contract that is amended
   * @throws HoldfastError `not-found` if no such assert fails, `contract` if the code shows nothing to adopt
   */
  propose(target: ChunkTarget, requirement?: string): Promise<Amendment>;
  /** @throws HoldfastError `not-found` if the history has no such amendment */
  find(target: AmendmentTarget): Promise<Amendment>;
  /**
   * Writes an amendment into its contract, and runs the chunk again if a run led to it. Returns the status, or `undefined` if no run
   * was started.
   * @param changes the person's edited version of the proposal
   * @throws HoldfastError `conflict` if the contract has changed since the proposal, `contract` if the changes are invalid
   */
  accept(target: AmendmentTarget, changes?: readonly ProposedChange[]): Promise<RunStatus | undefined>;
  /** Rejects an amendment, which fails its chunk if a run led to it. */
  reject(target: AmendmentTarget): Promise<Amendment>;
  /** Opens the contract before and after the amendment in the diff editor. */
  openDiff(target: AmendmentTarget): Promise<void>;
}

/** What landed, and its undo. */
export interface LandingService {
  /** Fires when the landings of a folder may have changed. */
  readonly onDidChange: vscode.Event<undefined>;
  refresh(): void;
  /** What landed in a folder, newest first. */
  list(folder: string): Promise<readonly PastLanding[]>;
  /** Opens the change of a landing, or of one of its files, in the diff editor. */
  openChanges(target: PastLandingTarget, file?: string): Promise<void>;
  /**
   * Undoes a landing after confirmation. Returns `undefined` if nothing changed.
   * @throws HoldfastError `conflict` if it is not part of the files, `untrusted` in an untrusted workspace
   */
  undo(target: PastLandingTarget): Promise<UndoReport | undefined>;
}

export interface AnalyticsPanelService extends RestorablePanel {
  show(memory: AnalyticsMemory): void;
}

/** A webview panel that VS Code can restore after a window reload. */
export interface RestorablePanel {
  restore(panel: vscode.WebviewPanel, state: unknown): void | Promise<void>;
}

export interface ResultsPanelService extends RestorablePanel {
  showRun(session: RunSession): void;
  /** Shows the current verdict on the files, for one chunk or for all. */
  showCheck(target: ContractOrChunkTarget): void;
  /** Shows a check with all commands and gates, active or ended. */
  showFullCheck(session: FullCheckSession): void;
  showStoredRun(source: StoredRunSource, result: ChunkRunResult): void;
}

/** The contract and the title of a run from the history. */
export interface StoredRunSource {
  readonly folder: string;
  readonly contract: string;
  readonly title: string;
  readonly model?: string | undefined;
  /** What the person decided about its result. */
  readonly resolution?: ResultResolution | undefined;
}

export interface AmendmentPanelService extends RestorablePanel {
  show(memory: AmendmentMemory): void;
}

export interface PlanPanelService extends RestorablePanel {
  show(memory: PlanMemory): void;
}

export interface ReviewPanelService extends RestorablePanel {
  show(memory: ReviewMemory): void;
}

export interface ScenariosPanelService extends RestorablePanel {
  show(memory: ScenariosMemory): void;
}

export interface ImpactPanelService extends RestorablePanel {
  show(memory: ImpactMemory): Promise<void>;
}
