import type { Assertion, Resource } from '../../contract/model.ts';
import type { Location } from '../../shared/position.ts';
import type { Tier } from '../result.ts';

/** What a validator may know of the validation that it takes part in. */
export interface ValidationContext {
  /** Absolute path of the tree that is checked. Text that is not saved yet is only seen through `readText`. */
  readonly workingDir: string;
  /** All resources of the contract. */
  readonly availableResources: readonly Resource[];
  /** Outputs of the steps that the assertion or its resource names, by step id; `stepOutput` runs any other. */
  readonly stepOutputs: ReadonlyMap<string, string>;
  /** `spec.protocol` of the contract; empty where it names none. */
  readonly protocol: string;
  /** What a host has to say besides; Holdfast gives none. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The text of a file of the tree, or undefined where there is none. */
  readText(path: string): Promise<string | undefined>;
  /** The standard output of a step of the contract; runs it when no assertion has asked for it before. */
  stepOutput(id: string): Promise<string>;
  /** Aborted when the validation is cancelled or the validator's time is up. */
  readonly signal?: AbortSignal;
}

/** What a validator answers. `expected` and `actual` may be any data; what is no text is shown as JSON. */
export interface ValidationResult {
  readonly passed: boolean;
  readonly validator: string;
  readonly resource: Resource;
  readonly assertion: Assertion;
  readonly actual?: unknown;
  readonly expected?: unknown;
  /** Why it does not hold. A result that carries an error never counts as passed. */
  readonly error?: string;
  /** Milliseconds. */
  readonly duration: number;
  readonly tier?: Tier;
  /** The place in the tree that the result speaks of. */
  readonly location?: Location;
}

/** Answers checks for resources of some types. Public: people write these. */
export interface Validator {
  /** Its name, unique in a registry, for example `json-schema`. */
  readonly type: string;
  /** Types of resources, or `*` for all. */
  readonly supportedResourceTypes: readonly string[];
  /** Whether it can speak of this very resource: its format, its location, its metadata. */
  supports(resource: Resource): boolean | Promise<boolean>;
  validate(resource: Resource, assertion: Assertion, context: ValidationContext): Promise<ValidationResult>;
}

/** Whether a validator ends by itself what takes too long: it may have to wait for its turn, which is not its fault. */
export function keepsTimeLimit(validator: Validator): boolean {
  return 'keepsTimeLimit' in validator && validator.keepsTimeLimit === true;
}
