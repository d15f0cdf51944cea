import type { PromptInput } from '../../models/prompts/prompt-input.ts';
import { chooseTokenCounter } from '../../models/cost/token-estimate.ts';
import { PREVIOUS_ATTEMPT_TOKENS } from '../../models/prompts/feedback-sections.ts';
import { readContextFiles } from '../prompt/context-files.ts';
import type { AttemptTask } from './attempt-executor.ts';

/** Feedback with fewer bytes is not counted: it fits into the budget of the prompt in any case. */
const UNCOUNTED_TOKENS = PREVIOUS_ATTEMPT_TOKENS / 4;

/** The prompt of an attempt. The context files of a continued tree are shown as the previous attempt left them. */
export async function updatePrompt({ prompt, retry, attempt, attemptStart, chunk }: AttemptTask): Promise<PromptInput> {
  const countTokens = retry && (await chooseTokenCounter(JSON.stringify(retry), UNCOUNTED_TOKENS));
  if (attemptStart.continuedFrom === undefined) return { ...prompt, retry, countTokens };
  const contextFiles = await readContextFiles(chunk.contextFiles, attempt.tree);
  return { ...prompt, contextFiles, retry: retry && { ...retry, isContinued: true }, countTokens };
}
