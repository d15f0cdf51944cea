/** So many characters of an answer at its end, and no fewer, show that the answer does not end by itself. */
const LENGTH = 8_000;
/** The longest text that repeats. */
const MAX_PERIOD = 800;
const CHECK_EVERY = 1_000;

/** The raw reason of an answer that was ended because it repeats itself. */
export const REPETITION = 'repetition';

/**
 * [PROOF-7] Notices that an answer repeats the same text without an end. Small models do that, and a server without a limit
 * continues until the context window is full.
 */
export class RepetitionWatch {
  #tail = '';
  #unchecked = 0;

  /** Adds a part of the answer. Returns whether the answer repeats itself. */
  add(delta: string): boolean {
    this.#tail = (this.#tail + delta).slice(-LENGTH);
    this.#unchecked += delta.length;
    if (this.#unchecked < CHECK_EVERY || this.#tail.length < LENGTH) return false;
    this.#unchecked = 0;
    return periodOf(this.#tail) <= MAX_PERIOD;
  }
}

/** The length of the shortest text whose repetition is the given one. */
function periodOf(text: string): number {
  // The longest proper prefix of each prefix that is its suffix too.
  const borders = new Uint32Array(text.length);
  for (let index = 1, border = 0; index < text.length; index++) {
    while (border > 0 && text[index] !== text[border]) border = borders[border - 1] ?? 0;
    if (text[index] === text[border]) border++;
    borders[index] = border;
  }
  return text.length - (borders.at(-1) ?? 0);
}
