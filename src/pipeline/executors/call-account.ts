import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ConfiguredModel } from '../../models/base/configured-model.ts';
import { guardModel } from '../../models/calls/guarded-model.ts';
import { CostBudget } from '../../models/cost/cost-budget.ts';
import { PendingWrites } from '../../foundation/pending-writes.ts';
import { BUDGET_ADVICE } from '../state/spending.ts';
import type { DocumentExecutorServices, StageCall } from './document-executor-services.ts';

/** The calls of one execution: their cost, and their records. */
export class CallAccount {
  readonly #services: Pick<DocumentExecutorServices, 'calls' | 'recordCall'>;
  readonly #records = new PendingWrites();
  #costUsd: number | null = 0;

  constructor(services: Pick<DocumentExecutorServices, 'calls' | 'recordCall'>) {
    this.#services = services;
  }

  /** What the calls cost so far, failed ones included; `null` if a price is unknown. */
  get costUsd(): number | null {
    return this.#costUsd;
  }

  /**
   * A model whose calls are counted and recorded.
   *
   * @param limitUsd the most that the calls may cost together
   */
  guard(model: ConfiguredModel, limitUsd: number | undefined, origin: Omit<StageCall, 'call'>): LanguageModelV4 {
    return guardModel(model, {
      ...this.#services.calls,
      budget: new CostBudget(limitUsd, 0, BUDGET_ADVICE),
      onCall: (call) => {
        this.#costUsd = this.#costUsd === null || call.costUsd === null ? null : this.#costUsd + call.costUsd;
        const recorded = this.#services.recordCall?.({ ...origin, call });
        if (recorded !== undefined) this.#records.add(recorded);
      },
    });
  }

  /** Waits until all calls are recorded. @throws what a record throws */
  async settle(): Promise<void> {
    await this.#records.settle();
  }
}
