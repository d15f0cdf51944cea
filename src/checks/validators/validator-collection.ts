import type { ProtocolAdapter } from './protocol-adapter.ts';
import type { Validator } from './validator.ts';

/** A validator, with the protocol that it counts for; without one it counts always. */
export type CollectedValidator = Validator & { readonly protocol?: string };

/** The validators that other programs hand in while they run, such as extensions of the editor. */
export class ValidatorCollection {
  readonly #validators = new Set<CollectedValidator>();

  /** Adds a validator until the answer is disposed. A later one of the same type takes its place. */
  register(validator: Validator): Disposable {
    return this.#add([validator]);
  }

  /** Adds the validators of a protocol (ENF-PLUG-5): they count where `spec.protocol` of a contract names it. */
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
