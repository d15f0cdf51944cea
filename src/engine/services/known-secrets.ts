import { secretsOfServerUrl } from '../../history/database/server-url.ts';
import type { KeyReader } from '../../models/base/model-provider.ts';
import { isSecret, redact } from '../../models/base/redaction.ts';
import { redactOutputs } from '../../foundation/output-redaction.ts';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import { DATABASE_URL_VARIABLE, SECRET_VARIABLES } from '../../foundation/secret-variables.ts';

/** The secrets that an engine knows. They are masked in everything that it reports and stores, and in prompts. */
export class KnownSecrets {
  readonly #read: KeyReader;
  readonly #values = new Set<string>();

  constructor(read: KeyReader) {
    this.#read = read;
  }

  /**
   * Reads every secret that is configured, so that a report which contains one is redacted even if no model was opened: a
   * command can print a key that it finds in a file. Keys that are set later are known as soon as a run starts.
   */
  readonly loaded = memoizeUntilFailure(() => this.load());

  async load(): Promise<void> {
    for (const name of SECRET_VARIABLES) {
      const value = await this.#read(name);
      if (value !== undefined) this.add(name === DATABASE_URL_VARIABLE ? secretsOfServerUrl(value) : [value]);
    }
  }

  /** Adds values, except those that are too short or too common to be secrets. */
  add(values: readonly string[]): void {
    for (const value of values.filter(isSecret)) this.#values.add(value);
  }

  list(): readonly string[] {
    return [...this.#values];
  }

  redact(text: string): string {
    return redact(text, this.list());
  }

  /** Redacts the outputs and messages of a report. */
  redactReport<Report>(report: Report): Report {
    return this.#values.size === 0 ? report : redactOutputs(report, (text) => this.redact(text));
  }
}
