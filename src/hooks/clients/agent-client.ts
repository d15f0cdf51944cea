/** The coding agents whose hooks call Holdfast, by the name that `--client` and `init --agents` take. */
export const AGENT_CLIENTS = ['claude', 'codex', 'copilot', 'vscode', 'gemini', 'cursor', 'qwen', 'opencode'] as const;

export type AgentClientId = (typeof AGENT_CLIENTS)[number];

/** The events that `holdfast hook` answers. */
export const HOOK_EVENTS = ['session-start', 'stop', 'pre-edit'] as const;

export type HookEvent = (typeof HOOK_EVENTS)[number];

/** The limit that a client has for each hook, in seconds. Holdfast ends a hook well before. */
export const HOOK_LIMITS: Readonly<Record<HookEvent, number>> = { 'session-start': 30, stop: 60, 'pre-edit': 15 };
