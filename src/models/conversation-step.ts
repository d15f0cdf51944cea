import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

/** The step that a prompt asks for, from 1: the answers after its last user message, and one. */
export function stepOf(prompt: LanguageModelV4Prompt): number {
  const lastUser = prompt.findLastIndex((message) => message.role === 'user');
  return prompt.slice(lastUser + 1).filter((message) => message.role === 'assistant').length + 1;
}

/** The text of the last user message. */
export function lastUserText(prompt: LanguageModelV4Prompt): string {
  const message = prompt.findLast((candidate) => candidate.role === 'user');
  if (message?.role !== 'user') return '';
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
