import type { ServiceFacts } from '../protocol/methods.ts';

/**
 * What a service does wrong.
 *
 * - `crash`: it ended instead of answering
 * - `hang`: it did not answer in time
 * - `noise`: it wrote something to its output that is not a message
 * - `output-limit`: it wrote too much
 * - `wrong-schema`: its response does not match the schema of the method
 * - `wrong-version`: it has another API version, or accepts one that does not exist
 * - `wrong-error`: it answered with the wrong error, or with an error where a result is required
 * - `not-repeatable`: the same request had different results
 * - `does-not-end`: it runs after its input was closed
 */
export type ConformanceFault =
  | 'crash'
  | 'hang'
  | 'noise'
  | 'output-limit'
  | 'wrong-schema'
  | 'wrong-version'
  | 'wrong-error'
  | 'not-repeatable'
  | 'does-not-end';

/** The outcome of one case. */
export interface CaseOutcome {
  readonly id: string;
  /** What the case requires, as a sentence part: `answers the handshake`. */
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Present if the case failed. */
  readonly fault?: ConformanceFault;
  /** What happened, or why the case was skipped. */
  readonly message?: string;
  readonly durationMs: number;
}

export interface ConformanceReport {
  readonly passed: boolean;
  /** The answer to the handshake; absent if there was no valid one. */
  readonly facts?: ServiceFacts;
  /** The artifacts of the root that the requests named. */
  readonly artifacts: readonly string[];
  readonly cases: readonly CaseOutcome[];
  /** The faults of all cases, each once, sorted. */
  readonly faults: readonly ConformanceFault[];
}
