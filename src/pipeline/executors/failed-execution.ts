import { ModelError } from '../../models/base/model-error.ts';
import { UnusableAnswerError } from '../../models/calls/structured-answer.ts';
import { CostLimitError } from '../../models/cost/cost-budget.ts';
import type { HoldfastError } from '../../foundation/errors.ts';
import { ContextTooLargeError } from '../context/fit-context.ts';
import type { Failure } from '../state/item-state.ts';
import type { ItemEvent } from '../state/item-event.ts';
import type { StageInput } from '../step/stage-executor.ts';

/**
 * The event that follows from an error of an execution: a refused answer counts as a try, and an error that another try
 * would not avoid fails the item. Undefined for errors after which a later step may succeed.
 */
export function toFailureEvent(thrown: unknown, { state: { stage }, at }: StageInput): ItemEvent | undefined {
  if (thrown instanceof UnusableAnswerError) {
    return { type: 'refused', stage, mistakes: [thrown.mistake], ...limitAnswer(thrown.answer), at };
  }
  const fail = (reason: Failure['reason'], error: HoldfastError): ItemEvent => {
    const message = error.hint === undefined ? error.message : `${error.message}\n\n${error.hint}`;
    return { type: 'failed', failure: { stage, reason, message, at } };
  };
  if (thrown instanceof CostLimitError) return fail('budget-exceeded', thrown);
  if (thrown instanceof ContextTooLargeError) return fail('error', thrown);
  if (thrown instanceof ModelError && !thrown.retryable) return fail('error', thrown);
  return undefined;
}

/** The longest answer that is stored for the next try, in characters. The state is a small document. */
const MAX_STORED = 40_000;

/** A refused answer for its event; nothing if it is too long to be stored. */
export function limitAnswer(answer: unknown): { readonly answer?: unknown } {
  return JSON.stringify(answer).length > MAX_STORED ? {} : { answer };
}
