import type { Analysis, InterfaceTrees } from '../../verdicts/analysis/analysis.ts';
import {
  loadConfiguration,
  readConfiguration,
  requireSettings,
  type ConfigurationDocument,
} from '../../workspace/configuration/configuration-document.ts';
import { resolveConfiguration, type Configuration } from '../../workspace/configuration/configuration.ts';
import { CONFIGURATION_FILE } from '../../workspace/configuration/settings.ts';
import type { History } from '../../history/history.ts';
import { isAgentReference } from '../../models/base/agent-reference.ts';
import type { ConfiguredModel } from '../../models/base/configured-model.ts';
import type { CostBudget } from '../../models/cost/cost-budget.ts';
import type { RunListener } from '../../run/report/run-events.ts';
import type { RunSettings } from '../../run/services/run-options.ts';
import type { RunServices } from '../../run/services/run-services.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import type { OpenedTelemetry, Telemetry } from '../../foundation/telemetry/telemetry.ts';
import { DiskTree } from '../../workspace/files/disk-tree.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { EvaluatedInterfaces } from '../../verdicts/domains/trees/evaluate-interfaces.ts';
import type { EngineOptions } from './engine-options.ts';
import type { DomainContext } from '../../verdicts/domains/trees/tree-domains.ts';
import { ContractFiles } from '../../run/contracts/contract-files.ts';
import type { ProgressReporter } from '../../foundation/progress.ts';
import type { ActivePlans } from '../../run/contracts/plan-activity.ts';
import { FolderHistory } from './folder-history.ts';
import { configureModel, FolderModels } from './folder-models.ts';
import { KnownSecrets } from './known-secrets.ts';

/** The services of one folder's engine. Each is opened at its first use and closed with the engine. */
export class EngineServices implements AsyncDisposable {
  readonly tree: DiskTree;
  readonly analysis: Analysis;
  readonly contracts: ContractFiles;
  /** The secrets that are masked in reports, records and prompts. */
  readonly secrets: KnownSecrets;
  readonly histories: FolderHistory;
  readonly onProgress: ProgressReporter;
  /** Opens the repository once. */
  readonly repository = memoizeUntilFailure(async (): Promise<Repository> => {
    const { openRepository } = await import('../../workspace/open-repository.ts');
    return openRepository({ folder: this.#options.folder, storage: this.#options.storage });
  });
  readonly models: FolderModels;
  readonly #options: EngineOptions;
  #openedTelemetry: Promise<OpenedTelemetry> | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.onProgress = options.onProgress ?? (() => undefined);
    this.secrets = new KnownSecrets(options.models.keys);
    this.histories = new FolderHistory(options, this.secrets, () => this.repository());
    this.models = new FolderModels({
      options,
      secrets: this.secrets,
      configuration: () => this.configuration(),
      history: () => this.history(),
      telemetry: () => this.telemetry(),
    });
    this.tree = new DiskTree(options.folder);
    const plans = async (): Promise<ActivePlans> =>
      (await import('../../run/change/active-plans.ts')).createActivePlans(this);
    this.contracts = new ContractFiles(this.tree, () => this.configuration(), {
      plans: {
        select: async (files) => (await plans()).select(files),
        baseTextOf: async (file) => (await plans()).baseTextOf(file),
      },
    });
    this.analysis = options.analysis({
      judge: (account) => this.models.judgeOf(account),
      verdicts: this.models.createVerdictStore(),
      packagesFrom: options.folder,
      evaluateInterfaces: async (trees, signal) => {
        const { toInterfaceEvaluation } = await import('../../verdicts/domains/trees/evaluate-interfaces.ts');
        return toInterfaceEvaluation(await this.evaluateInterfaces(trees, signal));
      },
    });
  }

  /** The current configuration. Each call reads the shared file again. */
  configuration(run: RunSettings = {}): Promise<Configuration> {
    return this.#resolveConfiguration(run, () => loadConfiguration(this.#options.folder));
  }

  /** The configuration with the text of another shared file; `undefined` for none. Throws `configuration` if it has errors. */
  configurationOf(text: string | undefined): Promise<Configuration> {
    return this.#resolveConfiguration({}, () =>
      Promise.resolve(text === undefined ? undefined : readConfiguration(text)),
    );
  }

  async #resolveConfiguration(
    run: RunSettings,
    load: () => Promise<ConfigurationDocument | undefined>,
  ): Promise<Configuration> {
    const { settings } = this.#options;
    const flags = {
      ...settings.flags,
      ...(run.model === undefined ? {} : { model: run.model }),
      ...(run.landing === undefined ? {} : { landing: run.landing }),
      ...(run.jobs === undefined ? {} : { jobs: run.jobs }),
      ...(run.maxCostUsd === undefined ? {} : { limits: { ...settings.flags?.limits, maxCostUsd: run.maxCostUsd } }),
    };
    return resolveConfiguration({
      flags,
      environment: settings.environment,
      editor: settings.editor?.(),
      file: requireSettings(await load()),
      defaultLanding: settings.defaultLanding,
    });
  }

  /** Where runs, steps and model calls are traced and measured. Opened at the first use. */
  async telemetry(): Promise<Telemetry> {
    this.#openedTelemetry ??= this.#openTelemetry();
    return (await this.#openedTelemetry).telemetry;
  }

  async #openTelemetry(): Promise<OpenedTelemetry> {
    const { log, settings } = this.#options;
    const { openTelemetry } = await import('../../foundation/telemetry/open-telemetry.ts');
    return openTelemetry({ environment: settings.environment, warn: (message) => log('warning', message) });
  }

  /** Masks every secret that is known to this engine. The only redactor of what is reported and stored. */
  redact(text: string): string {
    return this.secrets.redact(text);
  }

  /**
   * Compares the artifacts of a tree with the interface definitions of another one, with the services that it declares.
   */
  async evaluateInterfaces(
    { root, termsFolder, changedFiles }: InterfaceTrees,
    signal: AbortSignal,
  ): Promise<EvaluatedInterfaces> {
    const { evaluateInterfaces } = await import('../../verdicts/domains/trees/evaluate-interfaces.ts');
    const treeOf = (folder: string): DiskTree => (folder === this.tree.root ? this.tree : new DiskTree(folder));
    const files = changedFiles ?? (await treeOf(root).listFiles());
    return evaluateInterfaces(
      this.domainContext(await this.configuration(), await this.repository()),
      { folder: termsFolder, root, terms: treeOf(termsFolder), commit: null, signal },
      files,
    );
  }

  /** The history; undefined if there is none yet. */
  history(): Promise<History | undefined> {
    return this.histories.find();
  }

  /** Opens the history, and creates it if there is none yet. */
  openOrCreateHistory(): Promise<History> {
    return this.histories.openOrCreate();
  }

  /** Opens the services of a run. @throws HoldfastError `untrusted` in a restricted workspace */
  async openServices(
    run: RunSettings & { readonly spentUsd?: number | undefined },
    signal: AbortSignal,
    report: RunListener,
  ): Promise<RunServices> {
    this.#requireTrust();
    return this.#createServices(run, signal, report, await this.openOrCreateHistory());
  }

  /**
   * Opens the services of a run that starts from a commit: the shared configuration is read from the commit. Runs at the same
   * time can share a budget.
   * @throws HoldfastError `untrusted` in a restricted workspace
   */
  async openServicesOf(
    commit: string,
    run: RunSettings & { readonly budget?: CostBudget | undefined },
    signal: AbortSignal,
    report: RunListener,
  ): Promise<RunServices> {
    this.#requireTrust();
    const repository = await this.repository();
    const text = await repository.readFile(commit, CONFIGURATION_FILE, signal);
    const document = text && readConfiguration(text.toString('utf8'));
    return this.#createServices(run, signal, report, await this.openOrCreateHistory(), () => Promise.resolve(document));
  }

  /**
   * Opens the services of a full check. A check creates no history: without one, its records are kept in memory.
   * @throws HoldfastError `untrusted` in a restricted workspace
   */
  async openCheckServices(signal: AbortSignal, report: RunListener): Promise<RunServices> {
    this.#requireTrust();
    const history = (await this.history()) ?? (await this.histories.openInMemory());
    return this.#createServices({}, signal, report, history);
  }

  /**
   * As `openCheckServices`, with the text of another shared configuration; `undefined` for none.
   * @throws HoldfastError `untrusted` in a restricted workspace
   */
  async openCheckServicesOf(text: string | undefined, signal: AbortSignal, report: RunListener): Promise<RunServices> {
    this.#requireTrust();
    const history = (await this.history()) ?? (await this.histories.openInMemory());
    const document = text === undefined ? undefined : readConfiguration(text);
    return this.#createServices({}, signal, report, history, () => Promise.resolve(document));
  }

  #requireTrust(): void {
    if (this.#options.trusted()) return;
    throw new HoldfastError('untrusted', 'Failed to run commands: the workspace is not trusted.', {
      hint: 'A run and a full check execute the commands of the contract. Trust the workspace to start them.',
    });
  }

  async #createServices(
    run: RunSettings & { readonly spentUsd?: number | undefined; readonly budget?: CostBudget | undefined },
    signal: AbortSignal,
    report: RunListener,
    history: History,
    load = () => loadConfiguration(this.#options.folder),
  ): Promise<RunServices> {
    const { CostBudget, createConstraintEvaluation, createDomainJudge, openRunConfinement } =
      await import('./run-parts.ts');
    await this.secrets.load();
    const configuration = await this.#resolveConfiguration(run, load);
    const repository = await this.repository();
    const domains = this.domainContext(configuration, repository);
    let model: Promise<ConfiguredModel> | undefined;
    return {
      repository,
      analysis: this.analysis,
      history,
      configuration,
      confinement: await openRunConfinement(configuration.confinement.mode),
      ...(isAgentReference(configuration.model ?? '') ? { agent: () => this.models.openAgent(configuration) } : {}),
      ownProgram: this.#options.ownProgram,
      model: () => (model ??= this.models.openModel(configuration)),
      judgeModel: async (reference) => {
        if (reference !== undefined) return this.models.openModel(configureModel(reference, configuration));
        if (isAgentReference(configuration.model ?? '')) return undefined;
        const isConfigured = configuration.model !== undefined || configuration.replay !== undefined;
        return isConfigured ? (model ??= this.models.openModel(configuration)) : undefined;
      },
      redact: (text) => this.redact(text),
      budget: run.budget ?? new CostBudget(configuration.limits.maxCostUsd, run.spentUsd),
      constraints: createConstraintEvaluation(domains, repository, this.#options.folder),
      judgeByDomains: createDomainJudge(domains),
      judges: this.models.accounts,
      clock: this.#options.clock,
      telemetry: await this.telemetry(),
      report: (event) => report(this.secrets.redactReport(event)),
      signal,
    };
  }

  /** Absolute path of the folder in which Holdfast stores data of the user. */
  get storage(): string {
    return this.#options.storage;
  }

  /** What domain services are started with. */
  domainContext(configuration: Configuration, repository: Repository): DomainContext {
    const { storage, trusted, clock, log } = this.#options;
    return { repository, configuration, storage, trusted, clock, log: (line) => log('info', line) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.models[Symbol.asyncDispose]();
    await this.histories[Symbol.asyncDispose]();
    await (await this.#openedTelemetry)?.close();
    await this.analysis[Symbol.asyncDispose]();
  }
}
