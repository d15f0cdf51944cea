import type * as vscode from 'vscode';

/** Keys are kept under the name of the environment variable that would hold them. */
const PREFIX = 'holdfast.key.';

/** API keys in the editor's secret storage; the environment answers where the storage has none. */
export class SecretKeys {
  readonly #storage: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;
  readonly #environment: Readonly<Record<string, string | undefined>>;

  constructor(
    storage: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>,
    environment: Readonly<Record<string, string | undefined>>,
  ) {
    this.#storage = storage;
    this.#environment = environment;
  }

  /** The key of that name, or undefined where there is none. */
  async read(name: string): Promise<string | undefined> {
    return (await this.stored(name)) ?? nonEmpty(this.#environment[name]);
  }

  async stored(name: string): Promise<string | undefined> {
    return nonEmpty(await this.#storage.get(PREFIX + name));
  }

  inEnvironment(name: string): boolean {
    return nonEmpty(this.#environment[name]) !== undefined;
  }

  async store(name: string, key: string): Promise<void> {
    await this.#storage.store(PREFIX + name, key);
  }

  async remove(name: string): Promise<void> {
    await this.#storage.delete(PREFIX + name);
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}
