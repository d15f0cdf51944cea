import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';

/** The text that a call sends: the messages, and the definitions of its tools and of its answer's format. */
export function toRequestText({
  prompt,
  tools = [],
  responseFormat,
}: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools' | 'responseFormat'>): string {
  const messages = prompt.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
  const definitions = [...tools, ...(responseFormat?.type === 'json' ? [responseFormat] : [])];
  return [...messages, ...definitions.map((definition) => JSON.stringify(definition))].join('\n');
}

/** Returns an upper bound: no tokenizer produces more tokens than the text has bytes. */
export function maxTokenCount(text: string): number {
  return Buffer.byteLength(text);
}

/** Estimates a count without a tokenizer, for a call that ended before the provider reported its usage. */
export function estimateTokenCount(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** Counts the tokens of a text, or returns an upper bound. */
export type CountTokens = (text: string) => number;

/** Counts tokens as providers approximately bill them. */
export async function countTextTokens(text: string): Promise<number> {
  return (await loadTokenizer())(text);
}

/**
 * A counter to fit parts of a text into a limit. If the text has fewer bytes than the limit has tokens, everything fits, so
 * the tokenizer is not loaded.
 */
export async function chooseTokenCounter(text: string, limit: number): Promise<CountTokens> {
  return maxTokenCount(text) <= limit ? maxTokenCount : loadTokenizer();
}

/** The tokenizer is large, so it is loaded on first use. */
async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/cl100k_base');
  // Text that spells a control token ("<|endoftext|>") is counted as ordinary text.
  return (text) => countTokens(text, { disallowedSpecial: new Set<string>() });
}
