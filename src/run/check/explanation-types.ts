import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { MechanicalFix } from '../../verdicts/fixes/fix.ts';

export interface ExplainOptions {
  /** Path of the contract, relative to the folder. */
  readonly contract: string;
  readonly chunk: string;
  /** The path of the only requirement that is explained, such as `chunks[0].functions[1]`. Default: every one that fails. */
  readonly requirement?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Some lines of a file. */
export interface TextExcerpt {
  /** Relative to the folder. */
  readonly file: string;
  /** The number of the first line, from 1. */
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** Why a requirement of a chunk fails, and what can be done about it. */
export interface FailureExplanation {
  /** The path of the requirement in the contract; `undefined` if no single item of the contract states it. */
  readonly requirement: string | undefined;
  readonly result: AssertionResult;
  /** What the check examines, in general. */
  readonly check: { readonly title: string; readonly description: string } | undefined;
  /** The lines of the contract that state the requirement. */
  readonly contractText: TextExcerpt | undefined;
  /** The lines of the code that the result refers to. */
  readonly codeText: TextExcerpt | undefined;
  /** The most probable ones are first. Nothing is applied. */
  readonly fixes: readonly MechanicalFix[];
}
