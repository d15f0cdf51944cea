import os from 'node:os';
import { AGENT_CLIENTS, type AgentClientId } from '../../hooks/clients/agent-client.ts';
import type { AgentFileChange } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findSearchFolder } from '../base/workspace-folder.ts';
import { unifiedDiff } from '../render/unified-diff.ts';

export interface InitAgentsFlags {
  /** `true` without names. */
  readonly agents: readonly string[] | true;
  readonly remove?: boolean;
  readonly user?: boolean;
  /** The MCP server too. */
  readonly mcp?: boolean;
  readonly runCommands?: boolean;
  readonly program?: string;
  readonly dryRun?: boolean;
  readonly format: OutputFormat;
}

/** `holdfast init --agents`: writes or removes the hooks of other agents, and shows what it changes. */
export async function initAgentsCommand(context: CommandContext, flags: InitAgentsFlags): CommandResult {
  const { terminal } = context;
  const engine = await context.openEngine(findSearchFolder('.', context.workingDirectory));
  const home = os.homedir();
  const scope = flags.user === true ? 'user' : 'project';
  const clients =
    flags.agents === true ? await engine.agents.listUsedClients({ scope, home }) : parseClients(flags.agents);
  if (clients.length === 0) {
    throw new HoldfastError('configuration', 'Failed to write the hooks: no agent has files here', {
      hint: `Name the agents: holdfast init --agents ${AGENT_CLIENTS.join(',')}`,
    });
  }
  const changes = await engine.agents.configure({
    clients,
    action: flags.remove === true ? 'remove' : 'write',
    scope,
    home,
    program: flags.program,
    runCommands: flags.runCommands,
    mcp: flags.mcp,
    dryRun: flags.dryRun,
  });
  if (flags.format === 'json') {
    terminal.result(JSON.stringify({ changes }, null, 2));
    return ExitCode.ok;
  }
  for (const change of changes) printChange(context, change);
  if (flags.dryRun === true) terminal.result('Nothing was written.');
  else if (flags.remove !== true)
    terminal.result('Next: "holdfast doctor" tells for each agent whether its hooks run.');
  return ExitCode.ok;
}

function parseClients(names: readonly string[]): readonly AgentClientId[] {
  const items = names.flatMap((name) => name.split(',')).map((name) => name.trim());
  return items.filter((name) => name !== '').map(parseClient);
}

function parseClient(name: string): AgentClientId {
  const client = AGENT_CLIENTS.find((one) => one === name);
  if (client !== undefined) return client;
  throw new HoldfastError('configuration', `Failed to write the hooks: unknown agent "${name}"`, {
    hint: `The agents are ${AGENT_CLIENTS.join(', ')}.`,
  });
}

function printChange({ terminal }: CommandContext, { clients, file, outcome, before, after }: AgentFileChange): void {
  terminal.result(`${terminal.style('bold', file)}: ${outcome} (${clients.join(', ')})`);
  for (const line of unifiedDiff(file, before ?? '', after ?? '')) terminal.result(line);
}
