import type { ValidatorRegistry } from './registry.ts';

/** Brings the validators of one protocol; it is asked where `spec.protocol` of the contract names it. */
export interface ProtocolAdapter {
  readonly protocol: string;
  registerValidators(registry: Pick<ValidatorRegistry, 'register'>): void;
}
