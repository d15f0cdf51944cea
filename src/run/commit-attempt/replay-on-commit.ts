import { randomUUID } from 'node:crypto';
import { mergeWithStack, type StackMerge } from '../landing/land-result.ts';
import type { ChunkRunResult } from '../report/run-result.ts';
import { requireChunk } from '../services/runnable-contract.ts';
import { withTerms, type CommitAttemptInput } from './commit-attempt.ts';

export interface ReplayInput extends Pick<CommitAttemptInput, 'runnable' | 'chunk' | 'terms' | 'passed' | 'services'> {
  /** The commit that the change started from. */
  readonly from: string;
  /** The commit with the change. */
  readonly result: string;
  /** The commit to replay the change on. */
  readonly base: string;
  /** The time of the new commit. */
  readonly at: string;
}

/** `undecided`: gates that block have no verdict, and a person must decide. */
export type ReplayOutcome = { readonly costUsd: number | null } & (
  | { readonly kind: 'replayed'; readonly commit: string; readonly changedFiles: readonly string[] }
  | { readonly kind: 'failed' | 'undecided'; readonly reason: string }
);

/**
 * Replays the change of a chunk on another commit, and judges it there like an attempt, gates included. The new commit has
 * the message of the old one.
 */
export async function replayOnCommit(input: ReplayInput): Promise<ReplayOutcome> {
  const { runnable, services } = input;
  const { document, contract } = runnable;
  const chunk = requireChunk(document, contract, input.chunk);
  const { history, repository, signal } = services;
  const runId = randomUUID();
  await history.startRun({ runId, document, chunk, revision: input.base });
  const run: ChunkRunResult = { status: 'aborted', chunk: chunk.id, runId, attempts: [], gates: [], warnings: [] };
  try {
    const outcome = await withTerms(input, (onCommit) => replay({ ...input, services: onCommit }, runId));
    await history.finishRun(runId, { ...run, status: outcome.kind === 'replayed' ? 'pass' : 'fail' });
    const usage = await history.readUsage(runId);
    return { ...outcome, costUsd: usage === undefined ? 0 : usage.costUsd };
  } catch (thrown) {
    await history.finishRun(runId, { ...run, status: signal.aborted ? 'cancelled' : 'aborted' });
    throw thrown;
  } finally {
    await repository.deleteKeptResult(runId);
  }
}

type WithoutCost<Outcome> = Outcome extends unknown ? Omit<Outcome, 'costUsd'> : never;

async function replay(input: ReplayInput, runId: string): Promise<WithoutCost<ReplayOutcome>> {
  const { runnable, passed, services, at } = input;
  const { repository, signal } = services;
  const chunk = requireChunk(runnable.document, runnable.contract, input.chunk);
  const from = await repository.resolve(input.from, signal);
  const result = await repository.resolve(input.result, signal);
  const onto = await repository.resolve(input.base, signal);
  const changedFiles = (await repository.listChanges(from.commit, result.commit, signal)).map(({ path }) => path);
  const merge = await mergeWithStack({
    ...runnable,
    services,
    from,
    onto,
    passed,
    unlanded: { base: from, result, passed: [{ chunk, runId, changedFiles }] },
    description: 'On the new base',
  });
  if (merge.conflicts.length > 0) return describeConflicts(merge);
  const { message = '' } = (await repository.commits?.describe(input.result, signal)) ?? {};
  const commit = await repository.createCommit({
    content: merge.merged.commit,
    parents: [input.base],
    message,
    at,
    signal,
  });
  return { kind: 'replayed', commit, changedFiles };
}

/** A conflict without a judgement is one of git: both sides changed the file. */
function describeConflicts({ conflicts, isUndecided, isMerged }: StackMerge): WithoutCost<ReplayOutcome> {
  if (!isMerged) {
    const files = conflicts.map(({ file }) => file).join(', ');
    return {
      kind: 'failed',
      reason: `The change conflicts with it in these files: ${files}. Make the change again on the files as they are now.`,
    };
  }
  const reason = conflicts.map((conflict) => conflict.reason).join('\n');
  return { kind: isUndecided ? 'undecided' : 'failed', reason };
}
