import { CHECKS } from '../../checks/definitions/check-table.ts';
import { readContract } from '../../contract/read/read-contract.ts';
import type { History } from '../../history/history.ts';
import type { StoredReview } from '../../history/records/reviews.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { KeptResult } from '../../workspace/store/kept-results.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ChangedFile } from '../report/decisions.ts';
import type { LandingReport } from '../report/run-result.ts';
import type { RunServices } from '../services/run-services.ts';
import { withAttemptWorktree } from '../worktree/worktree-life-cycle.ts';
import { readChangesBetween } from './changed-files.ts';
import { landResult } from './land-result.ts';
import { reviewPayloadSchema, type ReviewPayload } from './unlanded-results.ts';

/**
 * Lands a result, which a person has accepted, in the user's current tree. A conflict leaves the review pending.
 * @param resolved files that the person has merged with the result, whose content stays
 */
export async function landReview(
  services: RunServices,
  runId: string,
  mode: 'commit' | 'working-tree',
  resolved: readonly string[] = [],
): Promise<LandingReport> {
  const { review, payload } = await requireReview(services.history, runId);
  const kept = await requireKeptResult(services.repository, runId);
  const document = readContract({ file: review.contract, text: payload.contractText, checks: CHECKS });
  const { contract } = document;
  if (contract === undefined) throw damagedRecordError(runId);
  const chunks = payload.passed.flatMap(({ chunk: id, ...passed }) => {
    const chunk = contract.chunks.find((candidate) => candidate.id === id);
    return chunk === undefined ? [] : [{ chunk, ...passed }];
  });
  return withAttemptWorktree({ contract, services }, kept.base, async (attempt) => {
    const { report: landed } = await landResult({
      runId,
      document,
      contract,
      sharedGates: payload.sharedGates ?? [],
      chunks,
      attempt,
      base: kept.base,
      result: kept.result,
      mode,
      message: commitMessage(review),
      baseline: undefined,
      resolved,
      services,
    });
    if (landed.conflicts.length > 0) return landed;
    await services.history.resolveReview(runId, 'accepted');
    await services.repository.deleteKeptResult(runId);
    return landed;
  });
}

/** Discards a result, and records the review of its chunks as failed. */
export async function discardReview(repository: Repository, history: History, runId: string): Promise<void> {
  await requireReview(history, runId);
  await history.resolveReview(runId, 'discarded');
  await repository.deleteKeptResult(runId);
}

/** The changed files of a pending result, before and after. */
export async function readChangedFiles(
  repository: Repository,
  history: History,
  runId: string,
): Promise<readonly ChangedFile[]> {
  await requireReview(history, runId);
  const { base, result } = await requireKeptResult(repository, runId);
  return readChangesBetween(repository, base.commit, result.commit);
}

async function requireReview(
  history: History,
  runId: string,
): Promise<{ review: StoredReview; payload: ReviewPayload }> {
  const review = (await history.listPendingReviews()).find((candidate) => candidate.runId === runId);
  if (review === undefined) {
    throw new HoldfastError('not-found', `The result ${runId} does not wait for a review.`);
  }
  const payload = reviewPayloadSchema.safeParse(review.payload);
  if (!payload.success) throw damagedRecordError(runId, payload.error);
  return { review, payload: payload.data };
}

async function requireKeptResult(repository: Repository, runId: string): Promise<KeptResult> {
  const kept = await repository.readKeptResult(runId);
  if (kept !== undefined) return kept;
  throw new HoldfastError(
    'not-found',
    `Failed to read the result ${runId}: refs/holdfast/results/${runId} is missing.`,
    {
      hint: 'It was removed with git, or it is in another clone. Run the chunk again.',
    },
  );
}

function damagedRecordError(runId: string, cause?: unknown): HoldfastError {
  return new HoldfastError('storage', `Failed to read the stored result ${runId}: its record is damaged.`, {
    hint: `Run the chunk again, or take the result from refs/holdfast/results/${runId} with git.`,
    cause,
  });
}

/** The titles of all chunks that were reviewed together. */
function commitMessage({ chunks }: StoredReview): string {
  return `chunk: ${chunks.map(({ title }) => title).join(', ')}`;
}
