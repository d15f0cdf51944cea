import path from 'node:path';
import type { ConfiguredAgent } from '../../models/agent/acp/external-agent.ts';
import type { Judge, JudgeVerdict, VerdictStore } from '../../verdicts/checks/interfaces/judge.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';
import type { History } from '../../history/history.ts';
import { isAgentReference } from '../../models/base/agent-reference.ts';
import type { ConfiguredModel } from '../../models/base/configured-model.ts';
import type { CallReport } from '../../models/calls/call-report.ts';
import type { RecordedAnswers } from '../../models/replay/record-model.ts';
import { JudgeAccounts } from '../../run/services/judge-accounts.ts';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { SerialQueue } from '../../foundation/serial-queue.ts';
import type { Telemetry } from '../../foundation/telemetry/telemetry.ts';
import type { EngineOptions } from './engine-options.ts';
import type { KnownSecrets } from './known-secrets.ts';

/** What the models of a folder are opened with. */
export interface ModelSources {
  readonly options: Pick<EngineOptions, 'folder' | 'models' | 'clock' | 'log'>;
  /** Receives the keys of opened models and agents. */
  readonly secrets: KnownSecrets;
  readonly configuration: () => Promise<Configuration>;
  /** `undefined` if there is no history yet. A check creates none. */
  readonly history: () => Promise<History | undefined>;
  readonly telemetry: () => Promise<Telemetry>;
}

/** The models of one folder: those of runs, and the judges of checks. */
export class FolderModels implements AsyncDisposable {
  /** The accounts that pay for judges. */
  readonly accounts = new JudgeAccounts();
  readonly #sources: ModelSources;
  /** Records of calls outside a run. They are written before the history is closed. */
  readonly #records = new SerialQueue();
  /** What is recorded in the configured file. Attempts at the same time open separate models. */
  #recorded: RecordedAnswers | undefined;

  constructor(sources: ModelSources) {
    this.#sources = sources;
  }

  /** Opens the configured model. @throws HoldfastError `configuration` if there is none, or if it is an external agent */
  async openModel(configuration: Configuration): Promise<ConfiguredModel> {
    const { options, secrets, telemetry } = this.#sources;
    const { folder, models } = options;
    const reference =
      configuration.model ?? (configuration.replay === undefined ? undefined : `replay:${configuration.replay}`);
    if (reference === undefined) {
      throw new HoldfastError('configuration', 'Failed to open the model: no model is configured.', {
        hint: 'Set a model as provider:model with --model, HOLDFAST_MODEL, "model" in holdfast.config.yaml, or "Holdfast: Select Model" in the editor.',
      });
    }
    if (isAgentReference(reference)) throw createNoModelError(reference);
    await secrets.load();
    const { createModel, RecordedAnswers } = await import('./model-parts.ts');
    const model = await createModel({
      reference,
      baseUrl: configuration.baseUrl,
      prices: configuration.prices,
      keys: models.keys,
      extraProviders: models.extraProviders,
      folder,
      recordTo: configuration.record === undefined ? undefined : path.resolve(folder, configuration.record),
      secrets: secrets.list(),
      recorded: (this.#recorded ??= new RecordedAnswers()),
      telemetry: await telemetry(),
    });
    secrets.add(model.secrets);
    return model;
  }

  /** Opens the external agent that is configured as the model of a run. Its keys are masked like those of models. */
  async openAgent(configuration: Configuration): Promise<ConfiguredAgent> {
    const { options, secrets } = this.#sources;
    await secrets.load();
    const { configureAgent } = await import('../../models/agent/acp/configure-agent.ts');
    const agent = await configureAgent(configuration, options.models.keys);
    secrets.add(agent.secrets);
    return agent;
  }

  /** Opens an account for a check outside a run. Its judges share one cost limit, and its calls are recorded. */
  openCheckAccount(): Disposable & { readonly id: string } {
    return this.accounts.open(() => this.#createJudge());
  }

  /** The judge of an account, or one without an account; undefined if no model is configured. */
  judgeOf(account: string | undefined): Promise<Judge | undefined> {
    return account === undefined ? this.#createJudge() : this.accounts.judgeOf(account);
  }

  /** Stores the verdicts of judges in memory, and in the history if there is one. */
  createVerdictStore(): VerdictStore {
    const { history } = this.#sources;
    const inMemory = new Map<string, JudgeVerdict>();
    return {
      get: async (key) => inMemory.get(key) ?? (await (await history())?.readVerdict(key)),
      put: async (key, verdict) => {
        inMemory.set(key, verdict);
        await (await history())?.saveVerdict(key, verdict);
      },
    };
  }

  /** Waits until the calls of judges are recorded. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#records.add(() => Promise.resolve());
  }

  /** The configured model as the judge of a check outside a run; undefined if none is configured. */
  async #createJudge(): Promise<Judge | undefined> {
    const configuration = await this.#sources.configuration();
    if (configuration.model === undefined || isAgentReference(configuration.model)) return undefined;
    const model = await this.openModel(configuration);
    const { CostBudget, createModelJudge, DEFAULT_RETRY_POLICY } = await import('./model-parts.ts');
    return createModelJudge(model, {
      retry: DEFAULT_RETRY_POLICY,
      stallTimeoutMs: configuration.limits.stallTimeoutSeconds * 1000,
      clock: this.#sources.options.clock,
      budget: new CostBudget(configuration.limits.maxCostUsd),
      onCall: (call) => void this.#records.add(() => this.#recordJudgeCall(call)),
    });
  }

  async #recordJudgeCall(call: CallReport): Promise<void> {
    try {
      await (await this.#sources.history())?.recordCall({ call: { ...call, purpose: 'judge' } });
    } catch (thrown) {
      this.#sources.options.log('warning', messageOf(thrown));
    }
  }
}

/** The configuration for a named model. The base URL applies to one provider, and the prices apply to one model. */
export function configureModel(reference: string, configuration: Configuration): Configuration {
  const { model, baseUrl } = configuration;
  if (reference === model) return configuration;
  const isSameProvider = reference.split(':')[0] === model?.split(':')[0];
  return { ...configuration, model: reference, baseUrl: isSameProvider ? baseUrl : undefined, prices: undefined };
}

/** An external agent answers no single messages. */
function createNoModelError(reference: string): HoldfastError {
  return new HoldfastError(
    'configuration',
    `Failed to open a model: ${reference} is an external agent, which only carries out attempts.`,
    { hint: 'Name a model for this work, for example with --model.' },
  );
}
