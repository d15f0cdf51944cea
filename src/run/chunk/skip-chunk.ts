import { HoldfastError } from '../../foundation/errors.ts';
import type { ChunkRunProgress } from '../attempt/chunk-run-progress.ts';
import type { ChunkRecord } from '../records/find-record.ts';
import type { ChunkRunResult } from '../report/run-result.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import { ChunkCompletion } from '../validation/chunk-completion.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';

/**
 * [DONE-2] The result of a chunk that need not run, because it is done, or because the tree satisfies it and the caller
 * skips such chunks; undefined if it must run.
 * @throws HoldfastError `git` if only the missing part of a shallow clone can show whether the chunk is done
 */
export async function skipChunk(input: ChunkRunInput, progress: ChunkRunProgress): Promise<ChunkRunResult | undefined> {
  const { chunk, skip = 'done' } = input;
  if (skip === 'none') return undefined;
  return withCompletion(input, async (completion) => {
    const record = await completion.record();
    if (record !== undefined) {
      return (await completion.isDone()) ? reportSkip(input, progress, record) : undefined;
    }
    if (skip === 'satisfied' && (await completion.isSatisfied())) {
      return reportSkip(input, progress, undefined);
    }
    // No record can show more than the tree does if nothing is checked.
    if (!completion.hasChecks) return undefined;
    const isShallow = await input.services.repository.commits?.isShallow();
    if (isShallow === true && (await completion.verdict()) !== 'unsatisfied') throw createShallowError(chunk.id);
    return undefined;
  });
}

/** Judges the chunk in the tree that it would start from. The user's own tree needs no worktree, because no command runs. */
async function withCompletion<Result>(
  input: ChunkRunInput,
  work: (completion: ChunkCompletion) => Promise<Result>,
): Promise<Result> {
  const { chunk, start, services } = input;
  const { repository, analysis } = services;
  if (start === undefined || start.passed.size === 0) {
    await analysis.filesChanged(repository.tree.root, 'all');
    return work(new ChunkCompletion({ ...input, tree: repository.tree }, chunk));
  }
  return withAttemptWorktree(input, start.tree, (attempt) =>
    work(new ChunkCompletion({ ...input, tree: attempt.tree }, chunk)),
  );
}

/** Reports the skipped chunk like a chunk that ran. The history has no run for it. */
function reportSkip(
  { chunk, services }: ChunkRunInput,
  progress: ChunkRunProgress,
  record: ChunkRecord | undefined,
): ChunkRunResult {
  const recorded =
    record === undefined
      ? progress.createResult('pass', { skippedSatisfied: true })
      : progress.createResult('pass', { upToDate: true });
  const result = record?.runId === undefined ? recorded : { ...recorded, runId: record.runId };
  const { runId } = result;
  const { maxAttempts } = progress;
  services.report({ type: 'chunk-started', runId, chunk: chunk.id, title: chunk.title, maxAttempts });
  services.report({ type: 'note', chunk: chunk.id, level: 'info', message: describeSkip(record) });
  services.report({ type: 'chunk-finished', result });
  return result;
}

function describeSkip(record: ChunkRecord | undefined): string {
  if (record === undefined) return 'Skipped: the tree satisfies the chunk, but no record says that it passed.';
  if (record.kind === 'commit') return `Up to date: commit ${record.commit.slice(0, 12)} records that it passed.`;
  return 'Up to date: the history records that it passed.';
}

function createShallowError(id: string): HoldfastError {
  return new HoldfastError(
    'git',
    `Failed to find out whether chunk "${id}" is done: this clone is shallow, and the commit that records it may be missing.`,
    { hint: 'Fetch the full history with "git fetch --unshallow", or run the chunk anyway with --force.' },
  );
}
