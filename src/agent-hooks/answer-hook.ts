import path from 'node:path';
import { HoldfastError } from '../shared/errors.ts';
import { requestedChunk } from './chunks/requested-chunk.ts';
import { HOOK_LIMITS, type AgentClientId, type HookEvent } from './clients/agent-client.ts';
import { decideAfterFault } from './hooks/fault-decision.ts';
import { formatHookAnswer, type HookAnswer, type HookDecision } from './hooks/hook-answer.ts';
import { readHookInput } from './hooks/hook-input.ts';
import { findSessionFolder } from './sessions/find-session-folder.ts';

/** The judgements that need an engine. */
export interface SessionJudge {
  start(options: {
    readonly session: string;
    readonly chunk: string | undefined;
    readonly signal: AbortSignal;
  }): Promise<HookDecision>;
  stop(options: {
    readonly session: string | undefined;
    readonly chunk: string | undefined;
    readonly maxBlocks: number;
    readonly runCommands: boolean;
    readonly signal: AbortSignal;
  }): Promise<HookDecision>;
}

export interface HookQuestion {
  readonly event: HookEvent;
  /** The client; `undefined` if its input decides. */
  readonly client: AgentClientId | undefined;
  /** The chunk that the session carries out. Default: `HOLDFAST_CHUNK`, or the chunk of its start. */
  readonly chunk: string | undefined;
  readonly maxBlocks: number;
  readonly runCommands: boolean;
  /** Seconds. Default: ten less than the limit of the client. */
  readonly timeoutSeconds: number | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path. The input of the hook can name another one. */
  readonly workingDirectory: string;
  readonly readInput: (signal: AbortSignal) => Promise<string>;
  /** The workspace folder of a working directory. */
  readonly findFolder: (workingDirectory: string) => string;
  /** The workspace folder of a session that starts in a directory: the directory itself if contracts are in it. */
  readonly findStartFolder: (directory: string) => Promise<string>;
  /** @param trusted whether commands of the workspace may run */
  readonly openJudge: (folder: string, trusted: boolean) => Promise<SessionJudge>;
  readonly signal: AbortSignal;
}

/** How much earlier than the client Holdfast ends, in seconds. */
const RESERVE_SECONDS = 10;

/** How long the answer of a hook takes at most, in seconds. */
export function hookDeadlineSeconds({ event, timeoutSeconds }: Pick<HookQuestion, 'event' | 'timeoutSeconds'>): number {
  return timeoutSeconds ?? HOOK_LIMITS[event] - RESERVE_SECONDS;
}

/**
 * [AGENT-1] [AGENT-2] Answers the hook of an agent in the dialect of its client. Never throws: a fault, or a judgement that
 * takes too long, lets the agent continue.
 */
export async function answerHook(question: HookQuestion): Promise<HookAnswer> {
  const deadline = AbortSignal.timeout(hookDeadlineSeconds(question) * 1000);
  const signal = AbortSignal.any([question.signal, deadline]);
  const known = { client: question.client };
  const decision = await Promise.race([
    decide({ ...question, signal }, known).catch((thrown: unknown) => decideAfterFault(question.event, thrown)),
    expire(signal, question),
  ]);
  return formatHookAnswer(known.client ?? 'claude', question.event, decision);
}

/** @param known its client is set as soon as it is known: a fault is answered in the dialect of the client too */
async function decide(question: HookQuestion, known: { client: AgentClientId | undefined }): Promise<HookDecision> {
  const input = readHookInput(await question.readInput(question.signal));
  known.client ??= input.client;
  const workingDirectory = path.resolve(question.workingDirectory, input.folder ?? '.');
  const { session } = input;
  const recorded = await findSessionFolder({
    session,
    directories: [workingDirectory, question.workingDirectory, ...listProjectDirectories(question.environment)],
    findFolder: question.findFolder,
  });
  const folder = recorded ?? question.findFolder(workingDirectory);
  const chunk = requestedChunk(question.chunk, question.environment);
  switch (question.event) {
    case 'pre-edit': {
      const { decidePreEdit } = await import('./writes/decide-pre-edit.ts');
      return decidePreEdit({ input, folder, workingDirectory, chunk });
    }
    case 'session-start':
      return startSession(question, recorded ?? (await question.findStartFolder(workingDirectory)), session, chunk);
    case 'stop':
      return stopSession(question, folder, session, chunk);
  }
}

/** Where clients say that a session was started. The working directory is that of the agent, which it can change. */
const PROJECT_VARIABLES = ['CLAUDE_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'QWEN_PROJECT_DIR'] as const;

function listProjectDirectories(environment: HookQuestion['environment']): readonly string[] {
  return PROJECT_VARIABLES.map((name) => environment[name] ?? '').filter((directory) => path.isAbsolute(directory));
}

async function startSession(
  { openJudge, signal }: HookQuestion,
  folder: string,
  session: string | undefined,
  chunk: string | undefined,
): Promise<HookDecision> {
  if (session !== undefined) return (await openJudge(folder, false)).start({ session, chunk, signal });
  throw new HoldfastError('unsupported', 'Failed to record the session: the client gives it no id', {
    hint: 'Its work is judged from the merge base with the default branch, or from the last commit.',
  });
}

async function stopSession(
  { runCommands: isFlagSet, maxBlocks, openJudge, signal }: HookQuestion,
  folder: string,
  session: string | undefined,
  chunk: string | undefined,
): Promise<HookDecision> {
  const project = isFlagSet ? await findFlagOfProject(folder) : undefined;
  const runCommands = isFlagSet && project === undefined;
  const judge = await openJudge(folder, runCommands);
  const decision = await judge.stop({ session, chunk, maxBlocks, runCommands, signal });
  if (project === undefined || decision.kind === 'refuse') return decision;
  const note = `--run-commands is in ${project}, which is part of the repository, so no command ran. Put it into your own hook file: holdfast init --agents … --user --run-commands`;
  return { ...decision, notes: [note, ...decision.notes] };
}

async function findFlagOfProject(folder: string): Promise<string | undefined> {
  const { findProjectFlag } = await import('./configuration/find-project-flag.ts');
  return findProjectFlag(folder);
}

function expire(signal: AbortSignal, question: HookQuestion): Promise<HookDecision> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () =>
      resolve(
        decideAfterFault(question.event, new HoldfastError('limit', formatExpiry(hookDeadlineSeconds(question)))),
      ),
    );
  });
}

export function formatExpiry(seconds: number): string {
  return `The judgement took longer than ${seconds} seconds.`;
}
