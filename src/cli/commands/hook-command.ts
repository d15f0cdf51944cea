import path from 'node:path';
import type { AgentClientId, HookEvent } from '../../agents/agent-client.ts';
import { hookDeadlineSeconds } from '../../agents/configuration/agent-files.ts';
import { decideAfterFault } from '../../agents/hooks/fault-decision.ts';
import { formatHookAnswer, type HookDecision } from '../../agents/hooks/hook-answer.ts';
import { readHookInput, type HookInput } from '../../agents/hooks/hook-input.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { startWatchdog } from '../base/watchdog.ts';
import { findSearchFolder } from '../base/workspace-folder.ts';

export interface HookFlags {
  readonly client?: AgentClientId;
  readonly chunk?: string;
  readonly maxBlocks: number;
  readonly runCommands?: boolean;
  /** Seconds. */
  readonly timeout?: number;
}

/** What a person's terminal or a broken client may send at most. The text of one written file is part of it. */
const MAX_INPUT_BYTES = 64 * 1024 * 1024;
/** How long an interrupted judgement may take to end its processes, in milliseconds. */
const GRACE_MS = 2_000;

/**
 * `holdfast hook <event>`: answers the hook of another agent. The exit code is 2 if the agent must not continue, and 0 otherwise.
 * A fault, or a judgement that takes too long, never holds an agent back.
 */
export async function hookCommand(context: CommandContext, event: HookEvent, flags: HookFlags): CommandResult {
  const seconds = flags.timeout ?? hookDeadlineSeconds(event);
  const deadline = AbortSignal.timeout(seconds * 1000);
  const signal = AbortSignal.any([context.signal, deadline]);
  const question: Question = { context: { ...context, signal }, event, flags, client: flags.client };
  const decision = await decideInTime(question, signal, seconds);
  if (signal.aborted) endAfterGrace();
  const { stdout, stderr, exitCode } = formatHookAnswer(question.client ?? 'claude', event, decision);
  if (stderr !== '') context.terminal.progressLine(stderr);
  if (stdout !== '') context.terminal.result(stdout);
  return exitCode;
}

async function decideInTime(question: Question, signal: AbortSignal, seconds: number): Promise<HookDecision> {
  // An edit is decided without a long computation, and a thread takes time to start.
  const watchdog =
    question.event === 'pre-edit' ? undefined : startWatchdog(seconds * 1000 + 2 * GRACE_MS, formatExpiry(seconds));
  try {
    return await Promise.race([decide(question).catch(decideAfterFault), expire(signal, seconds)]);
  } finally {
    // After an interruption, the watchdog also ends what does not react.
    if (!signal.aborted) await watchdog?.[Symbol.asyncDispose]();
  }
}

interface Question {
  readonly context: CommandContext;
  readonly event: HookEvent;
  readonly flags: HookFlags;
  /** Set as soon as it is known: a fault is answered in the dialect of the client too. */
  client: AgentClientId | undefined;
}

async function decide(question: Question): Promise<HookDecision> {
  const { context, event, flags } = question;
  const input = readHookInput(await readStandardInput());
  question.client ??= input.client;
  const workingDirectory = path.resolve(context.workingDirectory, input.folder ?? '.');
  const folder = findSearchFolder('.', workingDirectory);
  const chunk = flags.chunk ?? emptyToUndefined(context.environment['HOLDFAST_CHUNK']);
  switch (event) {
    case 'pre-edit':
      return decideEdit({ input, folder, workingDirectory, chunk, environment: context.environment });
    case 'session-start':
      return startSession(context, folder, { session: input.session, chunk });
    case 'stop':
      return stopSession(context, folder, { session: input.session, chunk, flags });
  }
}

async function decideEdit(options: {
  readonly input: HookInput;
  readonly folder: string;
  readonly workingDirectory: string;
  readonly chunk: string | undefined;
  readonly environment: CommandContext['environment'];
}): Promise<HookDecision> {
  const { decidePreEdit } = await import('../../agents/writes/decide-pre-edit.ts');
  const { SessionStore } = await import('../../agents/sessions/session-store.ts');
  return decidePreEdit({ ...options, store: new SessionStore(options.folder) });
}

async function startSession(
  context: CommandContext,
  folder: string,
  { session, chunk }: { readonly session: string | undefined; readonly chunk: string | undefined },
): Promise<HookDecision> {
  if (session === undefined) {
    throw new HoldfastError('unsupported', 'Failed to record the session: the client gives it no id', {
      hint: 'Its work is judged from the merge base with the default branch, or from the last commit.',
    });
  }
  const engine = await context.openEngine(folder, HOOK_FLAGS);
  return engine.agents.start({ session, chunk, signal: context.signal });
}

async function stopSession(
  context: CommandContext,
  folder: string,
  { session, chunk, flags }: { session: string | undefined; chunk: string | undefined; flags: HookFlags },
): Promise<HookDecision> {
  const project = flags.runCommands === true ? await findFlagOfProject(folder) : undefined;
  const runCommands = flags.runCommands === true && project === undefined;
  const engine = await context.openEngine(folder, { ...HOOK_FLAGS, trusted: runCommands });
  const { maxBlocks } = flags;
  const decision = await engine.agents.stop({ session, chunk, maxBlocks, runCommands, signal: context.signal });
  if (project === undefined || decision.kind === 'refuse') return decision;
  const note = `--run-commands is in ${project}, which is part of the repository, so no command ran. Put it into your own hook file: holdfast init --agents … --user --run-commands`;
  return { ...decision, notes: [note, ...decision.notes] };
}

async function findFlagOfProject(folder: string): Promise<string | undefined> {
  const { findProjectFlag } = await import('../../agents/configuration/find-project-flag.ts');
  return findProjectFlag(folder);
}

/**
 * Standard error is for the agent alone. Holdfast's own TypeScript is used. Commands run only in a sandbox without network.
 */
const HOOK_FLAGS = { trusted: false, packages: 'own', confinement: 'strict', quiet: true } as const;

async function readStandardInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
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

function expire(signal: AbortSignal, seconds: number): Promise<HookDecision> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () =>
      resolve(decideAfterFault(new HoldfastError('limit', formatExpiry(seconds)))),
    );
  });
}

/** Ends the process although something does not react to the interruption. The client would wait for it. */
function endAfterGrace(): void {
  setTimeout(() => process.exit(), GRACE_MS).unref();
}

function formatExpiry(seconds: number): string {
  return `The judgement took longer than ${seconds} seconds.`;
}

function emptyToUndefined(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}
