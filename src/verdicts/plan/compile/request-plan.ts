import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { toProviderOptions } from '../../../models/base/call-label.ts';
import type { ConfiguredModel } from '../../../models/base/configured-model.ts';
import { knownContextWindow, learnContextWindow } from '../../../models/calls/context-windows.ts';
import { chooseTokenCounter } from '../../../models/cost/token-estimate.ts';
import { boundedText } from '../../../models/prompts/bounded-text.ts';
import { CHARACTERS_PER_TOKEN, promptTokensOf } from '../../../models/prompts/window-budget.ts';
import { fitPlannerPrompt } from './fit-plan-prompt.ts';
import { plannerPrompt, type PlannerTask } from './plan-prompt.ts';

/** The model that plans. */
export interface Planner {
  readonly configured: Pick<ConfiguredModel, 'model' | 'reference'>;
  /** The same model, whose calls respect the budget, retries and time limits. */
  readonly model: LanguageModelV4;
  readonly signal: AbortSignal;
  /** Receives what a small context window has no room for, for people. */
  readonly onNote?: ((message: string) => void) | undefined;
}

/** An answer that was not accepted, and the message about its errors. */
export interface PlannerExchange {
  readonly answer: string;
  readonly correction: string;
}

interface PlannerRequest {
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly leftOut: readonly string[];
}

/** The answer of a planner. */
export interface PlannerAnswer {
  readonly text: string;
  /** Whether it ended at the limit of output tokens. */
  readonly isCutOff: boolean;
}

/** Requests an answer of the planner. A prompt that is too long for the model is shortened and sent again. */
export async function requestPlan(
  task: PlannerTask,
  { configured, model, signal, onNote }: Planner,
  exchanges: readonly PlannerExchange[],
  number: number,
): Promise<PlannerAnswer> {
  const { generateText } = await import('ai');
  for (;;) {
    const window = knownContextWindow(configured.model);
    const { instructions, messages, leftOut } =
      window === undefined ? requestOf(task, exchanges) : await fitRequest(task, exchanges, window);
    if (leftOut.length > 0) {
      onNote?.(`To fit a context window of ${window} tokens, the prompt leaves out: ${leftOut.join('; ')}.`);
    }
    try {
      const { text, finishReason } = await generateText({
        model,
        instructions,
        messages: [...messages],
        // `model` retries calls itself, after the delay that the server requests.
        maxRetries: 0,
        providerOptions: toProviderOptions({ purpose: 'plan', attempt: number }),
        abortSignal: signal,
      });
      return { text, isCutOff: finishReason === 'length' };
    } catch (thrown) {
      const learned = await learnContextWindow(thrown, configured.model, JSON.stringify([instructions, messages]));
      if (learned === undefined) throw thrown;
      onNote?.(
        `The prompt does not fit the context window of ${configured.reference}. It is shortened to ${learned} tokens.`,
      );
    }
  }
}

function requestOf(task: PlannerTask, exchanges: readonly PlannerExchange[]): PlannerRequest {
  const { system, user, leftOut } = plannerPrompt(task);
  return { instructions: system, messages: messagesOf(user, exchanges), leftOut };
}

const WITHOUT_ANSWER = 'Your previous answer does not fit the context window, so this message has its errors alone.';

/** The prompt with the last exchange, or with its errors alone if the answer is too long. */
async function fitRequest(
  task: PlannerTask,
  exchanges: readonly PlannerExchange[],
  window: number,
): Promise<PlannerRequest> {
  const count = await chooseTokenCounter('', -1);
  const last = exchanges.slice(-1);
  const feedbackTokens = last.reduce((sum, { answer, correction }) => sum + count(answer) + count(correction), 0);
  const { system, user, leftOut } = fitPlannerPrompt(task, window, count, feedbackTokens);
  const room = promptTokensOf(window) - count(system) - count(user);
  if (feedbackTokens <= room) return { instructions: system, messages: messagesOf(user, last), leftOut };
  const head = Math.max(0, room - count(WITHOUT_ANSWER)) * CHARACTERS_PER_TOKEN;
  const corrections = last.map(({ correction }) => boundedText(correction, { head, tail: 0 }));
  return {
    instructions: system,
    // Some templates refuse two messages of the same role in a row.
    messages: messagesOf([user, WITHOUT_ANSWER, ...corrections].join('\n\n'), []),
    leftOut: [...leftOut, 'the previous answer'],
  };
}

function messagesOf(user: string, exchanges: readonly PlannerExchange[]): readonly ModelMessage[] {
  return [
    { role: 'user', content: user },
    ...exchanges.flatMap(({ answer, correction }): ModelMessage[] => [
      { role: 'assistant', content: answer },
      { role: 'user', content: correction },
    ]),
  ];
}
