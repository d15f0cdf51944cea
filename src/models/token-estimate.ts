import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

/** Everything of a prompt that costs tokens, as one text. */
export function promptText(prompt: LanguageModelV4Prompt): string {
  return prompt
    .map((message) => (typeof message.content === 'string' ? message.content : JSON.stringify(message.content)))
    .join('\n');
}

/** No tokenizer makes more tokens of a text than it has bytes. */
export function mostTokensOf(text: string): number {
  return Buffer.byteLength(text);
}

/** A count at once and without a tokenizer, for a call that ended before the provider counted. */
export function roughTokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** A count close to what providers bill. The tokenizer is large, so it is loaded when it is first asked; of its encodings this is a small one. */
export async function countTokensOf(text: string): Promise<number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/cl100k_base');
  // Text that spells a control token ("<|endoftext|>") is counted as ordinary text.
  return countTokens(text, { disallowedSpecial: new Set<string>() });
}
