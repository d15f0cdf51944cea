import { existsSync } from 'node:fs';
import path from 'node:path';
import { AGENT_CLIENTS, type AgentClientId } from '../clients/agent-client.ts';

/** The files and folders that show that a client is used, by place. Paths with `/`. */
const MARKERS: Readonly<
  Record<AgentClientId, { readonly project: readonly string[]; readonly user: readonly string[] }>
> = {
  claude: { project: ['.claude', 'CLAUDE.md'], user: ['.claude'] },
  codex: { project: ['.codex'], user: ['.codex'] },
  copilot: { project: ['.github/hooks', '.github/copilot-instructions.md'], user: ['.copilot'] },
  vscode: { project: ['.vscode'], user: ['.vscode'] },
  gemini: { project: ['.gemini', 'GEMINI.md'], user: ['.gemini'] },
  cursor: { project: ['.cursor'], user: ['.cursor'] },
  qwen: { project: ['.qwen', 'QWEN.md'], user: ['.qwen'] },
  opencode: { project: ['.opencode', 'opencode.json', 'opencode.jsonc'], user: ['.config/opencode'] },
};

/**
 * The clients that have files in a folder.
 *
 * @param root absolute path of the workspace folder, or of the home folder
 */
export function findUsedClients(root: string, scope: 'project' | 'user'): readonly AgentClientId[] {
  return AGENT_CLIENTS.filter((client) => MARKERS[client][scope].some((marker) => existsSync(path.join(root, marker))));
}
