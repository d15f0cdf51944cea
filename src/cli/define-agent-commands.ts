import { Argument, Option, type Command } from 'commander';
import { AGENT_CLIENTS, HOOK_EVENTS, type HookEvent } from '../hooks/clients/agent-client.ts';
import type { AwaitExitCode, CommandContext } from './base/command-context.ts';
import { parsePositiveInteger, parsePositiveNumber } from './base/options.ts';
import type { HookFlags } from './commands/hook-command.ts';
import type { McpFlags } from './commands/mcp-command.ts';

const DEFAULT_MAX_BLOCKS = 5;

/** Defines `hook` and `mcp`, which other agents call. */
export function defineAgentCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  program
    .command('hook')
    .description(
      'answer a hook of another agent, whose input is read from standard input: record the start of a session, judge its end, or judge an edit before it',
    )
    .addArgument(new Argument('<event>', 'what the agent is about to do').choices(HOOK_EVENTS))
    .addOption(
      new Option('--client <client>', 'the agent, whose answer differs (default: derived from its input)').choices(
        AGENT_CLIENTS,
      ),
    )
    .option('--chunk <id>', 'the chunk that the session carries out, as <chunk> or <contract>#<chunk>')
    .option(
      '--max-blocks <n>',
      'how often the end of a session is refused because of the same chunk',
      parsePositiveInteger,
      DEFAULT_MAX_BLOCKS,
    )
    .option(
      '--run-commands',
      'run the commands of the contract too, confined and without network; ignored in a file of the repository',
    )
    .option('--timeout <seconds>', "when the hook gives up, before the client's own limit", parsePositiveNumber)
    .action(async (event: HookEvent, flags: HookFlags) => {
      const { hookCommand } = await import('./commands/hook-command.ts');
      await finish(hookCommand(context, event, flags));
    });
  program
    .command('mcp')
    .description(
      'serve the tools for other agents over the Model Context Protocol, on standard input and output: list, start and check chunks, explain violations, imports, impact, plan check, amendments',
    )
    .option('--chunk <id>', 'the chunk that the session carries out, as <chunk> or <contract>#<chunk>')
    .option('--folder <dir>', 'the workspace folder (default: that of the working directory)')
    .option('--tools <names...>', 'serve only these tools, for example check,explain_violation (default: all)')
    .action(async (flags: McpFlags) => {
      const { mcpCommand } = await import('./commands/mcp-command.ts');
      await finish(mcpCommand(context, flags));
    });
}
