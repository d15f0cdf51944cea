import type { ConformanceReport, DomainServiceStatus, DomainTestOptions, ServeDomainOptions } from './domain-types.ts';
import type { WorkspaceFacts } from '../../authoring/meaning/workspace-facts.ts';
import type { OwnExports } from '../../analysis/analysis.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { AnalyticsReport } from '../../history/analytics/analytics-report.ts';
import type { AnalyticsFilter } from '../../history/analytics/analytics-rows.ts';
import type { AmendmentStatus } from '../../history/records/amendments.ts';
import type { RunSummary } from '../../history/records/run-summaries.ts';
import type { MechanicalFix } from '../../fixes/fix.ts';
import type { FailedResult } from '../../fixes/result-fixes.ts';
import type { Impact, ImpactQuery } from '../../impact/impact.ts';
import type { PlanObjection } from '../../plan/compile/review-plan.ts';
import type { PlanFix } from '../../plan/findings/plan-fix.ts';
import type { AmendmentOptions } from '../../run/amendment/propose-from-code.ts';
import type {
  Amendment,
  ChangedFile,
  PendingChoice,
  HunkDecision,
  PendingReview,
  ProposedChange,
  ResultReview,
  ReviewLanding,
  ReviewResolution,
  WritePlan,
} from '../../run/report/decisions.ts';
import type {
  ChunkRunResult,
  ContractRunResult,
  GateChoice,
  LandingReport,
  PersonVerdict,
} from '../../run/report/run-result.ts';
import type { ChoiceOptions, ContinueOptions, RunOptions } from '../../run/services/run-options.ts';
import type { ConfinementReport } from '../../workspace/escapes/confinement-report.ts';
import type {
  AddAssertionOptions,
  AddChunkOptions,
  AddedAssertion,
  AddedChunk,
  AssertionTemplateDescription,
  AssertionValuesQuery,
  CommitDescription,
  ContractDraft,
  ContractDraftOptions,
  ContractFromCodeOptions,
  ContractFromDiffOptions,
  ContractTemplateDescription,
  CreateContractOptions,
  CreatedContract,
  GeneratedContract,
  ImportedContract,
  ImportOptions,
} from './authoring-types.ts';
import type { ChangeJudgement, JudgeChangeOptions, RecordedBase } from './change-types.ts';
import type { AgentHooks } from './agent-types.ts';
import type {
  CheckOptions,
  CommitHook,
  CommitHookOptions,
  ContractCheck,
  Examination,
  Finding,
  IndexCheckOptions,
  RecordReport,
} from './check-types.ts';
import type { EngineBasis } from './engine-basis.ts';
import type { ExplainOptions, FailureExplanation } from './explanation-types.ts';
import type { DataFileCheck, DataFileKind } from './data-file-types.ts';
import type {
  FileDependents,
  FileExportCoverage,
  ImpactOptions,
  ModifiedExportReport,
  ModifiedOptions,
} from './export-types.ts';
import type { InterfaceFindings, InterfaceFindingsOptions, RegistryReading } from './interface-types.ts';
import type { LandingActions } from './landing-types.ts';
import type { Scenarios } from './scenario-types.ts';
import type {
  CheckedPlan,
  CompilePlanOptions,
  PlanCheckOptions,
  PlanCompilation,
  PlanCompilationSummary,
  PlanFlow,
  PlanRuleDescription,
  ProposedChecks,
  ReviewPlanOptions,
} from './plan-types.ts';
import type { AcceptOptions, FolderReview, ReviewOptions, ReviewPartOptions } from './review-types.ts';

/** The engine of one workspace folder: checks, plans, runs and pending decisions. */
export interface Engine extends AsyncDisposable {
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  /** Every contract of the folder, broken ones included, sorted by path. */
  contracts(): Promise<readonly ContractDocument[]>;
  contract(file: string): Promise<ContractDocument>;
  /** Checks the files as they are now, unsaved text included. Writes nothing. */
  check(file: string, options?: CheckOptions): Promise<ContractCheck>;
  /**
   * [AGENT-6] Checks contracts against exactly the index: a partially staged file counts with its staged content. Writes
   * nothing in the workspace.
   * @throws HoldfastError `git` without a git repository or with unmerged files, `not-found` if the index does not contain a
   * given contract
   */
  checkIndex(options?: IndexCheckOptions): Promise<readonly ContractCheck[]>;
  /**
   * [AGENT-6] Judges a change from a base: the chunks that it can affect, and what it does to files that it is judged by. The
   * contracts, gates, validators and the configuration come from the base. Writes nothing in the workspace.
   * @throws HoldfastError `git` if a commit does not exist, `not-found` if the active chunk or its contract does not exist,
   * `untrusted` for the depth `full` in a restricted workspace
   */
  judgeChange(options: JudgeChangeOptions): Promise<ChangeJudgement>;
  /**
   * Records the files on disk as the base of a later judgement. The snapshot is kept in Holdfast's storage for 14 days. Changes
   * no file, no index and no ref of the user.
   */
  recordBase(options?: Pick<CheckOptions, 'signal'>): Promise<RecordedBase>;
  /**
   * The base of a change without a recorded one: the merge base of HEAD with a revision. Without a revision, the merge base
   * with the default branch, or HEAD if there is none. `undefined` before the first commit.
   * @throws HoldfastError `git` without a git repository, or if the revision does not exist or has no common ancestor with HEAD
   */
  changeBase(revision?: string, options?: Pick<CheckOptions, 'signal'>): Promise<string | undefined>;
  /**
   * Explains why requirements of a chunk fail: what their checks examine, the lines of the contract and of the code, and the
   * fixes. Empty if every requirement holds. Writes nothing.
   * @throws HoldfastError `not-found` for an unknown chunk, or if the given requirement does not fail
   */
  explain(options: ExplainOptions): Promise<readonly FailureExplanation[]>;
  /** [EDIT-3] The mechanical fixes of a failed assertion, in its code or in the contract. The most probable ones are first. */
  fixesOf(failed: FailedResult): Promise<readonly MechanicalFix[]>;
  /**
   * [EDIT-6] Adds to each chunk of a check what its verdict means together with its past: records of passing, the merge base
   * with the default branch, earlier checks with `remember`, and its latest run. The merge base is read in a separate
   * worktree, once for each commit and fingerprint, and only in a trusted workspace. Changes no verdict.
   */
  addProgress(check: ContractCheck, options?: Pick<CheckOptions, 'signal'>): Promise<ContractCheck>;
  /** Finds the problems of a contract or a manifest before any part of it runs. Writes nothing. */
  checkPlan(file: string, options?: PlanCheckOptions): Promise<CheckedPlan>;
  /** Finds the dependencies between the chunks of a plan: what one chunk provides and a later chunk uses. Only reads files. */
  planFlow(file: string): Promise<PlanFlow>;
  /** The text of a plan with one fix or all fixes applied; `undefined` if the given fix does not apply. */
  fixPlan(file: string, fix?: PlanFix): Promise<string | undefined>;
  planRules(): readonly PlanRuleDescription[];
  /** The test commands of the repository that a contract can use. Runs nothing. */
  proposeChecks(id: string): Promise<ProposedChecks>;
  /** Why a command cannot run as written, as a clause; `undefined` if it can or if the text is empty. */
  describeCommandProblem(command: string): string | undefined;
  /**
   * Creates a plan from a specification with the configured model: a contract that satisfies every rule, or none. The
   * tries are recorded. The plan is returned and not written.
   */
  compilePlan(options: CompilePlanOptions): Promise<PlanCompilation>;
  /**
   * Lets the configured model review the acceptance commands of a plan for semantic errors, such as a call that contradicts
   * a signature. Throws `contract` if the plan is invalid.
   */
  reviewPlan(file: string, options?: ReviewPlanOptions): Promise<readonly PlanObjection[]>;
  /** Recorded compilations with their tries, newest first. */
  planCompilations(limit?: number): Promise<readonly PlanCompilationSummary[]>;
  runChunk(options: RunOptions & { readonly chunk: string }): Promise<ChunkRunResult>;
  runAll(options: RunOptions): Promise<ContractRunResult>;
  /**
   * [DONE-2] Records that a chunk has passed, for work that was done without a run. First checks it like a landing: setup,
   * build, verify and acceptance commands, postconditions and asserts.
   */
  record(file: string, chunk: string, options?: Pick<RunOptions, 'signal'>): Promise<RecordReport>;
  pendingReviews(): Promise<readonly PendingReview[]>;
  /** The changed files of a result that waits for a review. */
  changesOf(runId: string): Promise<readonly ChangedFile[]>;
  /**
   * The files that differ between two commits of the repository, before and after. Throws `not-found` if a commit is not in
   * the repository on this machine.
   */
  changesBetween(base: string, result: string): Promise<readonly ChangedFile[]>;
  /**
   * [EDIT-4] Lands a reviewed result without the hunks that were rejected, or only the named ones. A part is judged first. A
   * conflict, or a part that fails, lands nothing. Throws `configuration` if every hunk is rejected.
   */
  accept(runId: string, landing?: 'commit' | 'working-tree', options?: AcceptOptions): Promise<ReviewLanding>;
  /** [EDIT-4] The files of a result that waits for review, with their hunks and the decisions on them. */
  resultReview(runId: string): Promise<ResultReview>;
  /** [EDIT-4] Stores a decision on hunks. It is kept until the result changes. Throws `not-found` for an unknown hunk. */
  decideHunks(runId: string, ids: readonly string[], decision: HunkDecision): Promise<ResultReview>;
  /**
   * [EDIT-4] Writes the hunks that are not rejected, or the named ones, to the files on disk, merged with the user's changes.
   * Judges nothing, commits nothing, records nothing. The result still waits for review.
   */
  applyWithoutLanding(runId: string, options?: ReviewPartOptions): Promise<LandingReport>;
  /**
   * The same for an editor, which writes the files itself so that the person can undo it.
   * @param unsaved the contents of unsaved files, by path
   */
  planWrites(runId: string, unsaved: ReadonlyMap<string, Uint8Array>, options?: ReviewPartOptions): Promise<WritePlan>;
  /** Closes the review of a result that was applied without a landing. */
  closeAppliedReview(runId: string): Promise<void>;
  discard(runId: string): Promise<void>;
  /** How the runs of this repository went and what they cost, from its history. Empty if there is none. */
  analytics(filter?: AnalyticsFilter): Promise<AnalyticsReport>;
  /** What landed in the folder, and its undo. */
  readonly landings: LandingActions;
  /** What a person decided about the result of an earlier run; undefined if it was not reviewed. */
  reviewResolution(runId: string): Promise<ReviewResolution | undefined>;
  /** Runs that wait for a choice, oldest first. They outlive the process that started them. */
  pendingChoices(): Promise<readonly PendingChoice[]>;
  /**
   * Resumes a run that waits for a choice (GATE-6). `retry` resets the count and starts further attempts, `skip` lands
   * the result with a warning, `abort` ends the run. `pass` and `fail` are a person's verdict on the gates that wait for
   * one (GATE-9). If the run was part of a batch, the remaining chunks run, too.
   */
  choose(runId: string, choice: GateChoice | PersonVerdict, options?: ChoiceOptions): Promise<ContractRunResult>;
  /**
   * Proposes an amendment without a model: the contract adopts the signatures and names that the code has, or the values
   * of a person. Nothing is written to the contract before the amendment is accepted.
   * @throws HoldfastError `not-found` if no such assert fails in the current files, `contract` if there is nothing to adopt
   * or the changes break a rule of amendments
   */
  proposeAmendment(options: AmendmentOptions): Promise<Amendment>;
  /** Proposed changes of contracts, newest first. */
  amendments(status?: AmendmentStatus): Promise<readonly Amendment[]>;
  /**
   * Writes a proposed change into the contract's text and changes nothing else in it (ENF-AMEND-4).
   * @param changes the person's edited version of the proposed changes
   * @throws HoldfastError `conflict` if the contract has changed since the proposal, `not-found` if it is not pending
   */
  acceptAmendment(id: string, changes?: readonly ProposedChange[]): Promise<Amendment>;
  /** Runs the chunk of an accepted amendment again, against the amended contract and with a new count of attempts. */
  continueAmended(id: string, options?: ContinueOptions): Promise<ContractRunResult>;
  /** Rejects a proposed change, and sets the status of its chunk to failed if a run led to it (ENF-AMEND-5). */
  rejectAmendment(id: string): Promise<Amendment>;
  history(limit?: number): Promise<readonly RunSummary[]>;
  /** Absolute path of the history database, which may not exist yet. Pending decisions are stored in it. */
  historyFile(): Promise<string>;
  /**
   * Moves a damaged history to a folder next to it, and returns the absolute path of the folder. Returns `undefined` and
   * changes nothing if the history is not damaged.
   */
  moveDamagedHistory(): Promise<string | undefined>;
  /** The stored result of an earlier run, as it was reported. */
  storedRun(runId: string): Promise<ChunkRunResult | undefined>;
  /** What the language features read of the folder: its files, exports, gates and commands. Runs nothing. */
  readonly facts: WorkspaceFacts;
  /** What the modules of a file, of a folder or of the whole workspace export by their own text. */
  exports(path?: string): Promise<readonly OwnExports[]>;
  /** Finds who uses a file, or one of its exports (ENF-IMPACT-1, -2, -3). Throws `not-found` if the file or the export does not exist. */
  impact(query: ImpactQuery, options?: ImpactOptions): Promise<Impact>;
  /** The files that a change of a file can affect, level by level (ENF-IMPACT-1). Throws `not-found` like `impact`. */
  dependents(file: string, options?: Pick<ImpactOptions, 'signal'>): Promise<FileDependents>;
  /**
   * The exports of a file that differ from a revision, by default the last commit (ENF-IMPACT-4). Empty if there is no
   * repository or no commit.
   */
  modifiedExports(file: string, options?: ModifiedOptions): Promise<readonly ModifiedExportReport[]>;
  /** [EDIT-5] The exports that each module declares, with the contracts that name them, sorted by path. */
  exportCoverage(options?: Pick<ImpactOptions, 'signal'>): Promise<readonly FileExportCoverage[]>;
  /** The interface definitions of the folder with their problems, unsaved text included. Runs nothing. */
  interfaceFiles(): Promise<RegistryReading>;
  /**
   * Compares the files on disk with the interface definitions, with the values that the declared domain services extract.
   * Starts and ends the services.
   * @throws HoldfastError `configuration` if a definition or a declaration has errors, `untrusted` in a restricted
   * workspace with declared services
   */
  interfaceFindings(options?: InterfaceFindingsOptions): Promise<InterfaceFindings>;
  /** The files of a kind under `.holdfast/` as they are now, unsaved text included, sorted by path. Only reads files. */
  dataFiles(kind: DataFileKind): Promise<readonly DataFileCheck[]>;
  /** What products above the engine are built on. */
  readonly basis: EngineBasis;
  /**
   * Adds the check of the staged change to the pre-commit hook, or removes it. Keeps everything else in the hook. Writes
   * nothing if a hook manager owns the hooks.
   * @throws HoldfastError `git` without a git repository, `unsupported` if the existing hook is a link or not a shell script
   */
  writeCommitHook(options?: CommitHookOptions): Promise<CommitHook>;
  /**
   * Reviews the change of the current files, or of a commit, against its base: constraints, secrets and weakened tests, then
   * three passes of a model. Lands nothing. Throws `git` without a git repository or if the base cannot be found.
   */
  review(options?: ReviewOptions): Promise<FolderReview>;
  /** The scenarios of the folder. */
  readonly scenarios: Scenarios;
  /** Templates, and contracts that are generated from the code of the folder. */
  readonly authoring: Authoring;
  /**
   * Starts every domain service that `.holdfast/domains.yaml` declares, and reports what each says about itself. Throws
   * `configuration` if the file has errors, `untrusted` in an untrusted workspace.
   */
  domainServices(signal: AbortSignal): Promise<readonly DomainServiceStatus[]>;
  /** Examines whether a command is a domain service that follows the protocol. Throws `process` if it does not start. */
  testDomainService(options: DomainTestOptions): Promise<ConformanceReport>;
  /** Serves a built-in domain service until its input ends. */
  serveDomainService(options: ServeDomainOptions): Promise<void>;
  /** The model that runs chunks, as `provider:model`; `undefined` if none is configured. */
  configuredModel(): Promise<string | undefined>;
  /** The hooks of other agents. */
  readonly agents: AgentHooks;
  /** What is configured and what is missing. */
  diagnose(further?: readonly Examination[]): Promise<readonly Finding[]>;
  /** What a confined command sees here, and whether it can escape. Throws CancelledError if the signal aborts. */
  examineConfinement(signal: AbortSignal): Promise<ConfinementReport>;
  /** Completes or rolls back the unfinished work of an earlier process. Returns a message for each recovered item. */
  recover(): Promise<readonly string[]>;
  /** Sets the unsaved text of a file; `null` makes the file on disk current again. */
  setUnsavedText(path: string, text: string | null): void;
  /** Reports files that changed on disk (relative paths), or `all` if they are unknown. The next check sees them. */
  filesChanged(paths: readonly string[] | 'all'): void;
}

/** Writing contracts: templates, and contracts that are generated from code. Nothing calls a model. */
export interface Authoring {
  /** The templates of new contracts (EDIT-1). */
  templates(): readonly ContractTemplateDescription[];
  /**
   * The text of a contract with one chunk, from a template, with the test command of the repository. Writes nothing. Throws
   * `not-found` if there is no such template.
   */
  draft(options: ContractDraftOptions): Promise<ContractDraft>;
  /**
   * A contract that states the exports, signatures and types of files (ENF-FUTURE-5). The code satisfies it. Writes nothing.
   * Throws `not-found` if a file does not exist or nothing is exported, `unsupported` for other languages.
   */
  fromCode(options: ContractFromCodeOptions): Promise<GeneratedContract>;
  /**
   * A contract that states what a diff did. The end of the diff satisfies it. Writes nothing. Throws `git` without a git
   * repository or for an unknown revision, `not-found` if the diff is empty.
   */
  fromDiff(options: ContractFromDiffOptions): Promise<GeneratedContract>;
  /**
   * A draft contract from an OpenSpec change or a Spec Kit feature (AGENT-8). Writes nothing. Throws `not-found` without a
   * task list or an open task, `unsupported` for another format.
   */
  importPlan(options: ImportOptions): Promise<ImportedContract>;
  /** Writes a new contract, with a path relative to the folder. Throws `conflict` if the file exists. */
  create(file: string, text: string, options?: CreateContractOptions): Promise<CreatedContract>;
  /**
   * Adds a chunk from a template to the end of a contract, and keeps the rest of it byte for byte. Returns the new text and
   * writes nothing. The contract may have no chunk yet. Throws `contract` if it has syntax errors.
   */
  addChunk(options: AddChunkOptions): Promise<AddedChunk>;
  /** The last commits of the current branch, newest first; empty without a git repository or a commit. */
  recentCommits(limit: number): Promise<readonly CommitDescription[]>;
  /** The templates of assertions (ENF-FUTURE-3). */
  assertionTemplates(): readonly AssertionTemplateDescription[];
  /** The values that the contract and the code propose for a field of a template, the most likely first. */
  assertionValues(query: AssertionValuesQuery): Promise<readonly string[]>;
  /**
   * Adds the assertions of a template to a chunk, in the current text of the contract (unsaved text included), and keeps the
   * rest of it byte for byte. Throws `not-found` for an unknown chunk or template, `contract` if a value is missing.
   */
  addAssertion(options: AddAssertionOptions): Promise<AddedAssertion>;
}
