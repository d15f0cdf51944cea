import type { Chunk, Contract } from '../../contract/model.ts';
import { buildAgentTask } from '../../models/prompts/agent-task.ts';
import { findAvailableExports } from '../../run/prompt/available-exports.ts';
import { accumulateContexts } from '../../run/prompt/change-context.ts';
import type { AgentTask } from '../agent-types.ts';
import type { FolderServices } from '../../run/services/folder-services.ts';

/** The task of a chunk for an agent that works in the user's tree, with the imports that exist there. */
export async function createAgentTask(
  { tree, analysis }: Pick<FolderServices, 'tree' | 'analysis'>,
  { contract, chunk }: { readonly contract: Contract; readonly chunk: Chunk },
): Promise<AgentTask> {
  const { available, missing } = await findAvailableExports({
    contract,
    chunk,
    root: tree.root,
    analysis,
    recorded: [],
  });
  const text = buildAgentTask({
    contract,
    chunk,
    context: { ...accumulateContexts([]), availableExports: available },
    notYetCreated: missing,
    contextFiles: [],
  });
  return { text, imports: available, notYetCreated: missing };
}
