import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { HoldfastError } from '../../foundation/errors.ts';
import { AGENT_CLIENTS, type AgentClientId } from '../../hooks/clients/agent-client.ts';
import type { HookAnswer } from '../../hooks/protocol/hook-answer.ts';
import { answerAfterFault } from '../../hooks/protocol/fault-decision.ts';
import { formatExpiry, hookDeadlineSeconds } from '../../hooks/protocol/hook-deadline.ts';
import { answerStart } from '../../hooks/starts/answer-start.ts';
import { requestedChunk } from '../base/requested-chunk.ts';
import { findStorageFolder } from '../base/storage-folder.ts';
import { findSearchFolder, findStartFolder } from '../base/workspace-folder.ts';
import { startWatchdog } from './watchdog.ts';

export interface QuickStart {
  /** The arguments after `hook session-start`. */
  readonly parameters: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface QuickAnswer {
  /** `undefined` if the whole program has to answer. */
  readonly answer: HookAnswer | undefined;
  /** The standard input of the hook, if it was read. */
  readonly input: string | undefined;
}

/**
 * Answers `holdfast hook session-start` in this process. A client waits for it before its first word, and the program with its
 * engine takes longer to load than the answer takes.
 */
export async function startQuickly({ parameters, environment, signal }: QuickStart): Promise<QuickAnswer> {
  const flags = readFlags(parameters);
  if (flags === undefined || requestedChunk(undefined, environment) !== undefined) {
    return { answer: undefined, input: undefined };
  }
  const { client, seconds } = flags;
  // The process ends with the answer, and the watchdog with it.
  startWatchdog(seconds);
  const late = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
  addAbortSignal(late, process.stdin);
  const input = await text(process.stdin).catch((thrown: unknown) => {
    if (late.aborted) return undefined;
    throw thrown;
  });
  if (input === undefined) {
    return { answer: answerAfterFault('session-start', new HoldfastError('limit', formatExpiry(seconds))), input };
  }
  const answer = await answerStart({
    ...{ client, input, environment, seconds, signal: late },
    workingDirectory: process.cwd(),
    storage: findStorageFolder(environment),
    findFolder: (folder) => findSearchFolder('.', folder),
    findStartFolder,
  });
  return { answer, input };
}

interface StartFlags {
  readonly client: AgentClientId | undefined;
  readonly seconds: number;
}

/** `undefined` for options that need the whole program, or that it rejects. */
function readFlags(parameters: readonly string[]): StartFlags | undefined {
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: {
        client: { type: 'string' },
        'run-commands': { type: 'boolean' },
        timeout: { type: 'string' },
      },
    });
    const client = AGENT_CLIENTS.find((one) => one === values.client);
    const seconds = hookDeadlineSeconds(
      'session-start',
      values.timeout === undefined ? undefined : Number(values.timeout),
    );
    return client === values.client && seconds > 0 && Number.isFinite(seconds) ? { client, seconds } : undefined;
  } catch {
    return undefined;
  }
}
