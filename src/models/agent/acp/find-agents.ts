import { findStartable } from '../../../workspace/environment/find-program.ts';
import { KNOWN_AGENTS, type KnownAgent } from './agent-definition.ts';

/** Whether the program of a known agent is on this machine. Only a run shows whether the agent is signed in. */
export interface AgentInstallation {
  /** `acp:codex`. */
  readonly reference: string;
  /** `codex`. */
  readonly title: string;
  /** Absolute path of the program that speaks the protocol; undefined if it is not installed. */
  readonly program: string | undefined;
  /** The command that installs it. */
  readonly installCommand: string;
  /** Whether the agent itself is installed, and only its adapter to the protocol is missing. */
  readonly lacksAdapter: boolean;
  /** Whether it reports its usage. A cost limit refuses an agent that does not. */
  readonly reportsUsage: boolean;
}

/**
 * Searches the known agents where a run finds them: in `node_modules/.bin` of the workspace and its parents, then on the
 * search path. Starts nothing.
 *
 * @param folders absolute paths of the workspace folders
 */
export function findAgents(searchPath: string, folders: readonly string[]): Promise<readonly AgentInstallation[]> {
  const find = (program: string) => findStartable(program, folders, searchPath);
  return Promise.all(KNOWN_AGENTS.map((agent) => findAgent(agent, find)));
}

async function findAgent(
  agent: KnownAgent,
  find: (program: string) => Promise<string | undefined>,
): Promise<AgentInstallation> {
  const { title, packageName, adapts, reportsUsage } = agent;
  const [name = ''] = agent.command;
  const program = await find(name);
  const isAdapted = adapts !== undefined && (await find(adapts)) !== undefined;
  return {
    reference: `acp:${title}`,
    title,
    program,
    installCommand: `npm install --global ${packageName}`,
    lacksAdapter: program === undefined && isAdapted,
    reportsUsage,
  };
}
