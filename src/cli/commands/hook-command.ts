import type { AgentClientId, HookEvent } from '../../agent-hooks/clients/agent-client.ts';
import { answerHook, formatExpiry, hookDeadlineSeconds, type HookQuestion } from '../../agent-hooks/answer-hook.ts';
import type { HookAnswer } from '../../agent-hooks/hooks/hook-answer.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { readStandardInput } from '../base/read-input.ts';
import type { Terminal } from '../base/terminal.ts';
import { requestedChunk } from '../base/requested-chunk.ts';
import { startWatchdog } from '../base/watchdog.ts';
import { findSearchFolder, findStartFolder } from '../base/workspace-folder.ts';

export interface HookFlags {
  readonly client?: AgentClientId;
  readonly chunk?: string;
  readonly maxBlocks: number;
  readonly runCommands?: boolean;
  /** Seconds. */
  readonly timeout?: number;
}

/** How long an interrupted judgement may take to end its processes, in milliseconds. */
const GRACE_MS = 2_000;

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
  const { environment, openEngine, signal, terminal, workingDirectory } = context;
  const { stdout, stderr, exitCode } = await answerInTime({
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
  });
  if (stderr !== '') terminal.progressLine(stderr);
  if (stdout !== '') terminal.result(stdout);
  return exitCode;
}

/** Ends the process if something does not react to the end of the time. The client would wait for it. */
async function answerInTime(question: HookQuestion): Promise<HookAnswer> {
  // An edit is decided without a long computation, and a thread takes time to start.
  if (question.event === 'pre-edit') return answerHook(question);
  const seconds = hookDeadlineSeconds(question);
  const begun = performance.now();
  const watchdog = startWatchdog(seconds * 1000 + 2 * GRACE_MS, formatExpiry(seconds));
  const answer = await answerHook(question);
  if (performance.now() - begun < seconds * 1000) await watchdog[Symbol.asyncDispose]();
  else setTimeout(() => process.exit(), GRACE_MS).unref();
  return answer;
}

async function readInput(terminal: Terminal, signal: AbortSignal): Promise<string> {
  return terminal.input.isTTY === true ? '' : readStandardInput({ terminal }, 'the input of the hook', signal);
}
