/** The kinds of tokens that the search for uses distinguishes. */
export const TokenKind = {
  word: 1,
  punctuator: 2,
  /** A number, string, template part, regular expression or private name. */
  literal: 3,
  /** A part of the name of a JSX element. */
  elementName: 4,
  /** The name of a JSX attribute. */
  attributeName: 5,
  /** `${` in a template or `{` in JSX. Its partner is a `}` of kind `punctuator`. */
  insertion: 6,
} as const;

/** The tokens of one script, without comments and JSX text. Typed arrays keep thousands of scripts small. */
export class TokenTable {
  readonly text: string;
  readonly count: number;
  readonly #kinds: Uint8Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #partners: Int32Array;
  readonly #enclosing: Int32Array;

  constructor(
    text: string,
    tokens: {
      readonly kinds: Uint8Array;
      readonly starts: Int32Array;
      readonly ends: Int32Array;
      readonly partners: Int32Array;
      readonly enclosing: Int32Array;
    },
  ) {
    this.text = text;
    this.count = tokens.kinds.length;
    this.#kinds = tokens.kinds;
    this.#starts = tokens.starts;
    this.#ends = tokens.ends;
    this.#partners = tokens.partners;
    this.#enclosing = tokens.enclosing;
  }

  /** The kind of a token; 0 if the index is out of range. */
  kind(index: number): number {
    return this.#kinds[index] ?? 0;
  }

  start(index: number): number {
    return this.#starts[index] ?? -1;
  }

  end(index: number): number {
    return this.#ends[index] ?? -1;
  }

  /** The matching bracket; -1 if the token is not a bracket. */
  partner(index: number): number {
    return this.#partners[index] ?? -1;
  }

  /** The innermost opening bracket around a token; -1 at the top level. */
  enclosing(index: number): number {
    return this.#enclosing[index] ?? -1;
  }

  /** The text of a token; empty if the index is out of range. */
  textOf(index: number): string {
    return this.kind(index) === 0 ? '' : this.text.slice(this.start(index), this.end(index));
  }

  /** Whether a token is this punctuator. */
  is(index: number, punctuator: string): boolean {
    return this.kind(index) === TokenKind.punctuator && this.#hasText(index, punctuator);
  }

  /** Whether a token is one of these one-character punctuators. */
  isAny(index: number, punctuators: string): boolean {
    if (this.kind(index) !== TokenKind.punctuator || this.end(index) - this.start(index) !== 1) return false;
    return punctuators.includes(this.text.charAt(this.start(index)));
  }

  isWord(index: number, word: string): boolean {
    return this.kind(index) === TokenKind.word && this.#hasText(index, word);
  }

  /** Whether there is a line break before a token. */
  breaksBefore(index: number): boolean {
    const from = this.end(index - 1);
    const at = this.text.indexOf('\n', from);
    return at >= 0 && at < this.start(index);
  }

  /** The token that starts at an offset; -1 if there is none. */
  tokenAt(offset: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const start = this.start(middle);
      if (start === offset) return middle;
      if (start < offset) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** All tokens with this name, including names of properties and attributes. */
  *named(name: string): Generator<number> {
    const { text } = this;
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const index = this.tokenAt(at);
      if (index < 0 || this.end(index) !== at + name.length) continue;
      const kind = this.kind(index);
      if (kind === TokenKind.word || kind === TokenKind.elementName || kind === TokenKind.attributeName) yield index;
    }
  }

  #hasText(index: number, text: string): boolean {
    const start = this.start(index);
    return this.end(index) - start === text.length && this.text.startsWith(text, start);
  }
}
