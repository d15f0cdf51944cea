import type { AgentClientId, HookEvent } from '../clients/agent-client.ts';

/** What a hook answers, independent of the client. */
export type HookDecision =
  /** The agent continues. `notes` are for the person. */
  | { readonly kind: 'allow'; readonly notes: readonly string[]; readonly context?: string | undefined }
  /** The agent must not stop, or must not write. The reason is for the model and is not empty. */
  | { readonly kind: 'refuse'; readonly reason: string };

/** What the process of a hook prints and how it exits. An empty text is not printed. */
export interface HookAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: 0 | 2;
}

/**
 * The answer of a hook in the dialect of a client. Exit code 2 with the reason on standard error is what most clients follow.
 * Copilot takes it for a warning at the end of a turn and follows JSON there, and Cursor follows JSON alone.
 */
export function formatHookAnswer(client: AgentClientId, event: HookEvent, decision: HookDecision): HookAnswer {
  return decision.kind === 'allow' ? allow(client, decision) : DIALECTS[client](event, decision.reason);
}

function allow(client: AgentClientId, decision: Extract<HookDecision, { kind: 'allow' }>): HookAnswer {
  const { context, notes } = decision;
  return {
    stdout: context === undefined ? '' : formatContext(client, context),
    stderr: notes.join('\n'),
    exitCode: 0,
  };
}

function formatContext(client: AgentClientId, additionalContext: string): string {
  const hookSpecificOutput = { hookEventName: 'SessionStart', additionalContext };
  switch (client) {
    case 'cursor':
      return JSON.stringify({ additional_context: additionalContext });
    case 'opencode':
      return additionalContext;
    case 'copilot':
    case 'vscode':
      return JSON.stringify({ additionalContext, hookSpecificOutput });
    // Codex drops an answer with a field that it does not know.
    case 'claude':
    case 'codex':
    case 'gemini':
    case 'qwen':
      return JSON.stringify({ hookSpecificOutput });
  }
}

type Refuse = (event: HookEvent, reason: string) => HookAnswer;

/** Codex, for example, stops if the JSON has an unknown field, so nothing is printed to standard output. */
const refuseByExitCode: Refuse = (_event, reason) => ({ stdout: '', stderr: reason, exitCode: 2 });

/**
 * Copilot and VS Code read the same file of hooks. At the end of a turn, Copilot reads `decision`, and VS Code reads the
 * nested one. Before an edit, both follow the exit code.
 */
const refuseByJson: Refuse = (event, reason) => {
  if (event === 'stop') {
    const decision = { decision: 'block', reason };
    const stdout = JSON.stringify({ ...decision, hookSpecificOutput: { hookEventName: 'Stop', ...decision } });
    return { stdout, stderr: '', exitCode: 0 };
  }
  const permission = { permissionDecision: 'deny', permissionDecisionReason: reason };
  const stdout = JSON.stringify({ ...permission, hookSpecificOutput: { hookEventName: 'PreToolUse', ...permission } });
  return { stdout, stderr: reason, exitCode: 2 };
};

const refuseForCursor: Refuse = (event, reason) => {
  const answer =
    event === 'stop'
      ? { followup_message: reason }
      : { permission: 'deny', user_message: reason, agent_message: reason };
  return { stdout: JSON.stringify(answer), stderr: '', exitCode: 0 };
};

const DIALECTS: Readonly<Record<AgentClientId, Refuse>> = {
  claude: refuseByExitCode,
  codex: refuseByExitCode,
  gemini: refuseByExitCode,
  qwen: refuseByExitCode,
  opencode: refuseByExitCode,
  copilot: refuseByJson,
  vscode: refuseByJson,
  cursor: refuseForCursor,
};
