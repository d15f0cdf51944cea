import type { LanguageModelV4 } from '@ai-sdk/provider';
import { ModelError } from '../base/model-error.ts';
import { countTextTokens } from '../cost/token-estimate.ts';
import { isContextOverflow } from './model-failure.ts';

/** The context windows that are known from refusals, in tokens. */
const windows = new WeakMap<LanguageModelV4, number>();
/** No prompt fits a smaller window. */
const SMALLEST_WINDOW = 1_024;

/** The context window of a model, if a refusal showed it. */
export function knownContextWindow(model: LanguageModelV4): number | undefined {
  return windows.get(model);
}

/**
 * Learns from a refusal: the window that the server states, or else the next power of two below the refused prompt. Returns
 * the window, or `undefined` if the error is another one, or if there is nothing left to shorten.
 */
export async function learnContextWindow(
  thrown: unknown,
  model: LanguageModelV4,
  prompt: string,
): Promise<number | undefined> {
  if (!(thrown instanceof ModelError) || !isContextOverflow(thrown)) return undefined;
  const known = windows.get(model) ?? Number.POSITIVE_INFINITY;
  const stated = thrown.contextWindow;
  const window = stated !== undefined && stated < known ? stated : await guessWindow(prompt, known);
  if (window !== undefined) windows.set(model, window);
  return window;
}

/** The next power of two below a refused prompt, and below the window that is known. */
async function guessWindow(prompt: string, known: number): Promise<number | undefined> {
  const guess = 2 ** Math.floor(Math.log2(Math.min(await countTextTokens(prompt), known - 1)));
  return guess < SMALLEST_WINDOW ? undefined : guess;
}
