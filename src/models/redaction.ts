const MASK = '[redacted]';

/** Shorter values would mask ordinary text. */
const SHORTEST_SECRET = 6;

/** Every spelling in which a value may turn up: as it is, inside JSON, and inside a URL. */
function spellings(secrets: readonly string[]): readonly string[] {
  const known = new Set<string>();
  for (const secret of secrets) {
    const value = secret.trim();
    if (value.length < SHORTEST_SECRET) continue;
    known.add(value);
    known.add(JSON.stringify(value).slice(1, -1));
    known.add(encodeURIComponent(value));
  }
  // The longest first, so that no part of one is left standing when another is its beginning.
  return [...known].sort((left, right) => right.length - left.length);
}

/** Replaces every known secret value in a text. */
export function redact(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const value of spellings(secrets)) result = result.replaceAll(value, MASK);
  return result;
}

/** Redacts a text that arrives in pieces: what may be the beginning of a secret is held back until it is decided. */
export class StreamRedactor {
  readonly #secrets: readonly string[];
  readonly #spellings: readonly string[];
  #held = '';

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
    this.#spellings = spellings(secrets);
  }

  /** The text that may be shown now. */
  push(delta: string): string {
    if (this.#spellings.length === 0) return delta;
    const text = redact(this.#held + delta, this.#secrets);
    const keep = this.#undecided(text);
    this.#held = text.slice(text.length - keep);
    return text.slice(0, text.length - keep);
  }

  /** What is left at the end. */
  flush(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }

  /** The length of the longest end of the text that is the beginning of a secret. */
  #undecided(text: string): number {
    let longest = 0;
    for (const value of this.#spellings) {
      for (let length = Math.min(value.length - 1, text.length); length > longest; length--) {
        if (text.endsWith(value.slice(0, length))) longest = length;
      }
    }
    return longest;
  }
}
