/** A number of tokens that is no context window. */
const SMALLEST = 256;

/** The words of servers before the size of their window. */
const STATED = [
  /"n_ctx"\s*:\s*(\d+)/,
  /(?:maximum context length|max_model_len|maximum model length)\D{0,20}(\d+)/i,
  /context (?:length|size|window)(?: limit)?(?: of| is)?(?: only| at most)?\s*[(:]?\s*(\d+)(?! ?(?:input|prompt))/i,
  /(?:exceeds?|larger than|at most)(?: the)? (?:limit|maximum) of (\d+) (?:input )?tokens/i,
] as const;

/**
 * The context window in tokens that a server states when it refuses a request that is too long; `undefined` if it states
 * none. llama.cpp writes a field, others a sentence.
 */
export function statedContextWindow(text: string): number | undefined {
  const plain = text.replaceAll(/(?<=\d),(?=\d{3})/g, '');
  for (const pattern of STATED) {
    const size = Number(pattern.exec(plain)?.[1] ?? Number.NaN);
    if (size >= SMALLEST) return size;
  }
  return undefined;
}
