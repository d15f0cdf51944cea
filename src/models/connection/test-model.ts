import type { Clock } from '../../foundation/clock.ts';
import { CostBudget } from '../cost/cost-budget.ts';
import { guardModel } from '../calls/guarded-model.ts';
import { createModel, type CreateModelOptions } from '../create-model.ts';
import { toTokenPrice, type TokenPrice } from './list-models.ts';

/** What a test call showed. */
export interface ModelTest {
  /** From the request to the end of the answer. */
  readonly durationMs: number;
  /** The start of the answer, on one line. Empty if the model only reasoned. */
  readonly answer: string;
  /** Absent if the price is unknown. */
  readonly price?: TokenPrice | undefined;
}

/** The smallest limit that all services accept, with room for the reasoning of models that always reason. */
const MAX_OUTPUT_TOKENS = 64;
const MAX_ANSWER_LENGTH = 60;

/**
 * Makes one short call to a model. It is not repeated, so that the person sees the first error.
 *
 * @param stallTimeoutMs the call fails if the model sends nothing for this long
 * @throws HoldfastError `configuration` if something is missing, ModelError if the call fails, CancelledError
 */
export async function testModel(
  options: CreateModelOptions,
  {
    clock,
    stallTimeoutMs,
    signal,
  }: { readonly clock: Clock; readonly stallTimeoutMs: number; readonly signal: AbortSignal },
): Promise<ModelTest> {
  const model = await createModel(options);
  const { generateText } = await import('ai');
  const guarded = guardModel(model, {
    retry: { maxRetries: 0, baseDelayMs: 0, maxDelayMs: 0 },
    stallTimeoutMs,
    clock,
    budget: new CostBudget(undefined),
  });
  const start = performance.now();
  const { text } = await generateText({
    model: guarded,
    prompt: 'Reply with the word OK.',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    maxRetries: 0,
    abortSignal: signal,
  });
  const durationMs = performance.now() - start;
  const answer = model.redact(text.replace(/\s+/g, ' ').trim()).slice(0, MAX_ANSWER_LENGTH);
  return { durationMs, answer, ...toTokenPrice(model.price) };
}
