import type { AgentClientId, HookEvent } from '../../hooks/clients/agent-client.ts';
import { answerHook } from '../../hooks/answer-hook.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { readStandardInput } from '../base/read-input.ts';
import type { Terminal } from '../base/terminal.ts';
import { requestedChunk } from '../base/requested-chunk.ts';
import { hookDeadlineSeconds } from '../../hooks/protocol/hook-deadline.ts';
import { startWatchdog } from '../watch/watchdog.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findSearchFolder, findStartFolder } from '../base/workspace-folder.ts';

export interface HookFlags {
  readonly client?: AgentClientId;
  readonly chunk?: string;
  readonly maxBlocks: number;
  readonly runCommands?: boolean;
  /** Seconds. */
  readonly timeout?: number;
}

/**
 * Standard error is for the agent alone. Commands run only in a sandbox without network, with Holdfast's own TypeScript. The
 * settings of the agent may set variables, which could widen that sandbox.
 */
const HOOK_FLAGS = { packages: 'own', confinement: 'strict', quiet: true, readsVariables: false } as const;

/**
 * `holdfast hook <event>`: answers the hook of another agent. The exit code is 2 if the agent must not continue, and 0
 * otherwise.
 */
export async function hookCommand(context: CommandContext, event: HookEvent, flags: HookFlags): CommandResult {
  const { environment, hookWatch, openEngine, signal, terminal, workingDirectory } = context;
  // If the process that watches is killed, no other process ends this one. An edit is decided without a long computation.
  if (hookWatch !== undefined && event !== 'pre-edit') startWatchdog(hookDeadlineSeconds(event, flags.timeout));
  const answer = await answerHook({
    event,
    client: flags.client,
    chunk: requestedChunk(flags.chunk, environment),
    maxBlocks: flags.maxBlocks,
    runCommands: flags.runCommands === true,
    timeoutSeconds: flags.timeout,
    environment,
    workingDirectory,
    readInput: (untilLate) => readInput(terminal, untilLate),
    findFolder: (folder) => findSearchFolder('.', folder),
    findStartFolder: (directory) =>
      findStartFolder(directory, async (folder) => {
        const engine = await openEngine(folder, { ...HOOK_FLAGS, trusted: false });
        return (await engine.contracts.readAll()).length > 0;
      }),
    openJudge: async (folder, trusted) => (await openEngine(folder, { ...HOOK_FLAGS, trusted })).agents,
    signal,
    watch: hookWatch,
  });
  if (answer === undefined) return ExitCode.ok;
  const { stdout, stderr, exitCode } = answer;
  if (stderr !== '') terminal.progressLine(stderr);
  if (stdout !== '') terminal.result(stdout);
  return exitCode;
}

async function readInput(terminal: Terminal, signal: AbortSignal): Promise<string> {
  return terminal.input.isTTY === true ? '' : readStandardInput({ terminal }, 'the input of the hook', signal);
}
