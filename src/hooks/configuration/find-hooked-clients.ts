import type { AgentClientId } from '../clients/agent-client.ts';
import { AGENT_FILES } from './agent-files.ts';
import { readInstalled } from './diagnose-agents.ts';

/** The clients whose hooks call Holdfast, in the folder or for the user. */
export async function findHookedClients(folder: string, home: string): Promise<readonly AgentClientId[]> {
  const hooked = new Set<AgentClientId>();
  for (const file of AGENT_FILES) {
    const places = [[folder, file.project] as const, ...(file.user === undefined ? [] : [[home, file.user] as const])];
    for (const [root, target] of places) {
      if ((await readInstalled(root, target, file)) === undefined) continue;
      for (const client of file.clients) hooked.add(client);
    }
  }
  return [...hooked];
}
