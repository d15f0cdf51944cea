import path from 'node:path';
import type { Analysis, InterfaceTrees } from '../../analysis/analysis.ts';
import type { Judge, JudgeVerdict, VerdictStore } from '../../checks/interfaces/judge.ts';
import {
  loadConfiguration,
  readConfiguration,
  requireSettings,
  type ConfigurationDocument,
} from '../../configuration/configuration-document.ts';
import { resolveConfiguration, type Configuration } from '../../configuration/configuration.ts';
import { configureAgent } from '../../agent/acp/configure-agent.ts';
import type { ConfiguredAgent } from '../../agent/acp/external-agent.ts';
import { createModelJudge } from '../../gates/model-judge.ts';
import { CONFIGURATION_FILE } from '../../configuration/settings.ts';
import type { History } from '../../history/history.ts';
import { isAgentReference } from '../../models/base/agent-reference.ts';
import type { ConfiguredModel } from '../../models/base/configured-model.ts';
import type { CallReport } from '../../models/calls/call-report.ts';
import { DEFAULT_RETRY_POLICY } from '../../models/calls/retry-policy.ts';
import { CostBudget } from '../../models/cost/cost-budget.ts';
import { createModel } from '../../models/create-model.ts';
import { RecordedAnswers } from '../../models/replay/record-model.ts';
import type { RunListener } from '../../run/report/run-events.ts';
import { JudgeAccounts } from '../../run/services/judge-accounts.ts';
import { openRunConfinement } from '../../run/services/run-confinement.ts';
import type { RunSettings } from '../../run/services/run-options.ts';
import type { RunServices } from '../../run/services/run-services.ts';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { memoizeUntilFailure } from '../../shared/retryable-cache.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import { openTelemetry } from '../../telemetry/open-telemetry.ts';
import type { OpenedTelemetry, Telemetry } from '../../telemetry/telemetry.ts';
import { DiskTree } from '../../workspace/files/disk-tree.ts';
import { openRepository } from '../../workspace/open-repository.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { EvaluatedInterfaces } from '../interfaces/evaluate-interfaces.ts';
import type { EngineOptions } from '../api/engine-options.ts';
import { createDomainJudge } from '../domains/domain-judge.ts';
import type { DomainContext } from '../domains/tree-domains.ts';
import { ContractFiles } from './contract-files.ts';
import { createConstraintEvaluation } from './constraint-evaluation.ts';
import { FolderHistory } from './folder-history.ts';
import { KnownSecrets } from './known-secrets.ts';

/** The services of one folder's engine. Each is opened at its first use and closed with the engine. */
export class EngineServices implements AsyncDisposable {
  readonly tree: DiskTree;
  readonly analysis: Analysis;
  readonly contracts: ContractFiles;
  readonly #options: EngineOptions;
  /** The secrets that are masked in reports, records and prompts. */
  readonly secrets: KnownSecrets;
  readonly histories: FolderHistory;
  /** Opens the repository once. */
  readonly repository = memoizeUntilFailure((): Promise<Repository> =>
    openRepository({ folder: this.#options.folder, storage: this.#options.storage }),
  );
  readonly #judges = new JudgeAccounts();
  /** Records of calls outside a run. They are written before the history is closed. */
  readonly #records = new SerialQueue();
  /** What is recorded in the configured file. Attempts at the same time open separate models. */
  readonly #recorded = new RecordedAnswers();
  #openedTelemetry: Promise<OpenedTelemetry> | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.secrets = new KnownSecrets(options.models.keys);
    this.histories = new FolderHistory(options, this.secrets, () => this.repository());
    this.tree = new DiskTree(options.folder);
    this.contracts = new ContractFiles(this.tree, () => this.configuration());
    this.analysis = options.analysis({
      judge: (account) => (account === undefined ? this.#createJudge() : this.#judges.judgeOf(account)),
      verdicts: this.#createVerdictStore(),
      packagesFrom: options.folder,
      evaluateInterfaces: async (trees, signal) => {
        const { toInterfaceEvaluation } = await import('../interfaces/evaluate-interfaces.ts');
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
    const { log, settings } = this.#options;
    this.#openedTelemetry ??= openTelemetry({
      environment: settings.environment,
      warn: (message) => log('warning', message),
    });
    return (await this.#openedTelemetry).telemetry;
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
    const { evaluateInterfaces } = await import('../interfaces/evaluate-interfaces.ts');
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
      ...(isAgentReference(configuration.model ?? '') ? { agent: () => this.#openAgent(configuration) } : {}),
      ownProgram: this.#options.ownProgram,
      model: () => (model ??= this.#openModel(configuration)),
      judgeModel: async (reference) => {
        if (reference !== undefined) return this.#openModel(configureModel(reference, configuration));
        if (isAgentReference(configuration.model ?? '')) return undefined;
        const isConfigured = configuration.model !== undefined || configuration.replay !== undefined;
        return isConfigured ? (model ??= this.#openModel(configuration)) : undefined;
      },
      redact: (text) => this.redact(text),
      budget: run.budget ?? new CostBudget(configuration.limits.maxCostUsd, run.spentUsd),
      constraints: createConstraintEvaluation(domains, repository, this.#options.folder),
      judgeByDomains: createDomainJudge(domains),
      judges: this.#judges,
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
    await this.#records.add(() => Promise.resolve());
    await this.histories[Symbol.asyncDispose]();
    await (await this.#openedTelemetry)?.close();
    await this.analysis[Symbol.asyncDispose]();
  }

  /** Opens an account for a check outside a run. Its judges share one cost limit, and its calls are recorded. */
  openCheckAccount(): Disposable & { readonly id: string } {
    return this.#judges.open(() => this.#createJudge());
  }

  /** The configured model as the judge of a check outside a run; undefined if none is configured. */
  async #createJudge(): Promise<Judge | undefined> {
    const configuration = await this.configuration();
    if (configuration.model === undefined || isAgentReference(configuration.model)) return undefined;
    const model = await this.#openModel(configuration);
    return createModelJudge(model, {
      retry: DEFAULT_RETRY_POLICY,
      stallTimeoutMs: configuration.limits.stallTimeoutSeconds * 1000,
      clock: this.#options.clock,
      budget: new CostBudget(configuration.limits.maxCostUsd),
      onCall: (call) => void this.#records.add(() => this.#recordJudgeCall(call)),
    });
  }

  /** A check creates no history, so its calls are recorded only if there is one. */
  async #recordJudgeCall(call: CallReport): Promise<void> {
    try {
      await (await this.history())?.recordCall({ call: { ...call, purpose: 'judge' } });
    } catch (thrown) {
      this.#options.log('warning', messageOf(thrown));
    }
  }

  /** Stores verdicts in memory, and in the history if there is one. */
  #createVerdictStore(): VerdictStore {
    const inMemory = new Map<string, JudgeVerdict>();
    return {
      get: async (key) => inMemory.get(key) ?? (await (await this.history())?.readVerdict(key)),
      put: async (key, verdict) => {
        inMemory.set(key, verdict);
        await (await this.history())?.saveVerdict(key, verdict);
      },
    };
  }

  /** Opens the external agent that is configured as the model of a run. Its keys are masked like those of models. */
  async #openAgent(configuration: Configuration): Promise<ConfiguredAgent> {
    await this.secrets.load();
    const agent = await configureAgent(configuration, this.#options.models.keys);
    this.secrets.add(agent.secrets);
    return agent;
  }

  async #openModel(configuration: Configuration): Promise<ConfiguredModel> {
    const { folder, models } = this.#options;
    const reference =
      configuration.model ?? (configuration.replay === undefined ? undefined : `replay:${configuration.replay}`);
    if (reference === undefined) {
      throw new HoldfastError('configuration', 'Failed to open the model: no model is configured.', {
        hint: 'Set a model as provider:model with --model, HOLDFAST_MODEL, "model" in holdfast.config.yaml, or "Holdfast: Select Model" in the editor.',
      });
    }
    if (isAgentReference(reference)) throw createNoModelError(reference);
    await this.secrets.load();
    const model = await createModel({
      reference,
      baseUrl: configuration.baseUrl,
      prices: configuration.prices,
      keys: models.keys,
      extraProviders: models.extraProviders,
      folder,
      recordTo: configuration.record === undefined ? undefined : path.resolve(folder, configuration.record),
      secrets: this.secrets.list(),
      recorded: this.#recorded,
      telemetry: await this.telemetry(),
    });
    this.secrets.add(model.secrets);
    return model;
  }
}

/** An external agent answers no single messages. */
function createNoModelError(reference: string): HoldfastError {
  return new HoldfastError(
    'configuration',
    `Failed to open a model: ${reference} is an external agent, which only carries out attempts.`,
    { hint: 'Name a model for this work, for example with --model.' },
  );
}

/** The configuration for a named model. The base URL applies to one provider, and the prices apply to one model. */
function configureModel(reference: string, configuration: Configuration): Configuration {
  const { model, baseUrl } = configuration;
  if (reference === model) return configuration;
  const isSameProvider = reference.split(':')[0] === model?.split(':')[0];
  return { ...configuration, model: reference, baseUrl: isSameProvider ? baseUrl : undefined, prices: undefined };
}
