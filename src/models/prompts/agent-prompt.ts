import { buildPrompt } from './build-prompt.ts';
import { gateSection, instructionSection, previousAttemptSection, reviewSection } from './feedback-sections.ts';
import type { PromptInput } from './prompt-input.ts';
import { agentRules } from './system-prompt.ts';

/** The sections of a prompt that continues a session. The agent has received the task, and its own change is in the files. */
const FOLLOWING_SECTIONS = [previousAttemptSection, reviewSection, gateSection, instructionSection];

/**
 * Builds the prompt of an attempt for an external agent: the whole task, or only the feedback if the session of the agent
 * contains the task. Equal inputs give equal prompts.
 */
export function buildAgentPrompt(input: PromptInput, isContinued: boolean): string {
  if (!isContinued) return `${agentRules()}\n\n${buildPrompt(input).user}`;
  const retry = input.retry && { ...input.retry, work: undefined };
  const parts = FOLLOWING_SECTIONS.map((section) => section({ ...input, retry }));
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}
