import { DomainServiceError } from '../../../verdicts/domains/service/service-error.ts';
import { ModelError } from '../../../models/base/model-error.ts';
import { CostLimitError } from '../../../models/cost/cost-budget.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { ContextTooLargeError } from '../../context/fit-context.ts';
import type { Forge } from '../../forge/forge.ts';
import type { JudgingStage } from '../../../workspace/configuration/pipeline/stage-names.ts';
import type { Failure } from '../../state/item-state.ts';
import type { ItemEvent } from '../../state/item-event.ts';
import type { StageExecution, StageExecutor, StageInput } from '../../step/stage-executor.ts';
import { describeChange, type JudgedChange } from './judged-change.ts';

export interface JudgingServices {
  readonly forge: Pick<Forge, 'fetchCommit'>;
}

/** Judges a result: the events that follow, and the cost in USD, or `null` if it is unknown. */
type Judge = (
  change: JudgedChange,
  input: StageInput,
) => Promise<{ readonly event: ItemEvent; readonly costUsd: number | null }>;

/** The executor of a stage that judges the result of a sub-item. */
export function createJudgingExecutor(stage: JudgingStage, { forge }: JudgingServices, judge: Judge): StageExecutor {
  return {
    stage,
    // How many calls are needed is unknown, and a repeated judgement uses stored answers.
    estimateUsd: () => Promise.resolve(undefined),
    execute: (input) => judgeOrFail(stage, input, { forge }, judge),
  };
}

async function judgeOrFail(
  stage: JudgingStage,
  input: StageInput,
  { forge }: JudgingServices,
  judge: Judge,
): Promise<StageExecution> {
  const change = describeChange(input);
  for (const commit of new Set([change.terms, change.base, change.commit])) {
    await forge.fetchCommit(commit, input.signal);
  }
  try {
    const { event, costUsd } = await judge(change, input);
    return { events: [event], costUsd };
  } catch (thrown) {
    const reason = failureReasonOf(thrown);
    if (reason === undefined) throw thrown;
    const { message, hint } = thrown as HoldfastError;
    const text = hint === undefined ? message : `${message}\n\n${hint}`;
    const failure = { stage, subItem: change.subItem.id, reason, message: text, at: input.at };
    // What calls before the error cost is not known here: the reservation counts.
    return { events: [{ type: 'sub-item-failed', failure }], costUsd: null };
  }
}

/** The reason of a failure that another try does not avoid; undefined if a later step may succeed. */
function failureReasonOf(thrown: unknown): Failure['reason'] | undefined {
  if (thrown instanceof CostLimitError) return 'budget-exceeded';
  if (thrown instanceof ContextTooLargeError) return 'error';
  if (thrown instanceof ModelError) return thrown.retryable ? undefined : 'error';
  if (thrown instanceof DomainServiceError) return 'environment';
  const isMalformed =
    thrown instanceof HoldfastError && (thrown.code === 'configuration' || thrown.code === 'contract');
  return isMalformed ? 'error' : undefined;
}
