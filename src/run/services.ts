import type { Analysis } from '../analysis/analysis.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { History } from '../history/history.ts';
import type { Clock } from '../models/clock.ts';
import type { ConfiguredModel } from '../models/configured-model.ts';
import type { CostBudget } from '../models/cost-budget.ts';
import type { Repository } from '../workspace/repository.ts';
import type { RunListener } from './events.ts';

/** What a run works with; every part of it is handed in, so that a test can hand in its own. */
export interface RunServices {
  readonly repository: Repository;
  readonly analysis: Analysis;
  readonly history: History;
  readonly configuration: Configuration;
  /** Opened when the gate has let the first chunk through, never before. */
  readonly model: () => Promise<ConfiguredModel>;
  /** The model that judges gates: the named one, else that of the run; undefined where none is configured. */
  readonly judgeModel: (reference?: string) => Promise<ConfiguredModel | undefined>;
  readonly budget: CostBudget;
  readonly clock: Clock;
  readonly report: RunListener;
  readonly signal: AbortSignal;
}
