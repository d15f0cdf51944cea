/** The part of a context window for the answers. */
const ANSWER_SHARE = 1 / 4;
/** The counter is not that of the model. */
const SAFETY = 1.15;
/** The part of a prompt that the feedback on an earlier answer may have. */
export const FEEDBACK_SHARE = 0.4;
/** The smallest part of a text that is worth showing, in tokens. */
export const MIN_PART_TOKENS = 100;
export const CHARACTERS_PER_TOKEN = 3;

/** The tokens of a context window that a prompt may have, so that there is room for an answer. */
export function promptTokensOf(window: number): number {
  return Math.floor((window * (1 - ANSWER_SHARE)) / SAFETY);
}

/** What a prompt says about the parts that it does not contain. */
export function leftOutNote(leftOut: readonly string[]): string {
  return `## LEFT OUT\n\nTo fit the context window of the model, this message leaves out: ${leftOut.join('; ')}.`;
}
