const MASK = '[redacted]';

/** Shorter values would mask ordinary text. */
const SHORTEST_SECRET = 6;

/** Replaces every known secret value in a text. */
export function redact(text: string, secrets: readonly string[]): string {
  const redactor = new StreamRedactor(secrets);
  return redactor.push(text) + redactor.flush();
}

/** Redacts a text that arrives in pieces: what may be the beginning of a secret is held back until it is decided. */
export class StreamRedactor {
  readonly #spellings: readonly string[];
  readonly #initials: ReadonlySet<string>;
  #held = '';

  constructor(secrets: readonly string[]) {
    this.#spellings = spellingsOf(secrets);
    this.#initials = new Set(this.#spellings.map((value) => value.charAt(0)));
  }

  /** The text that may be shown now. */
  push(delta: string): string {
    return this.#read(this.#held + delta, false);
  }

  /** What is left at the end. */
  flush(): string {
    return this.#read(this.#held, true);
  }

  #read(text: string, atEnd: boolean): string {
    let shown = '';
    let plainFrom = 0;
    let at = 0;
    this.#held = '';
    while (at < text.length) {
      if (!this.#initials.has(text.charAt(at))) {
        at++;
        continue;
      }
      if (!atEnd && this.#mayBegin(text.slice(at, at + this.#longest))) {
        this.#held = text.slice(at);
        return shown + text.slice(plainFrom, at);
      }
      const found = this.#spellings.find((value) => text.startsWith(value, at));
      if (found === undefined) {
        at++;
        continue;
      }
      shown += text.slice(plainFrom, at) + MASK;
      at += found.length;
      plainFrom = at;
    }
    return shown + text.slice(plainFrom);
  }

  get #longest(): number {
    return this.#spellings[0]?.length ?? 0;
  }

  /** Whether the rest of a text is the beginning of a secret, and the next piece decides. */
  #mayBegin(rest: string): boolean {
    return this.#spellings.some((value) => value.length > rest.length && value.startsWith(rest));
  }
}

/** Every spelling in which a secret may turn up: as it is, inside JSON, inside a URL. The longest first. */
function spellingsOf(secrets: readonly string[]): readonly string[] {
  const known = new Set<string>();
  for (const secret of secrets) {
    const value = secret.trim();
    if (value.length < SHORTEST_SECRET) continue;
    known.add(value);
    known.add(JSON.stringify(value).slice(1, -1));
    known.add(encodeURIComponent(value));
  }
  return [...known].sort((left, right) => right.length - left.length);
}
