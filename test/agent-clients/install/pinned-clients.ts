/** A coding agent that the tests run, in the exact version whose behavior is documented. */
export interface PinnedClient {
  /** Name and exact version in npm notation. Event names, limits and trust rules differ between neighbouring releases. */
  readonly spec: string;
  /** The name of its program. */
  readonly program: string;
  /** The script in `node_modules` that puts the program in its place. Other install scripts do not run. */
  readonly installScript?: string;
}

/** Only clients with an open licence, which work without an account. */
export const PINNED_CLIENTS = {
  codex: { spec: '@openai/codex@0.169.0', program: 'codex' },
  gemini: { spec: '@google/gemini-cli@0.61.0', program: 'gemini' },
  qwen: { spec: '@qwen-code/qwen-code@0.24.4', program: 'qwen' },
  opencode: { spec: 'opencode-ai@1.18.33', program: 'opencode', installScript: 'opencode-ai/postinstall.mjs' },
  'codex-acp': { spec: '@agentclientprotocol/codex-acp@2.6.0', program: 'codex-acp' },
} as const satisfies Readonly<Record<string, PinnedClient>>;

export type PinnedClientId = keyof typeof PINNED_CLIENTS;

export const PINNED_CLIENT_IDS = Object.keys(PINNED_CLIENTS) as readonly PinnedClientId[];
