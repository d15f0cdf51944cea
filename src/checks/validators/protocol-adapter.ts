import type { ValidatorRegistry } from './registry.ts';
import type { CollectedValidator } from './validator-collection.ts';

/** Brings the validators of one protocol; it is asked where `spec.protocol` of the contract names it. */
export interface ProtocolAdapter {
  readonly protocol: string;
  registerValidators(registry: Pick<ValidatorRegistry, 'register'>): void;
}

/** Validators that belong to protocols, as one adapter for each. */
export function adaptersOf(validators: readonly CollectedValidator[]): readonly ProtocolAdapter[] {
  const protocols = new Set(validators.flatMap(({ protocol }) => (protocol === undefined ? [] : [protocol])));
  return [...protocols].map((protocol) => ({
    protocol,
    registerValidators(registry) {
      for (const validator of validators) if (validator.protocol === protocol) registry.register(validator);
    },
  }));
}
