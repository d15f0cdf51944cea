import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

/** Joins the contents of a prompt's messages, to count their tokens. Tool definitions are not part of the prompt. */
export function toPromptText(prompt: LanguageModelV4Prompt): string {
  return prompt
    .map((message) => (typeof message.content === 'string' ? message.content : JSON.stringify(message.content)))
    .join('\n');
}

/** Returns an upper bound: no tokenizer produces more tokens than the text has bytes. */
export function maxTokenCount(text: string): number {
  return Buffer.byteLength(text);
}

/** Estimates a count without a tokenizer, for a call that ended before the provider reported its usage. */
export function estimateTokenCount(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** Counts tokens as providers approximately bill them. The tokenizer is large, so it is loaded on first use. */
export async function countTextTokens(text: string): Promise<number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/cl100k_base');
  // Text that spells a control token ("<|endoftext|>") is counted as ordinary text.
  return countTokens(text, { disallowedSpecial: new Set<string>() });
}
