import type { MissingPackage } from '../../../code/types/queries/type-checker.ts';
import type { Assertion } from '../../../contract/model.ts';
import type { Location } from '../../../foundation/position.ts';
import type { Verdict } from '../../../foundation/verdict.ts';

/** How a check was answered: 1 by the file's own exports or text, 2 by the module graph, 3 by the type checker. */
export type Tier = 1 | 2 | 3;

/** How a name that a check did not find differs from the code: a similar name exists, or the name is not a function. */
export type NameMismatch = 'similar-name' | 'not-a-function';

/** The outcome of evaluating one check. `expected` and `actual` are texts for people and for the model. */
export interface CheckAnswer {
  readonly passed: boolean;
  readonly tier?: Tier | undefined;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  /** Why the check could not be evaluated. An answer with an error never passes. */
  readonly error?: string | undefined;
  /** Present if the name that the check refers to is spelled or declared differently. */
  readonly mismatch?: NameMismatch | undefined;
  /** The existing name, or the path of the existing file, that is similar to the one that was not found. */
  readonly similar?: string | undefined;
  /** The whole signature that the code has, as the type checker or the reader of the language prints it. Present if it is not the expected one. */
  readonly signature?: string | undefined;
  /** Present if a type comes from a package that is not installed. */
  readonly missingPackage?: MissingPackage | undefined;
  /** The files that fail, if the check judges each file of a glob alone. */
  readonly failingFiles?: readonly string[] | undefined;
  /** The location in the tree that the answer refers to. */
  readonly location?: Location | undefined;
}

/** The answer of one validator of the chain. */
export interface ValidatorAnswer extends Pick<CheckAnswer, 'passed' | 'tier' | 'expected' | 'actual' | 'error'> {
  readonly validator: string;
  readonly durationMs: number;
}

/** The result of one assertion. Public shape: `check --format json` and `run --format json` print it. */
export interface AssertionResult extends CheckAnswer {
  readonly assertion: Assertion;
  /** `true` if the check did not run because the workspace is not trusted. */
  readonly untrusted?: true | undefined;
  readonly durationMs: number;
  /** The location in the contract that requires the assertion. */
  readonly contractLocation?: Location | undefined;
  /** The answers of all validators that ran, in order. */
  readonly validators?: readonly ValidatorAnswer[] | undefined;
}

/**
 * [DONE-1] A chunk is `satisfied` in a tree if its asserts, explicit and implied, and its postconditions hold there, and
 * there is at least one of them. With none of them, nothing can show that its work is done: it is `unverified`.
 */
export type ChunkVerdict = Verdict;

/** The verdict on one chunk in one tree, with the results that it is made of. Suggestions decide nothing. */
export interface ChunkCheckResult {
  readonly verdict: ChunkVerdict;
  readonly assertResults: readonly AssertionResult[];
  readonly suggestResults: readonly AssertionResult[];
  /** The postconditions in the form of asserts, with `file_exists` or `file_absent` as the type of the check. */
  readonly postconditionResults: readonly AssertionResult[];
}
