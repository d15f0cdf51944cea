/**
 * What both edges (editor and command line) see of Holdfast: one engine per workspace folder.
 */
import type { Analysis, ImportableExport, OwnExports } from './analysis/analysis.ts';
import type { AnalysisOptions } from './analysis/in-process-analysis.ts';
import { CHECKS } from './checks/table.ts';
import type { ChunkCheckResult } from './checks/result.ts';
import type { ContractDocument, Problem } from './contract/document.ts';
import type { Settings } from './configuration/settings.ts';
import { contractFileJsonSchema } from './contract/contract-file-schema.ts';
import type { PlanCheck } from './plan/check-plan.ts';
import type { PlanFix } from './plan/finding.ts';
import type { PlanEdge } from './plan/plan-edges.ts';
import type { CompiledPlan, PlanTry } from './plan/compile/compile-plan.ts';
import type {
  Amendment,
  AmendmentStatus,
  ChangedFile,
  PendingChoice,
  PendingReview,
  ProposedChange,
} from './engine/decisions.ts';
import { FolderEngine } from './engine/folder-engine.ts';
import type { DependentsGraph } from './impact/dependents.ts';
import type { ExportImpact } from './impact/export-impact.ts';
import type { Impact, ImpactQuestion } from './impact/impact.ts';
import type { RunSummary } from './history/records/run-summaries.ts';
import type { Clock } from './models/clock.ts';
import type { ExtraProviders, KeyReader } from './models/model-provider.ts';
import type { RunListener } from './run/events.ts';
import type { ChunkRunResult, ContractRunResult, GateChoice, LandingMode, LandingReport } from './run/result.ts';
import type { Location } from './shared/position.ts';

/** What the engine gives its analysis: a model to judge, the verdicts given before, and what commands must not see. */
export type AnalysisServices = Required<Pick<AnalysisOptions, 'judge' | 'verdicts' | 'withhold'>>;

/** What an engine is made of; everything from outside comes in here. */
export interface EngineOptions {
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  /** Absolute path of a folder of ours, where trees of attempts and shadow repositories live. */
  readonly storage: string;
  readonly trusted: () => boolean;
  /** Starts the analysis: in process for the command line, in a worker thread for the editor. The engine closes it. */
  readonly analysis: (services: AnalysisServices) => Analysis;
  readonly settings: {
    readonly flags?: Settings;
    readonly environment: Readonly<Record<string, string | undefined>>;
    /** Read each time: only what somebody has set. */
    readonly editor?: () => Settings;
    readonly defaultLanding: LandingMode;
  };
  readonly models: {
    /** Reads a key by the name of its environment variable. */
    readonly keys: KeyReader;
    /** Models that only the edge can reach, such as the editor's own. */
    readonly extraProviders?: ExtraProviders;
  };
  /**
   * Replaces the text of a contract, as an accepted amendment does, where the edge has it open: through the editor's undo
   * stack. Where it answers false, or is absent, the text is written to disk, atomically.
   * @throws HoldfastError `conflict` where the file does not say `expected` (any more); nothing has changed then
   */
  readonly replaceText?: (file: string, expected: string, text: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: (level: 'info' | 'warning', message: string) => void;
}

export type { GateChoice, LandingMode } from './run/result.ts';

export interface CheckOptions {
  readonly chunk?: string;
  readonly signal?: AbortSignal;
}

export interface ChunkCheck extends ChunkCheckResult {
  readonly id: string;
  readonly title: string;
}

export interface ContractCheck {
  readonly document: ContractDocument;
  readonly problems: readonly Problem[];
  /** Empty where the text is not a contract. */
  readonly chunks: readonly ChunkCheck[];
  /** No problem of severity error, and every assert of the checked chunks holds. */
  readonly ok: boolean;
  /** What was not checked and why (restricted mode). */
  readonly notes: readonly string[];
}

export interface PlanCheckOptions {
  /** The text to judge, where it is not that of the file in this folder. */
  readonly text?: string;
}

/** One rule of plans, in words. */
export interface PlanRuleDescription {
  readonly id: string;
  readonly title: string;
  readonly explanation: string;
}

/** What a plan is made from. */
export interface CompilePlanOptions {
  readonly specification: { readonly file: string; readonly text: string };
  /** Where the plan is going to stand, relative to the folder; its ending is that of YAML. */
  readonly out: string;
  readonly model?: string;
  readonly maxCostUsd?: number;
  /** How often the model may answer; 4 where absent. */
  readonly tries?: number;
  readonly signal?: AbortSignal;
  readonly onTry?: (one: PlanTry) => void;
}

export type PlanCompilation = CompiledPlan;

/** One plan that was made, or was not. */
export interface PlanCompilationSummary {
  readonly specification: string;
  readonly model: string;
  readonly status: 'valid' | 'invalid';
  readonly tries: readonly PlanTry[];
  readonly createdAt: string;
}

/** A plan as it was read, and what its rules say of it. */
export type CheckedPlan = PlanCheck & { readonly document: ContractDocument };

/** A plan as it was read, and what flows between its chunks, by their positions. */
export interface PlanFlow {
  readonly document: ContractDocument;
  readonly edges: readonly PlanEdge[];
}

export interface RunOptions {
  /** Relative to the folder. */
  readonly contract: string;
  /** One chunk, or all of them in the order of their dependencies. */
  readonly chunk?: string;
  /** `provider:model`; the configured one where absent. */
  readonly model?: string;
  readonly maxAttempts?: number;
  readonly maxCostUsd?: number;
  readonly landing?: LandingMode;
  /** How many chunks may run side by side; the configured number where absent. */
  readonly jobs?: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: RunListener;
}

export type * from './engine/decisions.ts';

/** How a run that was stopped is gone on with; what it was started with counts where these are absent. */
export type ContinueOptions = Pick<RunOptions, 'model' | 'maxCostUsd' | 'landing' | 'jobs' | 'signal' | 'onEvent'>;

export type { RunSummary } from './history/records/run-summaries.ts';

/** One line of `holdfast doctor`. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  readonly subject: string;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
}

export type { Impact, ImpactQuestion } from './impact/impact.ts';

export interface ImpactOptions {
  /** A revision of git: only the exports that differ from it count. */
  readonly since?: string;
  readonly signal?: AbortSignal;
}

export interface ModifiedOptions extends ImpactOptions {
  /** Whether the type checker is asked of what the texts do not tell, which may take seconds. */
  readonly types?: boolean;
  /** Told what the texts alone tell; the type checker is asked when that has settled. */
  readonly onTexts?: (modified: readonly ModifiedExportReport[]) => Promise<void>;
}

/** An export that differs from the last commit, or from another revision. */
export interface ModifiedExportReport extends ExportImpact {
  /** The paths of the contracts that name it. */
  readonly contracts: readonly string[];
}

/** A place in a contract that names an export. */
export interface ContractMention {
  /** The export's name. */
  readonly name: string;
  /** Of the chunk that names it; of the whole specification where none does. */
  readonly title: string;
  readonly location: Location;
}

/** The files that depend on a file, and the contracts that name its exports. */
export interface FileDependents extends DependentsGraph {
  /** What can be imported from the file. */
  readonly exports: readonly ImportableExport[];
  readonly mentions: readonly ContractMention[];
}

export interface Engine extends AsyncDisposable {
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  /** Every contract of the folder, broken ones included, sorted by path. */
  contracts(): Promise<readonly ContractDocument[]>;
  contract(file: string): Promise<ContractDocument>;
  /** The verdict on the files as they are now, unsaved text included. Writes nothing. */
  check(file: string, options?: CheckOptions): Promise<ContractCheck>;
  /** What stands in the way of a contract, or of a manifest, before anything of it is run. Writes nothing. */
  checkPlan(file: string, options?: PlanCheckOptions): Promise<CheckedPlan>;
  /** Why one chunk of a plan comes after another: what the first gives and the second uses. Reads files alone. */
  planFlow(file: string): Promise<PlanFlow>;
  /** The text of a plan with one fix made, or with all of them; undefined where that fix cannot be made. */
  fixPlan(file: string, fix?: PlanFix): Promise<string | undefined>;
  /** The rules that plans are judged by, for people. */
  planRules(): readonly PlanRuleDescription[];
  /**
   * Makes a plan from a specification with the configured model: a contract that keeps every rule, or none. The tries
   * are recorded; nothing is written.
   */
  compilePlan(options: CompilePlanOptions): Promise<PlanCompilation>;
  /** Plans that were made, the newest first, with their tries. */
  planCompilations(limit?: number): Promise<readonly PlanCompilationSummary[]>;
  runChunk(options: RunOptions & { readonly chunk: string }): Promise<ChunkRunResult>;
  runAll(options: RunOptions): Promise<ContractRunResult>;
  pendingReviews(): Promise<readonly PendingReview[]>;
  changesOf(runId: string): Promise<readonly ChangedFile[]>;
  /** Lands a reviewed result; a conflict lands nothing. */
  accept(runId: string, landing?: 'commit' | 'working-tree'): Promise<LandingReport>;
  discard(runId: string): Promise<void>;
  /** Runs that wait for a choice, the oldest first. They outlive the process that ran them. */
  pendingChoices(): Promise<readonly PendingChoice[]>;
  /**
   * Goes on with a run that waits (GATE-6): `retry` resets the count and makes further attempts, `skip` lands the result
   * with a warning, `abort` ends the run. A run of all chunks goes on with the others.
   * @param options.instruction what the next attempt is told by the person, where they retry
   */
  choose(
    runId: string,
    choice: GateChoice,
    options?: ContinueOptions & { readonly instruction?: string },
  ): Promise<ContractRunResult>;
  /** Proposed changes of contracts, the newest first. */
  amendments(status?: AmendmentStatus): Promise<readonly Amendment[]>;
  /**
   * Writes a proposed change into the contract's text and touches nothing else of it (ENF-AMEND-4).
   * @param changes the person's own version of the proposed changes
   * @throws HoldfastError `conflict` where the contract has changed since the proposal, `not-found` where it is not pending
   */
  acceptAmendment(id: string, changes?: readonly ProposedChange[]): Promise<Amendment>;
  /** Runs an accepted amendment's chunk again, held to the amended contract, with a count of attempts that begins anew. */
  continueAmended(id: string, options?: ContinueOptions): Promise<ContractRunResult>;
  /** Drops a proposed change; its chunk has failed (ENF-AMEND-5). */
  rejectAmendment(id: string): Promise<Amendment>;
  history(limit?: number): Promise<readonly RunSummary[]>;
  /** Absolute path of the database of the history, whether there is one yet or not: what waits for a person is in it. */
  historyFile(): Promise<string>;
  /** The stored result of an earlier run, as it was reported. */
  storedRun(runId: string): Promise<ChunkRunResult | undefined>;
  /** What modules give by their own text: of a file, a folder (relative paths), or all of them. */
  exports(path?: string): Promise<readonly OwnExports[]>;
  /** Who uses a file, or one export of it (ENF-IMPACT-1, -2, -3). Throws `not-found` where there is no such thing. */
  impact(question: ImpactQuestion, options?: ImpactOptions): Promise<Impact>;
  /** The files that a change of a file may reach, level by level (ENF-IMPACT-1). Throws `not-found` as `impact` does. */
  dependents(file: string, options?: Pick<ImpactOptions, 'signal'>): Promise<FileDependents>;
  /**
   * The exports of a file that differ from a revision, the last commit where none is named (ENF-IMPACT-4). None where
   * there is no repository or no commit.
   */
  modifiedExports(file: string, options?: ModifiedOptions): Promise<readonly ModifiedExportReport[]>;
  /** What is configured and what is missing. */
  diagnose(): Promise<readonly Finding[]>;
  /** Completes or rolls back what an earlier process left behind. */
  recover(): Promise<readonly string[]>;
  /** Unsaved text of a file, or null when the file on disk counts again. */
  setUnsavedText(path: string, text: string | null): void;
  /** Files that changed on disk (relative paths), or `all` where that is not known; the next check sees them. */
  filesChanged(paths: readonly string[] | 'all'): void;
}

/** Makes the engine of one workspace folder. Nothing is opened or read before it is needed. */
export function createEngine(options: EngineOptions): Engine {
  return new FolderEngine(options);
}

/** The JSON Schema of contract files, with every check of the table, and of manifests in the plan compiler's form. */
export function contractSchemaJson(): object {
  return contractFileJsonSchema(CHECKS);
}
