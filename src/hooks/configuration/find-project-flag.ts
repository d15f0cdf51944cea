import { AGENT_FILES } from './agent-files.ts';
import { readAgentFile } from './configure-agents.ts';

/** A flag that only a person may set, in files outside of the repository. */
export const RUN_COMMANDS_FLAG = '--run-commands';

/**
 * The hook file of a folder that starts Holdfast with `--run-commands`; `undefined` if there is none. The flag is then ignored:
 * a repository must not decide that its commands run outside of the sandbox of an agent.
 */
export async function findProjectFlag(folder: string): Promise<string | undefined> {
  for (const { project } of [...AGENT_FILES, { project: '.claude/settings.local.json' }]) {
    const text = await readAgentFile(folder, project);
    if (text?.includes(RUN_COMMANDS_FLAG) === true) return project;
  }
  return undefined;
}
