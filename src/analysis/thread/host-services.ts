import type { CollectedValidator } from '../../checks/validators/validator-collection.ts';
import type { ValidationContext } from '../../checks/validators/validator.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { AnalysisOptions } from '../in-process-analysis.ts';
import type { Channel, Handlers } from './channel.ts';
import type { HostedContext, HostMethods, WorkerMethods } from './methods.ts';

/** What the host answers its worker with: the ports that `connectAnalysis` was given. */
export function hostServices(
  options: AnalysisOptions,
  channel: () => Channel<HostMethods, WorkerMethods>,
): Handlers<HostMethods> {
  const validators = new NumberedValidators(options.validators ?? (() => Promise.resolve([])));
  return {
    environment: async (_call, name) => options.environment(name),
    judgeModel: async () => (await options.judge?.())?.model,
    judge: async ({ signal }, question) => {
      const judge = await options.judge?.();
      if (!judge) throw new HoldfastError('configuration', 'Failed to judge: no model is configured any more');
      return judge.judge(question, signal);
    },
    keptVerdict: async (_call, key) => options.verdicts?.get(key),
    keepVerdict: async (_call, key, verdict) => {
      await options.verdicts?.put(key, verdict);
      return undefined;
    },
    validators: () => validators.list(),
    supports: async (_call, id, resource) => validators.get(id).supports(resource),
    validate: ({ signal }, id, resource, assertion, sent) =>
      validators.get(id).validate(resource, assertion, contextFrom(sent, channel(), signal)),
    log: (_call, line) => {
      options.log?.(line);
      return Promise.resolve(undefined);
    },
  };
}

function contextFrom(
  { ticket, ...sent }: HostedContext,
  channel: Channel<HostMethods, WorkerMethods>,
  signal: AbortSignal,
): ValidationContext {
  return {
    ...sent,
    signal,
    readText: (path) => channel.call('textFor', [ticket, path]),
    stepOutput: (id) => channel.call('stepFor', [ticket, id]),
  };
}

/** Gives each validator a number that it keeps. */
class NumberedValidators {
  readonly #list: () => Promise<readonly CollectedValidator[]>;
  readonly #numbers = new WeakMap<CollectedValidator, number>();
  #byNumber = new Map<number, CollectedValidator>();
  #last = 0;

  constructor(list: () => Promise<readonly CollectedValidator[]>) {
    this.#list = list;
  }

  async list() {
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
    if (!validator) throw new HoldfastError('internal', 'Failed to ask a validator: it is not registered any more');
    return validator;
  }

  #numberOf(validator: CollectedValidator): number {
    const known = this.#numbers.get(validator);
    if (known !== undefined) return known;
    this.#numbers.set(validator, ++this.#last);
    return this.#last;
  }
}
