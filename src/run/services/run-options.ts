import type { RunListener } from '../report/run-events.ts';
import type { LandingMode } from '../report/run-result.ts';

export interface RunOptions {
  /** Path of the contract, relative to the folder. */
  readonly contract: string;
  /** The chunk to run; all chunks in dependency order if absent. */
  readonly chunk?: string | undefined;
  /** `provider:model`. Defaults to the configured model. */
  readonly model?: string | undefined;
  readonly maxAttempts?: number | undefined;
  readonly maxCostUsd?: number | undefined;
  readonly landing?: LandingMode | undefined;
  /** The maximum number of chunks that run in parallel. Defaults to the configured number. */
  readonly jobs?: number | undefined;
  /** Whether chunks that are done run again. */
  readonly force?: boolean | undefined;
  /** Whether chunks that are satisfied in the tree without a record are skipped, too. */
  readonly skipSatisfied?: boolean | undefined;
  /** Whether attempts start although the build fails before the first one (EDIT-8). Default: the run stops there. */
  readonly allowFailingBuild?: boolean | undefined;
  /** The person's instruction for the attempts, in addition to the contract. */
  readonly instruction?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: RunListener | undefined;
}

/** Options for resuming a stopped run. An absent option keeps the value that the run was started with. */
export type ContinueOptions = Pick<RunOptions, 'model' | 'maxCostUsd' | 'landing' | 'jobs' | 'signal' | 'onEvent'>;

/** Options for the answer to a waiting run. */
export interface ChoiceOptions extends ContinueOptions {
  /** With `retry` the person's instruction for the next attempt, with `pass` and `fail` the words of the verdict. */
  readonly instruction?: string | undefined;
  /** With `pass` and `fail`: the gate that is judged; every gate that waits for a person if absent. */
  readonly gate?: string | undefined;
}

/** The options of a run that override the configuration. */
export type RunSettings = Pick<RunOptions, 'model' | 'landing' | 'maxCostUsd' | 'jobs'>;
