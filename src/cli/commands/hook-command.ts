import type { AgentClientId, HookEvent } from '../../agent-hooks/clients/agent-client.ts';
import { answerHook } from '../../agent-hooks/answer-hook.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import type { Terminal } from '../base/terminal.ts';
import { requestedChunk } from '../base/requested-chunk.ts';
import { hookDeadlineSeconds } from '../../agent-hooks/hooks/hook-deadline.ts';
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

/** What a terminal or a broken client may send at most. The text of one written file is part of it. */
const MAX_INPUT_BYTES = 64 * 1024 * 1024;

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
        return (await engine.contracts()).length > 0;
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

async function readInput({ input }: Terminal, signal: AbortSignal): Promise<string> {
  if (input.isTTY === true) return '';
  // An input that is never closed would keep the process alive.
  signal.addEventListener('abort', () => input.destroy(), { once: true });
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of input as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_INPUT_BYTES) {
      throw new HoldfastError(
        'limit',
        `Failed to read the input of the hook: it has more than ${MAX_INPUT_BYTES} bytes`,
      );
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
