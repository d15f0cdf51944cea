import type { WorkspaceFacts } from '../authoring/meaning/workspace-facts.ts';
import type { OwnExports } from '../analysis/analysis.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { MechanicalFix } from '../fixes/fix.ts';
import type { FailedResult, FixSource } from '../fixes/result-fixes.ts';
import { createAnalyticsReport, type AnalyticsReport } from '../history/analytics/analytics-report.ts';
import type { AnalyticsFilter } from '../history/analytics/analytics-rows.ts';
import type { RunSummary } from '../history/records/run-summaries.ts';
import type { Impact, ImpactQuery } from '../impact/impact.ts';
import { findPlanFlow } from '../plan/plan-flow.ts';
import type { PlanObjection } from '../plan/compile/review-plan.ts';
import type { PlanFix } from '../plan/findings/plan-fix.ts';
import { PLAN_RULES } from '../plan/rules/rule-table.ts';
import type { AmendmentOptions } from '../run/amendment/propose-from-code.ts';
import { acceptAmendment, listAmendments, rejectAmendment } from '../run/amendment/resolve-amendment.ts';
import { saveBatchState } from '../run/batch/batch-state.ts';
import { runContract, type ContractRunInput } from '../run/batch/run-contract.ts';
import { runChunk } from '../run/chunk/run-chunk.ts';
import { applyReview, closeAppliedReview, planReviewWrites } from '../run/landing/apply-review.ts';
import { discardReview, landReview, readChangedFiles } from '../run/landing/review-actions.ts';
import { decideHunks, readResultReview } from '../run/landing/review-selection.ts';
import { recordUnrecorded } from '../run/landing/unrecorded-results.ts';
import type {
  Amendment,
  AmendmentStatus,
  ChangedFile,
  PendingChoice,
  PendingReview,
  ProposedChange,
  HunkDecision,
  ResultReview,
  ReviewLanding,
  ReviewResolution,
  WritePlan,
} from '../run/report/decisions.ts';
import type {
  ChunkRunResult,
  ContractRunResult,
  GateChoice,
  LandingReport,
  PersonVerdict,
} from '../run/report/run-result.ts';
import { continueAmended } from '../run/resume/continue-amended.ts';
import { listPendingChoices, resumeWaitingRun } from '../run/resume/resume-waiting-run.ts';
import type { ChoiceOptions, ContinueOptions, RunOptions } from '../run/services/run-options.ts';
import type { RunnableContract } from '../run/services/chunk-run-input.ts';
import { readRunnableContract, requireChunk } from '../run/services/runnable-contract.ts';
import { messageOf } from '../shared/errors.ts';
import type { ConfinementReport } from '../workspace/escapes/confinement-report.ts';
import { endAbandonedProcesses } from '../workspace/processes/process-records.ts';
import type { ChangeJudgement, JudgeChangeOptions, RecordedBase } from './api/change-types.ts';
import type {
  CommitHook,
  CommitHookOptions,
  CheckOptions,
  IndexCheckOptions,
  ContractCheck,
  Examination,
  Finding,
  RecordReport,
} from './api/check-types.ts';
import type {
  ConformanceReport,
  DomainServiceStatus,
  DomainTestOptions,
  ServeDomainOptions,
} from './api/domain-types.ts';
import type { ExplainOptions, FailureExplanation } from './api/explanation-types.ts';
import type { DataFileCheck, DataFileKind } from './api/data-file-types.ts';
import type { AgentHooks } from './api/agent-types.ts';
import type { Authoring, Engine } from './api/engine-interface.ts';
import type { EngineBasis } from './api/engine-basis.ts';
import type { EngineOptions } from './api/engine-options.ts';
import type {
  FileDependents,
  FileExportCoverage,
  ImpactOptions,
  ModifiedExportReport,
  ModifiedOptions,
} from './api/export-types.ts';
import type { InterfaceFindings, InterfaceFindingsOptions, RegistryReading } from './api/interface-types.ts';
import type { LandingActions } from './api/landing-types.ts';
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
} from './api/plan-types.ts';
import type { AcceptOptions, FolderReview, ReviewOptions, ReviewPartOptions } from './api/review-types.ts';
import type { Scenarios } from './api/scenario-types.ts';
import { createWorkspaceFacts } from './authoring/workspace-facts.ts';
import { compareCommits } from './commit-comparison.ts';
import { LazyAgents } from './agents/lazy-agents.ts';
import { FolderAuthoring } from './authoring/authoring.ts';
import { describeCommandProblem, proposeChecks } from './authoring/proposed-checks.ts';
import { checkContract } from './contract-check.ts';
import { loadDataFileReader } from './data-files/data-file-table.ts';
import { diagnose } from './diagnosis.ts';
import { EngineServices } from './services/engine-services.ts';
import { openBasis } from './services/open-basis.ts';
import {
  queryDependents,
  queryExportCoverage,
  queryImpact,
  queryModifiedExports,
  type ExportSources,
} from './export-queries.ts';
import { proposeAmendmentOf } from './amendment-proposals.ts';
import { FolderLandings } from './landings.ts';
import { FolderProgress } from './progress/folder-progress.ts';
import { checkPlanFile, compilePlanFile, fixPlanFile, reviewPlanFile } from './plans.ts';
import { reviewFolder } from './review/review-folder.ts';
import { FolderScenarios } from './scenarios/folder-scenarios.ts';
import { recordWork } from './record-work.ts';

/** The engine of one workspace folder. Each call goes to the responsible module, with the services that the module needs. */
export class FolderEngine implements Engine {
  readonly folder: string;
  readonly scenarios: Scenarios;
  readonly landings: LandingActions;
  readonly authoring: Authoring;
  readonly agents: AgentHooks;
  readonly facts: WorkspaceFacts;
  readonly basis: EngineBasis & AsyncDisposable;
  readonly #options: EngineOptions;
  readonly #services: EngineServices;
  readonly #progress: FolderProgress;

  constructor(options: EngineOptions) {
    this.folder = options.folder;
    this.#options = options;
    this.#services = new EngineServices(options);
    this.landings = new FolderLandings(this.#services);
    this.scenarios = new FolderScenarios(this.#services, options.log);
    this.authoring = new FolderAuthoring(this.#services, options);
    this.agents = new LazyAgents(this.#services, this);
    this.facts = createWorkspaceFacts(this.#services, () => this.#options.trusted());
    this.basis = openBasis(this.#services, options);
    this.#progress = new FolderProgress(this.#services, options.trusted);
  }

  async contracts(): Promise<readonly ContractDocument[]> {
    return this.#services.contracts.readAll();
  }

  contract(file: string): Promise<ContractDocument> {
    return this.#services.contracts.read(file);
  }

  check(file: string, options: CheckOptions = {}): Promise<ContractCheck> {
    const check = (): Promise<ContractCheck> =>
      checkContract(this.#services, file, { ...options, trusted: this.#options.trusted() });
    return options.remember === true ? this.#progress.remember(check, options.signal) : check();
  }

  async judgeChange(options: JudgeChangeOptions): Promise<ChangeJudgement> {
    const { judgeChange } = await import('./change/judge-change.ts');
    return judgeChange(this.#services, options, this.#options.trusted());
  }

  async recordBase({ signal }: Pick<CheckOptions, 'signal'> = {}): Promise<RecordedBase> {
    const { recordBase } = await import('./change/change-base.ts');
    return recordBase(this.#services, signal);
  }

  async changeBase(revision?: string, { signal }: Pick<CheckOptions, 'signal'> = {}): Promise<string | undefined> {
    const { findChangeBase } = await import('./change/change-base.ts');
    return findChangeBase(this.#services, revision, signal);
  }

  async checkIndex(options: IndexCheckOptions = {}): Promise<readonly ContractCheck[]> {
    const { checkIndex } = await import('./change/check-index.ts');
    return checkIndex(this.#services, options, this.#options.trusted());
  }

  async explain(options: ExplainOptions): Promise<readonly FailureExplanation[]> {
    const check = await this.check(options.contract, { chunk: options.chunk, signal: options.signal });
    const { explainFailures } = await import('./failure-explanations.ts');
    return this.#services.secrets.redactReport(await explainFailures(this.#fixSource(), check, options));
  }

  async fixesOf(failed: FailedResult): Promise<readonly MechanicalFix[]> {
    return (await import('../fixes/result-fixes.ts')).fixesOfResult(failed, this.#fixSource());
  }

  addProgress(check: ContractCheck, { signal }: Pick<CheckOptions, 'signal'> = {}): Promise<ContractCheck> {
    return this.#progress.add(check, signal ?? new AbortController().signal);
  }

  checkPlan(file: string, options: PlanCheckOptions = {}): Promise<CheckedPlan> {
    return checkPlanFile(this.#services, file, options);
  }

  async planFlow(file: string): Promise<PlanFlow> {
    const document = await this.contract(file);
    return { document, edges: await findPlanFlow(document) };
  }

  fixPlan(file: string, fix?: PlanFix): Promise<string | undefined> {
    return fixPlanFile(this.#services, file, fix);
  }

  planRules(): readonly PlanRuleDescription[] {
    return PLAN_RULES;
  }

  proposeChecks(id: string): Promise<ProposedChecks> {
    return proposeChecks(this.#services.tree, id);
  }

  describeCommandProblem(command: string): string | undefined {
    return describeCommandProblem(command);
  }

  async compilePlan(options: CompilePlanOptions): Promise<PlanCompilation> {
    const signal = options.signal ?? new AbortController().signal;
    const services = await this.#services.openServices(options, signal, () => undefined);
    return compilePlanFile(this.#services.tree, services, options);
  }

  async reviewPlan(file: string, options: ReviewPlanOptions = {}): Promise<readonly PlanObjection[]> {
    const signal = options.signal ?? new AbortController().signal;
    const services = await this.#services.openServices(options, signal, () => undefined);
    return reviewPlanFile(this.#services, services, file, options);
  }

  async planCompilations(limit?: number): Promise<readonly PlanCompilationSummary[]> {
    return (await (await this.#services.history())?.listCompilations(limit)) ?? [];
  }

  async runChunk(options: RunOptions & { readonly chunk: string }): Promise<ChunkRunResult> {
    const runnable = await readRunnableContract(this.#services.contracts, options.contract);
    const chunk = requireChunk(runnable.document, runnable.contract, options.chunk);
    const input = await this.#openRun(options, runnable);
    return this.#services.secrets.redactReport((await runChunk({ ...input, chunk, start: undefined })).result);
  }

  async record(file: string, chunkId: string, { signal }: Pick<RunOptions, 'signal'> = {}): Promise<RecordReport> {
    const input = await this.#openRun({ contract: file, signal });
    return recordWork(this.#services, input, chunkId, this.#options.trusted());
  }

  async runAll(options: RunOptions): Promise<ContractRunResult> {
    const input = await this.#openRun(options);
    const outcome = await runContract(input);
    await saveBatchState(input, outcome);
    return this.#services.secrets.redactReport(outcome.result);
  }

  async pendingChoices(): Promise<readonly PendingChoice[]> {
    return listPendingChoices(await this.#services.history());
  }

  async choose(
    runId: string,
    choice: GateChoice | PersonVerdict,
    options: ChoiceOptions = {},
  ): Promise<ContractRunResult> {
    return this.#services.secrets.redactReport(await resumeWaitingRun(this.#services, runId, choice, options));
  }

  async proposeAmendment(options: AmendmentOptions): Promise<Amendment> {
    const check = await this.check(options.contract, { chunk: options.chunk, signal: options.signal });
    return this.#services.secrets.redactReport(await proposeAmendmentOf(this.#services, check, options));
  }

  async amendments(status?: AmendmentStatus): Promise<readonly Amendment[]> {
    return listAmendments(await this.#services.history(), status, (message) => this.#options.log('warning', message));
  }

  async acceptAmendment(id: string, changes?: readonly ProposedChange[]): Promise<Amendment> {
    const { tree, analysis } = this.#services;
    const workspace = {
      folder: this.folder,
      tree,
      analysis,
      readContract: (file: string) => this.contract(file),
      replaceText: this.#options.replaceText,
      onWritten: (file: string) => this.filesChanged([file]),
    };
    return acceptAmendment(workspace, await this.#services.openOrCreateHistory(), id, changes);
  }

  async continueAmended(id: string, options: ContinueOptions = {}): Promise<ContractRunResult> {
    return this.#services.secrets.redactReport(await continueAmended(this.#services, id, options));
  }

  async rejectAmendment(id: string): Promise<Amendment> {
    return rejectAmendment(await this.#services.history(), id);
  }

  async pendingReviews(): Promise<readonly PendingReview[]> {
    await this.#recordUnrecorded();
    return (await (await this.#services.history())?.listPendingReviews()) ?? [];
  }

  async changesOf(runId: string): Promise<readonly ChangedFile[]> {
    return readChangedFiles(await this.#services.repository(), await this.#services.openOrCreateHistory(), runId);
  }

  async changesBetween(base: string, result: string): Promise<readonly ChangedFile[]> {
    return compareCommits(await this.#services.repository(), base, result);
  }

  async accept(
    runId: string,
    landing: 'commit' | 'working-tree' = 'commit',
    { only, resolved, anyBranch, signal = new AbortController().signal }: AcceptOptions = {},
  ): Promise<ReviewLanding> {
    const services = await this.#services.openServices({ landing }, signal, () => undefined);
    return this.#services.secrets.redactReport(
      await landReview(services, runId, { mode: landing, only, resolved, anyBranch }),
    );
  }

  async resultReview(runId: string): Promise<ResultReview> {
    const { repository, history } = await this.#storedResults();
    return readResultReview(repository, history, runId);
  }

  async decideHunks(runId: string, ids: readonly string[], decision: HunkDecision): Promise<ResultReview> {
    const { repository, history } = await this.#storedResults();
    return decideHunks(repository, history, runId, { ids, decision });
  }

  async applyWithoutLanding(runId: string, options: ReviewPartOptions = {}): Promise<LandingReport> {
    return applyReview({ ...(await this.#storedResults()), ...options, runId });
  }

  async planWrites(
    runId: string,
    unsaved: ReadonlyMap<string, Uint8Array>,
    options: ReviewPartOptions = {},
  ): Promise<WritePlan> {
    return planReviewWrites({ ...(await this.#storedResults()), ...options, runId, unsaved });
  }

  async closeAppliedReview(runId: string): Promise<void> {
    await closeAppliedReview({ ...(await this.#storedResults()), runId });
  }

  async discard(runId: string): Promise<void> {
    await discardReview(await this.#services.repository(), await this.#services.openOrCreateHistory(), runId);
  }

  async reviewResolution(runId: string): Promise<ReviewResolution | undefined> {
    return (await this.#services.history())?.readResolution(runId);
  }

  async history(limit?: number): Promise<readonly RunSummary[]> {
    return (await (await this.#services.history())?.listRuns(limit)) ?? [];
  }

  async analytics(filter: AnalyticsFilter = {}): Promise<AnalyticsReport> {
    const history = await this.#services.history();
    if (history !== undefined) return history.readAnalytics(filter);
    return createAnalyticsReport({ runs: [], calls: [], failures: [], contracts: [], models: [] }, filter);
  }

  historyFile(): Promise<string> {
    return this.#services.histories.file();
  }

  moveDamagedHistory(): Promise<string | undefined> {
    return this.#services.histories.moveDamaged();
  }

  async storedRun(runId: string): Promise<ChunkRunResult | undefined> {
    return (await this.#services.history())?.readRun(runId);
  }

  exports(path?: string): Promise<readonly OwnExports[]> {
    return this.#services.analysis.exports(this.folder, path);
  }

  impact(query: ImpactQuery, options: ImpactOptions = {}): Promise<Impact> {
    return queryImpact(this.#exportSources(), query, options);
  }

  dependents(file: string, { signal }: Pick<ImpactOptions, 'signal'> = {}): Promise<FileDependents> {
    return queryDependents(this.#exportSources(), file, signal);
  }

  modifiedExports(file: string, options: ModifiedOptions = {}): Promise<readonly ModifiedExportReport[]> {
    return queryModifiedExports(this.#exportSources(), file, options);
  }

  exportCoverage({ signal }: Pick<ImpactOptions, 'signal'> = {}): Promise<readonly FileExportCoverage[]> {
    return queryExportCoverage(this.#exportSources(), signal);
  }

  async dataFiles(kind: DataFileKind): Promise<readonly DataFileCheck[]> {
    return (await loadDataFileReader(kind)).check(this.#services.tree);
  }

  async interfaceFiles(): Promise<RegistryReading> {
    const { readRegistry } = await import('../domains/registry/read-registry.ts');
    return readRegistry(this.#services.tree);
  }

  async interfaceFindings({ signal }: InterfaceFindingsOptions = {}): Promise<InterfaceFindings> {
    const { findings, notes, compared, absences, services } = await this.#services.evaluateInterfaces(
      { root: this.folder, termsFolder: this.folder },
      signal ?? new AbortController().signal,
    );
    return this.#services.secrets.redactReport({ findings, notes, compared, absences, services });
  }

  async writeCommitHook(options: CommitHookOptions = {}): Promise<CommitHook> {
    const { writeCommitHook } = await import('./commit-hook.ts');
    return writeCommitHook(await this.#services.repository(), options);
  }

  async review(options: ReviewOptions = {}): Promise<FolderReview> {
    const signal = options.signal ?? new AbortController().signal;
    // Without a model there are no calls to record, so no history is created.
    const services =
      options.useModel === false
        ? await this.#services.openCheckServices(signal, () => undefined)
        : await this.#services.openServices(options, signal, () => undefined);
    return this.#services.secrets.redactReport(await reviewFolder(services, options));
  }

  async domainServices(signal: AbortSignal): Promise<readonly DomainServiceStatus[]> {
    const { listDomainServices } = await import('./domain-services.ts');
    return listDomainServices(this.#options, this.#services, signal);
  }

  async testDomainService(options: DomainTestOptions): Promise<ConformanceReport> {
    const { testDomainService } = await import('./domain-services.ts');
    return testDomainService(this.#options, this.#services, options);
  }

  async serveDomainService(options: ServeDomainOptions): Promise<void> {
    const { serveDomainService } = await import('./domain-services.ts');
    await serveDomainService(this.#options, this.#services, options);
  }

  async configuredModel(): Promise<string | undefined> {
    const { model, replay } = await this.#services.configuration();
    return model ?? (replay === undefined ? undefined : `replay:${replay}`);
  }

  diagnose(further: readonly Examination[] = []): Promise<readonly Finding[]> {
    return diagnose(this.#options, this.#services, further);
  }

  async examineConfinement(signal: AbortSignal): Promise<ConfinementReport> {
    const { tryEscapes } = await import('../workspace/escapes/try-escapes.ts');
    const repository = await this.#services.repository();
    const { protectedFolders, commonDirectory } = repository;
    const packages = await repository.listPackagesOutside();
    const { read, write } = (await this.#services.configuration()).confinement;
    const topLevel = protectedFolders[0] ?? this.folder;
    const { storage } = this.#options;
    return tryEscapes({ topLevel, gitDirectory: commonDirectory, packages, storage, read, write, signal });
  }

  async recover(): Promise<readonly string[]> {
    const repository = await this.#services.repository();
    // The processes of an interrupted run can still write to its worktrees, which are removed next.
    const processes = await endAbandonedProcesses(repository.processRecords);
    const landings = await repository.recover();
    await this.#recordUnrecorded();
    const runs = await (await this.#services.history())?.interruptDeadRuns();
    return [...processes, ...landings, ...(runs ?? [])];
  }

  async #recordUnrecorded(): Promise<void> {
    await recordUnrecorded(await this.#services.repository(), () => this.#services.openOrCreateHistory());
  }

  setUnsavedText(path: string, text: string | null): void {
    this.#services.tree.setUnsavedText(path, text);
    this.#logFailure(this.#services.analysis.setUnsavedText(this.folder, path, text));
  }

  filesChanged(paths: readonly string[] | 'all'): void {
    this.#logFailure(this.#services.analysis.filesChanged(this.folder, paths));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.basis[Symbol.asyncDispose]();
    await this.#services[Symbol.asyncDispose]();
  }

  async #openRun(options: RunOptions, known?: RunnableContract): Promise<ContractRunInput> {
    const runnable = known ?? (await readRunnableContract(this.#services.contracts, options.contract));
    const signal = options.signal ?? new AbortController().signal;
    const services = await this.#services.openServices(options, signal, options.onEvent ?? (() => undefined));
    const { force, skipSatisfied, maxAttempts, allowFailingBuild } = options;
    const skip = force === true ? 'none' : skipSatisfied === true ? 'satisfied' : 'done';
    return { ...runnable, landing: services.configuration.landing, maxAttempts, skip, allowFailingBuild, services };
  }

  async #storedResults() {
    return { repository: await this.#services.repository(), history: await this.#services.openOrCreateHistory() };
  }

  #fixSource(): FixSource {
    const { tree, analysis } = this.#services;
    return {
      readText: (file) => tree.readText(file),
      exportName: (request) => analysis.exportName(this.folder, request),
    };
  }

  #exportSources(): ExportSources {
    return {
      folder: this.folder,
      analysis: this.#services.analysis,
      trusted: this.#options.trusted(),
      contracts: () => this.contracts(),
    };
  }

  /** Logs the failure of a notification to the analysis. Callers do not wait for it; the next check sees its effect. */
  #logFailure(notification: Promise<void>): void {
    notification.catch((thrown: unknown) => this.#options.log('warning', messageOf(thrown)));
  }
}
