import type { Assertion } from '../contract/model.ts';
import type { Location } from '../shared/position.ts';

/** 1 the file's own exports or text, 2 the module graph, 3 the type checker. */
export type Tier = 1 | 2 | 3;

/** The answer of one validator of the chain. */
export interface ValidatorAnswer {
  readonly validator: string;
  readonly passed: boolean;
  readonly tier?: Tier;
  readonly expected?: string;
  readonly actual?: string;
  readonly error?: string;
  readonly durationMs: number;
}

/** The result of one assertion. Public shape: `check --format json` and `run --format json` print it. */
export interface AssertionResult {
  readonly assertion: Assertion;
  readonly passed: boolean;
  readonly tier?: Tier;
  readonly expected?: string;
  readonly actual?: string;
  /** Why the check could not be answered; an assertion with an error never passed. */
  readonly error?: string;
  readonly durationMs: number;
  /** The place in the source that the assertion speaks of, where one is known. */
  readonly location?: Location;
  /** The place in the contract that asks for it. */
  readonly contractLocation?: Location;
  /** Every validator that took part, in the order in which they ran. */
  readonly validators?: readonly ValidatorAnswer[];
}

/** Assert and suggest results of one chunk against one tree. */
export interface ChunkCheckResult {
  readonly passed: boolean;
  readonly assertResults: readonly AssertionResult[];
  readonly suggestResults: readonly AssertionResult[];
}
