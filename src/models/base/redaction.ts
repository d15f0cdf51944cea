const MASK = '[redacted]';

/** Shorter values are not masked, because they would also match ordinary text. */
const MIN_SECRET_LENGTH = 6;

/**
 * Values that people and documentation use where a server needs no key. They are ordinary words and not secrets, and
 * masking them would make reports unreadable.
 */
const DUMMY_KEYS: ReadonlySet<string> = new Set([
  'anything',
  'api-key',
  'api_key',
  'apikey',
  'changeme',
  'default',
  'dummy-api-key',
  'dummy-key',
  'dummy_key',
  'example',
  'fake-api-key',
  'fake-key',
  'llamacpp',
  'lm-studio',
  'lmstudio',
  'local-key',
  'localai',
  'localhost',
  'missing',
  'no-key',
  'no-key-required',
  'not-needed',
  'not-required',
  'not-used',
  'notneeded',
  'ollama',
  'openai',
  'password',
  'placeholder',
  'secret',
  'sk-1234',
  'sk-dummy',
  'sk-fake',
  'sk-no-key-required',
  'sk-test',
  'sk-xxx',
  'test-api-key',
  'test-key',
  'token-abc123',
  'undefined',
  'unused',
  'your-api-key',
  'your_api_key',
]);

/** Whether an API key has to be masked: it is neither a short value nor a well-known dummy. */
export function isSecret(key: string): boolean {
  const value = key.trim();
  if (value.length < MIN_SECRET_LENGTH || DUMMY_KEYS.has(value.toLowerCase())) return false;
  // A key such as "xxxxxxxx" consists of one character.
  return new Set(value).size > 1;
}

/** Masks every secret in a text. */
export function redact(text: string, secrets: readonly string[]): string {
  const redactor = new StreamRedactor(secrets);
  return redactor.push(text) + redactor.flush();
}

/** Masks secrets in streamed text. Text that may be the start of a secret is buffered until more text arrives. */
export class StreamRedactor {
  /** Each secret in all its spellings, the longest first. */
  readonly #spellings: readonly string[];
  readonly #firstCharacters: ReadonlySet<string>;
  #buffer = '';

  constructor(secrets: readonly string[]) {
    this.#spellings = spellingsOf(secrets);
    this.#firstCharacters = new Set(this.#spellings.map((value) => value.charAt(0)));
  }

  /** Adds text and returns the text that is safe to show now. */
  push(delta: string): string {
    return this.#redact(this.#buffer + delta, false);
  }

  /** Returns the rest of the text, with secrets masked. */
  flush(): string {
    return this.#redact(this.#buffer, true);
  }

  #redact(text: string, atEnd: boolean): string {
    let output = '';
    let plainStart = 0;
    let index = 0;
    this.#buffer = '';
    while (index < text.length) {
      if (!this.#firstCharacters.has(text.charAt(index))) {
        index++;
        continue;
      }
      if (!atEnd && this.#isPrefixOfSecret(text.slice(index, index + this.#maxLength))) {
        this.#buffer = text.slice(index);
        return output + text.slice(plainStart, index);
      }
      const found = this.#spellings.find((value) => text.startsWith(value, index));
      if (found === undefined) {
        index++;
        continue;
      }
      output += text.slice(plainStart, index) + MASK;
      index += found.length;
      plainStart = index;
    }
    return output + text.slice(plainStart);
  }

  get #maxLength(): number {
    return this.#spellings[0]?.length ?? 0;
  }

  #isPrefixOfSecret(text: string): boolean {
    return this.#spellings.some((value) => value.length > text.length && value.startsWith(text));
  }
}

/** Returns each secret as it is, escaped for JSON and encoded for URLs. The longest first. */
function spellingsOf(secrets: readonly string[]): readonly string[] {
  const spellings = new Set<string>();
  for (const secret of secrets.filter(isSecret)) {
    const value = secret.trim();
    spellings.add(value);
    spellings.add(JSON.stringify(value).slice(1, -1));
    spellings.add(encodeURIComponent(value));
  }
  return [...spellings].sort((left, right) => right.length - left.length);
}
