import type { CostBudget } from '../../../models/cost/cost-budget.ts';
import type { RunnableContract } from '../../../run/services/chunk-run-input.ts';
import type { RunServices } from '../../../run/services/run-services.ts';
import type { Repository } from '../../../workspace/repository.ts';
import type { Forge } from '../../forge/forge.ts';

/** What a run of generated code is opened with. Everything is read from a commit, nothing from the user's files. */
export interface GenerationRunRequest {
  /** The bytes of the planned contract, and the path that messages name. */
  readonly contract: { readonly file: string; readonly text: string };
  /** The commit whose configuration, gates and validators apply. */
  readonly terms: string;
  /** The most that the run may cost, in USD; undefined without a limit. */
  readonly maxCostUsd: number | undefined;
  /** The account with `maxCostUsd`, if runs at the same time share it. */
  readonly budget?: CostBudget | undefined;
  readonly signal: AbortSignal;
}

export interface GenerationRun {
  readonly runnable: RunnableContract;
  /** With the configuration of the terms, and a budget of `maxCostUsd`. */
  readonly services: RunServices;
}

export interface GenerationServices {
  readonly forge: Pick<Forge, 'readBranch' | 'fetchCommit'>;
  /** A repository of kind `git`. */
  readonly repository: Repository;
  /** @throws HoldfastError `contract` if the contract has errors, `configuration` if the configuration of the terms has */
  readonly openRun: (request: GenerationRunRequest) => Promise<GenerationRun>;
}
