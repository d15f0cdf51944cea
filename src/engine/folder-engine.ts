import type { OwnExports } from '../analysis/analysis.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Chunk } from '../contract/model.ts';
import type {
  Amendment,
  AmendmentStatus,
  ChangedFile,
  CheckedPlan,
  CheckOptions,
  CompilePlanOptions,
  ChunkCheck,
  ContinueOptions,
  ContractCheck,
  Engine,
  EngineOptions,
  FileDependents,
  GateChoice,
  Finding,
  Impact,
  ImpactOptions,
  ImpactQuestion,
  ModifiedExportReport,
  ModifiedOptions,
  PendingChoice,
  PendingReview,
  PlanCheckOptions,
  PlanCompilation,
  PlanCompilationSummary,
  PlanFlow,
  PlanRuleDescription,
  ProposedChange,
  RunOptions,
  RunSummary,
} from '../engine.ts';
import { impactOfModified } from '../impact/export-impact.ts';
import type { PlanFix } from '../plan/finding.ts';
import { planFlow } from '../plan/plan-flow.ts';
import { PLAN_RULES } from '../plan/rules/table.ts';
import { checkChunk } from '../run/chunk-check.ts';
import { runChunk } from '../run/chunk-run.ts';
import { runContract } from '../run/contract-run.ts';
import type { ChunkRunResult, ContractRunResult, LandingReport } from '../run/result.ts';
import { messageOf } from '../shared/errors.ts';
import { mentionsIn } from './contract-mentions.ts';
import { continueAmendedOf } from './amended-run.ts';
import { acceptAmendmentOf, amendmentsOf, rejectAmendmentOf } from './amendments.ts';
import { diagnose } from './diagnosis.ts';
import { FolderParts } from './folder-parts.ts';
import { modifiedExports } from './modified-exports.ts';
import { checkPlanOf, fixPlanOf } from './plan-check.ts';
import { compilePlanOf } from './plan-compilation.ts';
import { linkChunks } from './contract-runs.ts';
import { chooseFor, pendingChoicesOf } from './gate-choices.ts';
import { changedFilesOf, discardReview, landReview } from './reviews.ts';
import { chunkOf, runnableContract } from './runnable-contract.ts';

const RESTRICTED_NOTE =
  'The workspace is not trusted: only the checks that read files ran. Checks that run commands, send requests or load validators did not, and count as not passed.';

/** The engine of one workspace folder: it finds what a call needs and hands it to the part that does the work. */
export class FolderEngine implements Engine {
  readonly folder: string;
  readonly #options: EngineOptions;
  readonly #parts: FolderParts;

  constructor(options: EngineOptions) {
    this.folder = options.folder;
    this.#options = options;
    this.#parts = new FolderParts(options);
  }

  async contracts(): Promise<readonly ContractDocument[]> {
    const { contracts } = await this.#parts.configuration();
    return this.#parts.contracts.all(contracts);
  }

  contract(file: string): Promise<ContractDocument> {
    return this.#parts.contracts.one(file);
  }

  async check(file: string, options: CheckOptions = {}): Promise<ContractCheck> {
    const document = await this.contract(file);
    const trusted = this.#options.trusted();
    const chunks: ChunkCheck[] = [];
    for (const chunk of chosenChunks(document, options.chunk)) {
      chunks.push({ id: chunk.id, title: chunk.title, ...(await this.#checkChunk(document, chunk, trusted, options)) });
    }
    const broken = document.contract === undefined || document.problems.some(({ severity }) => severity === 'error');
    return {
      document,
      problems: document.problems,
      chunks,
      ok: !broken && chunks.every((chunk) => chunk.passed),
      notes: trusted ? [] : [RESTRICTED_NOTE],
    };
  }

  checkPlan(file: string, options: PlanCheckOptions = {}): Promise<CheckedPlan> {
    const { tree, contracts } = this.#parts;
    return checkPlanOf({ tree, contracts, analysis: this.#parts.analysis }, file, options);
  }

  async planFlow(file: string): Promise<PlanFlow> {
    const document = await this.contract(file);
    return { document, edges: await planFlow(document) };
  }

  fixPlan(file: string, fix?: PlanFix): Promise<string | undefined> {
    const { tree, contracts, analysis } = this.#parts;
    return fixPlanOf({ tree, contracts, analysis }, file, fix);
  }

  planRules(): readonly PlanRuleDescription[] {
    return PLAN_RULES;
  }

  async compilePlan(options: CompilePlanOptions): Promise<PlanCompilation> {
    const signal = options.signal ?? new AbortController().signal;
    const services = await this.#parts.services(options, signal, () => undefined);
    return compilePlanOf({ tree: this.#parts.tree, services }, options);
  }

  async planCompilations(limit?: number): Promise<readonly PlanCompilationSummary[]> {
    return (await (await this.#parts.history())?.compilations(limit)) ?? [];
  }

  runChunk(options: RunOptions & { readonly chunk: string }): Promise<ChunkRunResult> {
    return this.#run(options, async (input) => {
      const chunk = chunkOf(input.document, input.contract, options.chunk);
      return (await runChunk({ ...input, chunk, start: undefined })).result;
    });
  }

  runAll(options: RunOptions): Promise<ContractRunResult> {
    return this.#run(options, async (input) => {
      const outcome = await runContract(input);
      await linkChunks(input, outcome);
      return outcome.result;
    });
  }

  async pendingChoices(): Promise<readonly PendingChoice[]> {
    return pendingChoicesOf(await this.#parts.history());
  }

  choose(
    runId: string,
    choice: GateChoice,
    options: ContinueOptions & { readonly instruction?: string } = {},
  ): Promise<ContractRunResult> {
    return chooseFor(this.#parts, runId, choice, options);
  }

  async amendments(status?: AmendmentStatus): Promise<readonly Amendment[]> {
    return amendmentsOf(await this.#parts.history(), status, (message) => this.#options.log('warning', message));
  }

  async acceptAmendment(id: string, changes?: readonly ProposedChange[]): Promise<Amendment> {
    const history = await this.#parts.recordedHistory();
    const written = (file: string): void => this.filesChanged([file]);
    return acceptAmendmentOf({ parts: this.#parts, history, options: this.#options, written }, id, changes);
  }

  continueAmended(id: string, options: ContinueOptions = {}): Promise<ContractRunResult> {
    return continueAmendedOf(this.#parts, id, options);
  }

  async rejectAmendment(id: string): Promise<Amendment> {
    return rejectAmendmentOf(await this.#parts.history(), id);
  }

  async pendingReviews(): Promise<readonly PendingReview[]> {
    return (await (await this.#parts.history())?.pendingReviews()) ?? [];
  }

  async changesOf(runId: string): Promise<readonly ChangedFile[]> {
    return changedFilesOf(await this.#parts.repository(), await this.#parts.recordedHistory(), runId);
  }

  async accept(runId: string, landing: 'commit' | 'working-tree' = 'commit'): Promise<LandingReport> {
    const services = await this.#parts.services({ landing }, new AbortController().signal, () => undefined);
    return landReview(services, runId, landing);
  }

  async discard(runId: string): Promise<void> {
    await discardReview(await this.#parts.repository(), await this.#parts.recordedHistory(), runId);
  }

  async history(limit?: number): Promise<readonly RunSummary[]> {
    return (await (await this.#parts.history())?.listRuns(limit)) ?? [];
  }

  historyFile(): Promise<string> {
    return this.#parts.historyFile();
  }

  async storedRun(runId: string): Promise<ChunkRunResult | undefined> {
    return (await this.#parts.history())?.storedRun(runId);
  }

  exports(path?: string): Promise<readonly OwnExports[]> {
    return this.#parts.analysis.exports(this.folder, path);
  }

  async impact(question: ImpactQuestion, { since, signal }: ImpactOptions = {}): Promise<Impact> {
    if (since === undefined) return this.#parts.analysis.impact(this.folder, question, signal);
    const { file, exportName } = question;
    const modified = await this.modifiedExports(file, { since, types: true, signal });
    const chosen = modified.filter(
      ({ name, previousName }) => exportName === undefined || name === exportName || previousName === exportName,
    );
    // What never was there is an error, and not unchanged.
    if (chosen.length === 0) await this.#parts.analysis.impact(this.folder, question, signal);
    return impactOfModified(file, since, chosen);
  }

  async dependents(file: string, { signal }: Pick<ImpactOptions, 'signal'> = {}): Promise<FileDependents> {
    const graph = await this.#parts.analysis.dependents(this.folder, file, signal);
    const [found] = await this.#parts.analysis.exportsOf(this.folder, [graph.file]);
    const exports = found?.exports ?? [];
    const names = exports.map(({ name }) => name);
    return { ...graph, exports, mentions: mentionsIn(await this.contracts(), graph.file, names) };
  }

  modifiedExports(file: string, options: ModifiedOptions = {}): Promise<readonly ModifiedExportReport[]> {
    const { analysis } = this.#parts;
    const contracts = () => this.contracts();
    const sources = { folder: this.folder, analysis, trusted: this.#options.trusted(), contracts };
    return modifiedExports(sources, file, options);
  }

  diagnose(): Promise<readonly Finding[]> {
    return diagnose(this.#options, this.#parts);
  }

  async recover(): Promise<readonly string[]> {
    const repository = await this.#parts.repository();
    const landings = await repository.recover();
    const runs = await (await this.#parts.history())?.interruptDeadRuns();
    return [...landings, ...(runs ?? [])];
  }

  setUnsavedText(path: string, text: string | null): void {
    this.#parts.tree.setUnsavedText(path, text);
    this.#forward(this.#parts.analysis.setUnsavedText(this.folder, path, text));
  }

  filesChanged(paths: readonly string[] | 'all'): void {
    this.#forward(this.#parts.analysis.filesChanged(this.folder, paths));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#parts[Symbol.asyncDispose]();
  }

  async #checkChunk(document: ContractDocument, chunk: Chunk, trusted: boolean, options: CheckOptions) {
    const { limits } = await this.#parts.configuration();
    const { contract } = document;
    if (contract === undefined) return { passed: false, assertResults: [], suggestResults: [] };
    return checkChunk({
      document,
      contract,
      chunk,
      analysis: this.#parts.analysis,
      root: this.folder,
      trusted,
      commandTimeoutMs: limits.commandTimeoutSeconds * 1000,
      signal: options.signal,
    });
  }

  async #run<Result>(
    options: RunOptions,
    work: (input: Parameters<typeof runContract>[0]) => Promise<Result>,
  ): Promise<Result> {
    const { document, contract, sharedGates } = await runnableContract(this.#parts.contracts, options.contract);
    const signal = options.signal ?? new AbortController().signal;
    const services = await this.#parts.services(options, signal, options.onEvent ?? (() => undefined));
    return work({
      document,
      contract,
      sharedGates,
      landing: services.configuration.landing,
      maxAttempts: options.maxAttempts,
      services,
    });
  }

  /** A message to the analysis that nobody waits for: what it says is seen by the next check. */
  #forward(sent: Promise<void>): void {
    sent.catch((thrown: unknown) => this.#options.log('warning', messageOf(thrown)));
  }
}

function chosenChunks(document: ContractDocument, chosen: string | undefined): readonly Chunk[] {
  const chunks = document.contract?.chunks ?? [];
  return chosen === undefined ? chunks : chunks.filter((chunk) => chunk.id === chosen);
}
