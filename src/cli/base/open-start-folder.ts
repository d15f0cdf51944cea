import type { Engine } from '../../engine.ts';
import type { CommandContext } from './command-context.ts';
import { findStartFolder } from './workspace-folder.ts';

/** Opens the workspace folder of the sessions that start in the working directory, as the hooks and `holdfast mcp` do. */
export async function openStartFolder({
  workingDirectory,
  openEngine,
}: Pick<CommandContext, 'openEngine' | 'workingDirectory'>): Promise<{
  readonly folder: string;
  readonly engine: Engine;
}> {
  const folder = await findStartFolder(
    workingDirectory,
    async (one) => (await (await openEngine(one)).contracts.readAll()).length > 0,
  );
  return { folder, engine: await openEngine(folder) };
}
