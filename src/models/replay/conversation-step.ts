import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

/** Returns the number (from 1) of the step that a prompt requests: the answers after its last user message, plus one. */
export function findStepNumber(prompt: LanguageModelV4Prompt): number {
  const lastUser = prompt.findLastIndex((message) => message.role === 'user');
  return prompt.slice(lastUser + 1).filter((message) => message.role === 'assistant').length + 1;
}

/** Returns the text of the last user message, or an empty text if there is none. */
export function lastUserText(prompt: LanguageModelV4Prompt): string {
  const message = prompt.findLast((candidate) => candidate.role === 'user');
  if (message?.role !== 'user') return '';
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
