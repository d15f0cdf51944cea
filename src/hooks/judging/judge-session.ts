import { readStartable } from '../../run/change/active-plans.ts';
import { findChunk, isNamed } from '../chunks/find-chunk.ts';
import { formatViolations, type StopViolation } from '../protocol/stop-reason.ts';
import type { ActiveChunk, SessionRecord } from '../sessions/session-record.ts';
import { findHidingRepository, type SessionStore } from '../sessions/session-store.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { Git, GitError } from '../../workspace/git/git.ts';
import { UnreadableFilesError } from '../../workspace/git/unreadable-files-error.ts';
import type {
  ChangeCheckDepth,
  ChangeJudgement,
  ChunkReference,
  JudgeChangeOptions,
  JudgementProgress,
} from '../../run/change/change-types.ts';
import type { Changes } from '../../run/change/folder-changes.ts';
import type { AgentServices } from './agent-services.ts';
import { findBase } from './find-base.ts';
import { listViolations, listWarnings } from './list-violations.ts';

export interface SessionWork {
  readonly services: AgentServices;
  readonly judge: Pick<Changes, 'judge'>;
  readonly store: SessionStore;
  /** `undefined` if the start of the session was not recorded. */
  readonly record: SessionRecord | undefined;
  /** The chunk that a flag or a variable names. It replaces the chunk of the session. */
  readonly chunk: string | undefined;
  readonly depth: ChangeCheckDepth;
  readonly signal: AbortSignal | undefined;
  readonly progress?: JudgementProgress | undefined;
}

export interface JudgedSession {
  /** What holds the end of the session back. */
  readonly violations: readonly StopViolation[];
  /** For the person. */
  readonly notes: readonly string[];
  /** The chunks that were left out. */
  readonly unjudged?: readonly ChunkReference[] | undefined;
  readonly changedFiles?: number | undefined;
}

/** [AGENT-1] Judges the work of a session: what changed since its start. */
export async function judgeSession(work: SessionWork): Promise<JudgedSession> {
  const hiding = work.record && findHidingRepository(work.services.tree.root, work.record);
  if (hiding !== undefined) {
    const message = `Remove ${hiding}: the work of the session is judged in the repository that it started in`;
    return { violations: [{ message }], notes: [] };
  }
  try {
    return await judgeFiles(work);
  } catch (thrown) {
    // The files and the repository could be read at the start of the session, so the agent can correct it.
    const message = work.record && (await describeUnreadable(work, thrown));
    if (message === undefined) throw thrown;
    return { violations: [{ message }], notes: [] };
  }
}

async function judgeFiles(work: SessionWork): Promise<JudgedSession> {
  const { base, notes } = await findBase(work.services, work.record, work.signal);
  const active = await findActive(work);
  const { record, depth, signal, progress } = work;
  const options = { base, leftOutOfBase: record?.leftOut, depth, signal, progress };
  const judged = await judgeWithChunk(work, options, active.chunk);
  const warnings = listWarnings(judged.judgement);
  return {
    violations: listViolations(judged.judgement),
    unjudged: judged.judgement.unjudged,
    changedFiles: judged.judgement.changedFiles.length,
    notes: [
      ...notes,
      ...active.notes,
      ...judged.notes,
      ...judged.judgement.notes,
      ...(warnings.length === 0 ? [] : ['Holdfast has warnings:', ...formatViolations(warnings)]),
    ],
  };
}

/** What is wrong with the files or the repository; `undefined` if another reason ended the judgement. */
async function describeUnreadable({ services, signal }: SessionWork, thrown: unknown): Promise<string | undefined> {
  if (thrown instanceof UnreadableFilesError) return [`${thrown.message}.`, thrown.hint ?? ''].join(' ').trimEnd();
  if (!(thrown instanceof GitError)) return undefined;
  try {
    // It reads the configuration and the index, and writes nothing: a full disk is no damage of the repository.
    const action = 'read the repository';
    await new Git(services.tree.root).call(['ls-files', '-z', '--', '.git'], { action, signal });
    return undefined;
  } catch (damage) {
    // Without an exit code, git itself is missing or was ended.
    if (!(damage instanceof GitError) || damage.exitCode === undefined) return undefined;
    return `${damage.message}. Undo what broke it: it could be read at the start of the session.`;
  }
}

/** Judges the start of a session alone: the work of `judgeSession` without that of the change. */
export async function judgeBase(work: SessionWork, chunks: 'all' | readonly ChunkReference[]): Promise<void> {
  const { base } = await findBase(work.services, work.record, work.signal);
  if (base === undefined) return;
  const { chunk } = await findActive(work);
  const { depth, signal } = work;
  await judgeWithChunk(work, { base, head: { commit: base }, also: chunks, depth, signal }, chunk);
}

/** A chunk that is in no contract must not free the agent: its work is judged without the chunk. */
async function findActive({ services, store, record, chunk: name }: SessionWork): Promise<{
  readonly chunk: ActiveChunk | undefined;
  readonly notes: readonly string[];
}> {
  if (name === undefined) return { chunk: await store.readActiveChunk(record), notes: [] };
  // The contract may have been changed since.
  if (record?.active !== undefined && isNamed(record.active, name)) return { chunk: record.active, notes: [] };
  try {
    return { chunk: findChunk(await readStartable(services), name), notes: [] };
  } catch (thrown) {
    return { chunk: undefined, notes: describeMissing(thrown) };
  }
}

async function judgeWithChunk(
  { judge }: SessionWork,
  options: Omit<JudgeChangeOptions, 'active'>,
  active: ActiveChunk | undefined,
): Promise<{ readonly judgement: ChangeJudgement; readonly notes: readonly string[] }> {
  if (active === undefined) return { judgement: await judge.judge(options), notes: [] };
  try {
    const { contract, chunk } = active;
    return { judgement: await judge.judge({ ...options, active: { contract, chunk } }), notes: [] };
  } catch (thrown) {
    // The agent may have deleted the contract that it wrote, and whose chunk it chose.
    const notes = describeMissing(thrown);
    return { judgement: await judge.judge(options), notes };
  }
}

/** @throws any other error than one that a chunk does not exist */
function describeMissing(thrown: unknown): readonly string[] {
  if (!(thrown instanceof HoldfastError) || thrown.code !== 'not-found') throw thrown;
  return [
    `The work was judged without its chunk. ${thrown.message}`,
    ...(thrown.hint === undefined ? [] : [thrown.hint]),
  ];
}
