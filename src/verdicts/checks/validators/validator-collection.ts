import type { CollectedValidator, ProtocolAdapter, Validator } from '../interfaces/validator.ts';

/** The validators that other programs register at run time, such as editor extensions. */
export class ValidatorCollection {
  readonly #validators = new Set<CollectedValidator>();

  /** Adds a validator until the returned object is disposed. A later validator of the same type replaces it. */
  register(validator: Validator): Disposable {
    return this.#add([validator]);
  }

  /** Adds the validators of a protocol (ENF-PLUG-5). They apply to contracts whose `spec.protocol` names it. */
  registerAdapter(adapter: ProtocolAdapter): Disposable {
    const collected: CollectedValidator[] = [];
    adapter.registerValidators({
      register: (validator) => {
        collected.push({
          protocol: adapter.protocol,
          type: validator.type,
          supportedResourceTypes: validator.supportedResourceTypes,
          supports: (resource) => validator.supports(resource),
          validate: (resource, assertion, context) => validator.validate(resource, assertion, context),
        });
      },
    });
    return this.#add(collected);
  }

  list(): readonly CollectedValidator[] {
    return [...this.#validators];
  }

  #add(validators: readonly CollectedValidator[]): Disposable {
    for (const validator of validators) this.#validators.add(validator);
    return {
      [Symbol.dispose]: () => {
        for (const validator of validators) this.#validators.delete(validator);
      },
    };
  }
}

/** Groups validators by protocol. Validators without a protocol are left out. */
export function protocolAdapters(validators: readonly CollectedValidator[]): readonly ProtocolAdapter[] {
  const protocols = new Set(validators.flatMap(({ protocol }) => (protocol === undefined ? [] : [protocol])));
  return [...protocols].map((protocol) => ({
    protocol,
    registerValidators(registry) {
      for (const validator of validators) if (validator.protocol === protocol) registry.register(validator);
    },
  }));
}
