import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { DATABASE_URL_VARIABLE, type SecretVariable } from '../../foundation/secret-variables.ts';

/** A key that a person may store. */
export interface KnownKey {
  /** The name of the environment variable for the key. */
  readonly name: SecretVariable;
  readonly title: string;
  readonly detail: string;
}

/** The keys of all providers and of the known OpenAI-compatible hosts. A test compares them with the providers. */
export const knownKeys = (): readonly KnownKey[] => [
  { name: 'ANTHROPIC_API_KEY', title: 'Anthropic', detail: l10n.t('For models anthropic:…') },
  {
    name: 'OPENAI_API_KEY',
    title: 'OpenAI',
    detail: l10n.t('For models openai:…, and openai-compatible:… at openai.com'),
  },
  { name: 'GOOGLE_GENERATIVE_AI_API_KEY', title: 'Google', detail: l10n.t('For models google:…') },
  { name: 'ZAI_API_KEY', title: 'Z.ai', detail: l10n.t('For models openai-compatible:… at z.ai, such as GLM') },
  {
    name: 'OPENROUTER_API_KEY',
    title: 'OpenRouter',
    detail: l10n.t('For models openai-compatible:… at openrouter.ai'),
  },
  { name: 'DEEPSEEK_API_KEY', title: 'DeepSeek', detail: l10n.t('For models openai-compatible:… at deepseek.com') },
  {
    name: 'HOLDFAST_API_KEY',
    title: l10n.t('Other Service'),
    detail: l10n.t('For models openai-compatible:… at any address. Takes precedence over the keys above'),
  },
  {
    name: DATABASE_URL_VARIABLE,
    title: 'PostgreSQL',
    detail: l10n.t(
      'postgresql://user:password@host:5432/database, for a shared history. Applies after the window is reloaded',
    ),
  },
];

/** Secret storage names are this prefix and the name of the environment variable. */
const PREFIX = 'holdfast.key.';

/** Reads API keys from the editor's secret storage, or else from the environment. */
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

  async read(name: string): Promise<string | undefined> {
    return (await this.readStored(name)) ?? trimToUndefined(this.#environment[name]);
  }

  /** The key in the secret storage, without the environment. */
  async readStored(name: string): Promise<string | undefined> {
    return trimToUndefined(await this.#storage.get(PREFIX + name));
  }

  isInEnvironment(name: string): boolean {
    return trimToUndefined(this.#environment[name]) !== undefined;
  }

  async store(name: string, key: string): Promise<void> {
    await this.#storage.store(PREFIX + name, key);
  }

  async remove(name: string): Promise<void> {
    await this.#storage.delete(PREFIX + name);
  }
}

function trimToUndefined(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}
