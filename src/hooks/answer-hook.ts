import path from 'node:path';
import { HoldfastError } from '../foundation/errors.ts';
import type { AgentClientId, HookEvent } from './clients/agent-client.ts';
import { decideAfterFault } from './protocol/fault-decision.ts';
import { formatHookAnswer, type HookAnswer, type HookDecision } from './protocol/hook-answer.ts';
import { formatExpiry, hookDeadlineSeconds } from './protocol/hook-deadline.ts';
import type { HookWatch, IncompleteAnswers } from './protocol/hook-report.ts';
import type { IncompleteDecision } from './protocol/incomplete-decision.ts';
import { readHookInput } from './protocol/hook-input.ts';
import { findSessionFolder } from './sessions/find-session-folder.ts';
import { listProjectDirectories } from './sessions/project-directories.ts';

/** The judgements that need an engine. */
export interface SessionJudge {
  start(options: {
    readonly session: string;
    readonly chunk: string | undefined;
    readonly client: AgentClientId | undefined;
    readonly signal: AbortSignal;
  }): Promise<HookDecision>;
  stop(options: {
    readonly session: string | undefined;
    readonly chunk: string | undefined;
    readonly maxBlocks: number;
    readonly runCommands: boolean;
    readonly signal: AbortSignal;
    readonly progress?: StopProgress | undefined;
  }): Promise<HookDecision | IncompleteDecision>;
  /** Judges the start of a session alone, as `stop` judges its end. */
  judgeBase(options: {
    readonly session: string | undefined;
    readonly chunk: string | undefined;
    readonly runCommands: boolean;
    readonly signal: AbortSignal;
    /** As keys. Default: all. */
    readonly chunks: readonly string[] | undefined;
  }): Promise<void>;
}

/** The progress of a judgement whose time is watched from outside of its thread. */
export interface StopProgress {
  /** The time of the judgement. */
  readonly seconds: number;
  /** The chunks that are left out, as keys. The decision is incomplete then. */
  readonly leftOut: readonly string[];
  /** The checks of a chunk begin, or another part of the judgement. */
  readonly onStep: (chunk: string | undefined, waiting: number) => void;
  readonly onChunks: (chunks: readonly string[]) => void;
  readonly onIncomplete: (decision: IncompleteDecision) => void;
}

export interface HookQuestion {
  readonly event: HookEvent;
  /** The client; `undefined` if its input decides. */
  readonly client: AgentClientId | undefined;
  /** The chunk that the session carries out. Default: the chunk of its start. */
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
  /** The process that watches the time. It receives the answer. */
  readonly watch?: HookWatch | undefined;
}

/**
 * [AGENT-1] [AGENT-2] Answers the hook of an agent in the dialect of its client. Never throws: a fault lets the agent continue.
 *
 * @returns the answer to print; `undefined` if the watching process prints it
 */
export async function answerHook(question: HookQuestion): Promise<HookAnswer | undefined> {
  const { event, watch } = question;
  const known = { client: question.client };
  const format = (decision: HookDecision): HookAnswer => formatHookAnswer(known.client ?? 'claude', event, decision);
  const report = (decision: IncompleteDecision, isEnd: boolean): void =>
    watch?.report({ kind: 'incomplete', answers: formatIncomplete(decision, format), isEnd });
  // Two limits would end one judgement.
  const deadline = watch === undefined ? [AbortSignal.timeout(secondsOf(question) * 1000)] : [];
  const signal = AbortSignal.any([question.signal, ...deadline]);
  const decision = await Promise.race([
    decide({ ...question, signal }, known, (incomplete) => report(incomplete, false)).catch((thrown: unknown) => {
      // The watching process must not take a fault for a base that was judged.
      if (watch?.role === 'base') throw thrown;
      return decideAfterFault(event, thrown);
    }),
    expire(signal, question),
  ]);
  if (decision.kind !== 'incomplete') {
    const answer = format(decision);
    if (watch === undefined) return answer;
    watch.report({ kind: 'complete', answer });
  } else report(decision, true);
  return undefined;
}

function formatIncomplete(
  { refusal, released, excused }: IncompleteDecision,
  format: (decision: HookDecision) => HookAnswer,
): IncompleteAnswers {
  return {
    refusal: refusal && { answer: format(refusal.decision), counts: refusal.counts },
    released: format(released),
    excused: format(excused),
  };
}

function secondsOf({ event, timeoutSeconds }: HookQuestion): number {
  return hookDeadlineSeconds(event, timeoutSeconds);
}

/** @param known its client is set as soon as it is known: a fault is answered in the dialect of the client too */
async function decide(
  question: HookQuestion,
  known: { client: AgentClientId | undefined },
  onIncomplete: StopProgress['onIncomplete'],
): Promise<HookDecision | IncompleteDecision> {
  const text = await question.readInput(question.signal);
  const input = readHookInput(text);
  known.client ??= input.client;
  if (question.event === 'stop') question.watch?.report({ kind: 'question', input: text });
  const workingDirectory = path.resolve(question.workingDirectory, input.folder ?? '.');
  const { session } = input;
  const { chunk } = question;
  const recorded = await findSessionFolder({
    session,
    directories: [workingDirectory, question.workingDirectory, ...listProjectDirectories(question.environment)],
    findFolder: question.findFolder,
  });
  const folder = recorded ?? question.findFolder(workingDirectory);
  switch (question.event) {
    case 'pre-edit': {
      const { decidePreEdit } = await import('./writes/decide-pre-edit.ts');
      return decidePreEdit({ input, folder, workingDirectory, chunk });
    }
    case 'session-start':
      return startSession(
        { ...question, client: known.client },
        recorded ?? (await question.findStartFolder(workingDirectory)),
        session,
      );
    case 'stop':
      return stopSession(question, folder, session, onIncomplete);
  }
}

async function startSession(
  { openJudge, chunk, client, signal }: HookQuestion,
  folder: string,
  session: string | undefined,
): Promise<HookDecision> {
  if (session !== undefined) return (await openJudge(folder, false)).start({ session, chunk, client, signal });
  throw new HoldfastError('unsupported', 'Failed to record the session: the client gives it no id', {
    hint: 'Its work is judged from the merge base with the default branch, or from the last commit.',
  });
}

async function stopSession(
  question: HookQuestion,
  folder: string,
  session: string | undefined,
  onIncomplete: StopProgress['onIncomplete'],
): Promise<HookDecision | IncompleteDecision> {
  const { runCommands: isFlagSet, maxBlocks, openJudge, signal, chunk, watch } = question;
  const project = isFlagSet ? await findFlagOfProject(folder) : undefined;
  const runCommands = isFlagSet && project === undefined;
  const judge = await openJudge(folder, runCommands);
  if (watch?.role === 'base') {
    await judge.judgeBase({ session, chunk, runCommands, signal, chunks: watch.chunks });
    return { kind: 'allow', notes: [] };
  }
  const progress = watch && {
    seconds: secondsOf(question),
    leftOut: watch.chunks ?? [],
    onStep: (named: string | undefined, waiting: number) => watch.report({ kind: 'step', chunk: named, waiting }),
    onChunks: (chunks: readonly string[]) => watch.report({ kind: 'chunks', chunks }),
    onIncomplete,
  };
  const decision = await judge.stop({ session, chunk, maxBlocks, runCommands, signal, progress });
  if (project === undefined || decision.kind !== 'allow') return decision;
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
      resolve(decideAfterFault(question.event, new HoldfastError('limit', formatExpiry(secondsOf(question))))),
    );
  });
}
