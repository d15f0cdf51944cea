import path from 'node:path';
import type { Analysis } from '../analysis/analysis.ts';
import type { Judge, JudgeVerdict, VerdictStore } from '../checks/judge.ts';
import { loadConfiguration, settingsOf } from '../configuration/configuration-document.ts';
import { resolveConfiguration, type Configuration } from '../configuration/configuration.ts';
import type { EngineOptions, RunOptions } from '../engine.ts';
import type { History } from '../history/history.ts';
import { openHistory } from '../history/open-history.ts';
import type { ConfiguredModel } from '../models/configured-model.ts';
import { CostBudget } from '../models/cost-budget.ts';
import { createModel } from '../models/create-model.ts';
import { keyVariables } from '../models/providers/table.ts';
import { DEFAULT_RETRY_POLICY } from '../models/retry-policy.ts';
import type { RunListener } from '../run/events.ts';
import type { RunServices } from '../run/services.ts';
import { HoldfastError } from '../shared/errors.ts';
import { DiskTree } from '../workspace/disk-tree.ts';
import { openRepository } from '../workspace/open-repository.ts';
import type { Repository } from '../workspace/repository.ts';
import { ContractFiles } from './contract-files.ts';
import { modelJudge } from './model-judge.ts';

/** The parts of one folder's engine, each opened when it is first needed and closed with the engine. */
export class FolderParts implements AsyncDisposable {
  readonly tree: DiskTree;
  readonly analysis: Analysis;
  readonly contracts: ContractFiles;
  readonly #options: EngineOptions;
  readonly #secrets = new Set<string>();
  #repository: Promise<Repository> | undefined;
  #history: Promise<History | undefined> | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.tree = new DiskTree(options.folder);
    this.contracts = new ContractFiles(this.tree, async () => (await this.configuration()).gates);
    this.analysis = options.analysis({
      judge: () => this.#judge(),
      verdicts: this.#verdicts(),
      withhold: keyVariables,
    });
  }

  /** The configuration as it is now; the shared file is read each time. */
  async configuration(run: Pick<RunOptions, 'model' | 'landing' | 'maxCostUsd' | 'jobs'> = {}): Promise<Configuration> {
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
      file: settingsOf(await loadConfiguration(this.#options.folder)),
      defaultLanding: settings.defaultLanding,
    });
  }

  repository(): Promise<Repository> {
    this.#repository ??= forgetOnFailure(
      openRepository({ folder: this.#options.folder, storage: this.#options.storage }),
      () => (this.#repository = undefined),
    );
    return this.#repository;
  }

  /** Absolute path of the database of the history, whether there is one yet or not. */
  async historyFile(): Promise<string> {
    const repository = await this.repository();
    return repository.kind === 'git'
      ? path.join(repository.commonDirectory, 'holdfast', 'history.db')
      : path.join(this.#options.folder, '.holdfast', 'history.db');
  }

  /** The history where there is one; looking never creates it. */
  history(): Promise<History | undefined> {
    return this.#historyOnce(false);
  }

  /** The history, created where there is none: for a run. */
  async recordedHistory(): Promise<History> {
    const history = await this.#historyOnce(true);
    if (history !== undefined) return history;
    throw new HoldfastError('storage', 'Failed to open the history: it could not be created.');
  }

  async services(
    run: Pick<RunOptions, 'model' | 'landing' | 'maxCostUsd' | 'jobs'> & { readonly spentUsd?: number | undefined },
    signal: AbortSignal,
    report: RunListener,
  ): Promise<RunServices> {
    if (!this.#options.trusted()) {
      throw new HoldfastError('untrusted', 'Failed to start the run: the workspace is not trusted.', {
        hint: 'A contract names commands that a run executes. Trust the workspace to run chunks.',
      });
    }
    const configuration = await this.configuration(run);
    let model: Promise<ConfiguredModel> | undefined;
    return {
      repository: await this.repository(),
      analysis: this.analysis,
      history: await this.recordedHistory(),
      configuration,
      model: () => (model ??= this.#openModel(configuration)),
      judgeModel: async (reference) => {
        if (reference !== undefined) return this.#openModel(configurationFor(reference, configuration));
        const isConfigured = configuration.model !== undefined || configuration.replay !== undefined;
        return isConfigured ? (model ??= this.#openModel(configuration)) : undefined;
      },
      budget: new CostBudget(configuration.limits.maxCostUsd, run.spentUsd),
      clock: this.#options.clock,
      report,
      signal,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const history = await this.#history?.catch(() => undefined);
    await history?.close();
    await this.analysis[Symbol.asyncDispose]();
  }

  /** Those who ask at the same time wait for each other, so that the history is opened once. */
  #historyOnce(create: boolean): Promise<History | undefined> {
    const before = this.#history?.catch(() => undefined) ?? Promise.resolve(undefined);
    const opening = before.then((open) => open ?? this.#openHistory(create));
    this.#history = opening;
    return opening;
  }

  async #openHistory(create: boolean): Promise<History | undefined> {
    const { folder, log } = this.#options;
    return openHistory(await this.historyFile(), {
      create,
      folder,
      redact: (text) => [...this.#secrets].reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text),
      onUnreadable: (message) => log('warning', message),
    });
  }

  /** The configured model as a judge; undefined where none is configured. Its calls count against the run's limit. */
  async #judge(): Promise<Judge | undefined> {
    const configuration = await this.configuration();
    if (configuration.model === undefined) return undefined;
    const model = await this.#openModel(configuration);
    return modelJudge(model, {
      retry: DEFAULT_RETRY_POLICY,
      stallTimeoutMs: configuration.limits.stallTimeoutSeconds * 1000,
      clock: this.#options.clock,
      budget: new CostBudget(configuration.limits.maxCostUsd),
    });
  }

  /** Verdicts outlive the process where there is a history; looking never creates one. */
  #verdicts(): VerdictStore {
    const remembered = new Map<string, JudgeVerdict>();
    return {
      get: async (key) => remembered.get(key) ?? (await (await this.history())?.verdict(key)),
      put: async (key, verdict) => {
        remembered.set(key, verdict);
        await (await this.history())?.saveVerdict(key, verdict);
      },
    };
  }

  async #openModel(configuration: Configuration): Promise<ConfiguredModel> {
    const { folder, models } = this.#options;
    const reference =
      configuration.model ?? (configuration.replay === undefined ? undefined : `replay:${configuration.replay}`);
    if (reference === undefined) {
      throw new HoldfastError('configuration', 'Failed to start the model: none is configured.', {
        hint: 'Name one as provider:model: with --model, HOLDFAST_MODEL, "model" in holdfast.config.yaml, or "Holdfast: Select Model" in the editor.',
      });
    }
    const model = await createModel({
      reference,
      baseUrl: configuration.baseUrl,
      prices: configuration.prices,
      keys: models.keys,
      extraProviders: models.extraProviders,
      folder,
      recordTo: configuration.record === undefined ? undefined : path.resolve(folder, configuration.record),
    });
    for (const secret of model.secrets) this.#secrets.add(secret);
    return model;
  }
}

/** The configuration of another model than the configured one: its address counts for one provider, prices for one model. */
function configurationFor(reference: string, configuration: Configuration): Configuration {
  const { model, baseUrl } = configuration;
  if (reference === model) return configuration;
  const isSameProvider = reference.split(':')[0] === model?.split(':')[0];
  return { ...configuration, model: reference, baseUrl: isSameProvider ? baseUrl : undefined, prices: undefined };
}

/** Keeps a promise unless it fails: what failed to open once is tried again by the next call. */
function forgetOnFailure<T>(opening: Promise<T>, forget: () => void): Promise<T> {
  opening.catch(forget);
  return opening;
}
