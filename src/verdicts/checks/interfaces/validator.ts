import type { Assertion, Resource } from '../../../contract/model.ts';
import type { Location } from '../../../foundation/position.ts';
import type { Tier } from './result.ts';

/** What a validator can use during one validation. */
export interface ValidationContext {
  /** Absolute path of the tree that is checked. Only `readText` sees unsaved text. */
  readonly workingDir: string;
  /** All resources of the contract. */
  readonly availableResources: readonly Resource[];
  /** Outputs of the steps that the assertion or its resource names, by step id. `stepOutput` runs any other step. */
  readonly stepOutputs: ReadonlyMap<string, string>;
  /** `spec.protocol` of the contract, or an empty string. */
  readonly protocol: string;
  /** Additional data from the host. Holdfast provides none. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The text of a file in the tree, or `undefined` if it does not exist. */
  readText(path: string): Promise<string | undefined>;
  /** The standard output of a step of the contract. The first call runs the step. */
  stepOutput(id: string): Promise<string>;
  /** Aborted when the validation is cancelled or the validator's time limit is reached. */
  readonly signal?: AbortSignal;
}

/** The result of a validator. `expected` and `actual` can be any data; data that is not a string is shown as JSON. */
export interface ValidationResult {
  readonly passed: boolean;
  readonly validator: string;
  readonly resource: Resource;
  readonly assertion: Assertion;
  readonly actual?: unknown;
  readonly expected?: unknown;
  /** Why the validation failed. A result with an error never counts as passed. */
  readonly error?: string;
  /** Milliseconds. */
  readonly duration: number;
  readonly tier?: Tier;
  /** The location in the tree that the result refers to. */
  readonly location?: Location;
}

/** Validates assertions about resources of some types. Public: workspaces and extensions implement it. */
export interface Validator {
  /** A name that is unique in a registry, such as `json-schema`. */
  readonly type: string;
  /** Resource types, or `*` for all. */
  readonly supportedResourceTypes: readonly string[];
  /** Whether this resource is supported, by its format, location or metadata. */
  supports(resource: Resource): boolean | Promise<boolean>;
  validate(resource: Resource, assertion: Assertion, context: ValidationContext): Promise<ValidationResult>;
}

/** Accepts validators. A validator replaces an earlier one of the same type. */
export interface ValidatorRegistrar {
  register(validator: Validator): void;
}

/**
 * Registers the validators of one protocol. The adapter is used if `spec.protocol` of the contract names the protocol.
 */
export interface ProtocolAdapter {
  readonly protocol: string;
  registerValidators(registry: ValidatorRegistrar): void;
}

/** A validator with the protocol that it belongs to. Without a protocol it applies to every contract. */
export type CollectedValidator = Validator & { readonly protocol?: string | undefined };

/** A validator that enforces its own time limit, because the time that a call waits in its queue does not count. */
export interface SelfLimitedValidator extends Validator {
  readonly enforcesTimeLimit: true;
}

export function isSelfLimited(validator: Validator): validator is SelfLimitedValidator {
  return 'enforcesTimeLimit' in validator && validator.enforcesTimeLimit === true;
}
