import type { CollectedValidator, ValidationContext } from '../../checks/interfaces/validator.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { AnalysisOptions } from '../analysis.ts';
import type { Channel, Handlers } from './channel.ts';
import type { HostedContext, HostedValidator, HostMethods, WorkerMethods } from './protocol.ts';

/**
 * Implements the calls of the worker with the services of the host.
 *
 * @param channel returns the channel to the worker
 */
export function createHostServices(
  options: AnalysisOptions,
  channel: () => Channel<HostMethods, WorkerMethods>,
): Handlers<HostMethods> {
  const validators = new NumberedValidators(options.validators ?? (() => Promise.resolve([])));
  return {
    environment: async (_call, name) => options.environment(name),
    judgeModel: async (_call, account) => (await options.judge?.(account))?.model,
    judge: async ({ signal }, question, account) => {
      const judge = await options.judge?.(account);
      if (!judge) throw new HoldfastError('configuration', 'Failed to judge: no model is configured');
      return judge.judge(question, signal);
    },
    getVerdict: async (_call, key) => options.verdicts?.get(key),
    putVerdict: async (_call, key, verdict) => {
      await options.verdicts?.put(key, verdict);
      return undefined;
    },
    evaluateInterfaces: async ({ signal }, trees) => {
      if (options.evaluateInterfaces) return options.evaluateInterfaces(trees, signal);
      throw new HoldfastError('configuration', 'Failed to check interfaces: there are no domain services here');
    },
    validators: () => validators.list(),
    supports: async (_call, id, resource) => validators.get(id).supports(resource),
    validate: ({ signal }, id, resource, assertion, context) =>
      validators.get(id).validate(resource, assertion, createContext(context, channel(), signal)),
    log: (_call, line) => {
      options.log?.(line);
      return Promise.resolve(undefined);
    },
  };
}

function createContext(
  { contextId, ...sent }: HostedContext,
  channel: Channel<HostMethods, WorkerMethods>,
  signal: AbortSignal,
): ValidationContext {
  return {
    ...sent,
    signal,
    readText: (path) => channel.call('readText', [contextId, path]),
    stepOutput: (step) => channel.call('stepOutput', [contextId, step]),
  };
}

/** Assigns each validator a stable number. */
class NumberedValidators {
  readonly #list: () => Promise<readonly CollectedValidator[]>;
  readonly #numbers = new WeakMap<CollectedValidator, number>();
  readonly #byNumber = new Map<number, CollectedValidator>();
  #lastNumber = 0;

  constructor(list: () => Promise<readonly CollectedValidator[]>) {
    this.#list = list;
  }

  async list(): Promise<readonly HostedValidator[]> {
    const validators = await this.#list();
    return validators.map((validator) => {
      const id = this.#numberOf(validator);
      this.#byNumber.set(id, validator);
      const { type, supportedResourceTypes, protocol } = validator;
      return { id, type, supportedResourceTypes, protocol };
    });
  }

  get(id: number): CollectedValidator {
    const validator = this.#byNumber.get(id);
    if (!validator) throw new HoldfastError('internal', `Failed to call a validator: the id ${id} is not registered`);
    return validator;
  }

  #numberOf(validator: CollectedValidator): number {
    const existing = this.#numbers.get(validator);
    if (existing !== undefined) return existing;
    this.#numbers.set(validator, ++this.#lastNumber);
    return this.#lastNumber;
  }
}
