import { readContract } from '../contract/read-contract.ts';
import { CHECKS } from '../checks/table.ts';
import type { ChangedFile } from '../engine.ts';
import type { History } from '../history/history.ts';
import type { StoredReview } from '../history/records/reviews.ts';
import { landResult } from '../run/landing.ts';
import type { LandingReport } from '../run/result.ts';
import type { RunServices } from '../run/services.ts';
import { reviewPayloadSchema, type ReviewPayload } from '../run/unlanded-results.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { KeptResult } from '../workspace/kept-results.ts';
import type { Repository } from '../workspace/repository.ts';

/** Lands a result that a person has accepted, in the tree of this moment. A conflict leaves the review as it is. */
export async function landReview(
  services: RunServices,
  runId: string,
  mode: 'commit' | 'working-tree',
): Promise<LandingReport> {
  const { review, payload } = await requireReview(services.history, runId);
  const kept = await requireKept(services.repository, runId);
  const document = readContract({ file: review.contract, text: payload.contractText, checks: CHECKS });
  const { contract } = document;
  if (contract === undefined) throw unreadable(runId);
  const attempt = await services.repository.openAttempt(kept.base, {
    copy: [...(contract.attempt?.copy ?? []), ...services.configuration.attempt.copy],
    signal: services.signal,
  });
  try {
    const landed = await landResult({
      runId,
      document,
      contract,
      chunks: payload.passed.flatMap(({ chunk: id, changedFiles }) => {
        const chunk = contract.chunks.find((candidate) => candidate.id === id);
        return chunk === undefined ? [] : [{ chunk, changedFiles }];
      }),
      attempt,
      base: kept.base,
      result: kept.result,
      mode,
      message: landingMessage(review),
      baseline: undefined,
      services,
    });
    if (landed.conflicts.length > 0) return landed;
    await services.history.resolveReview(runId, 'accepted');
    await services.repository.dropKept(runId);
    return landed;
  } finally {
    await services.analysis.close(attempt.root);
    await attempt.dispose();
  }
}

/** Drops a result that a person does not want; its chunks' reviews are failed. */
export async function discardReview(repository: Repository, history: History, runId: string): Promise<void> {
  await requireReview(history, runId);
  await history.resolveReview(runId, 'discarded');
  await repository.dropKept(runId);
}

/** The files of a result that waits, before and after. */
export async function changedFilesOf(
  repository: Repository,
  history: History,
  runId: string,
): Promise<readonly ChangedFile[]> {
  await requireReview(history, runId);
  const { base, result } = await requireKept(repository, runId);
  const changes = await repository.changes(base.commit, result.commit);
  return Promise.all(
    changes.map(async ({ path, previousPath, kind }) => ({
      path,
      previousPath,
      kind,
      before: kind === 'created' ? undefined : await textOf(repository, base.commit, previousPath ?? path),
      after: kind === 'deleted' ? undefined : await textOf(repository, result.commit, path),
    })),
  );
}

/** The text of a file in a commit; undefined where there is none or it is binary. */
async function textOf(repository: Repository, commit: string, path: string): Promise<string | undefined> {
  const bytes = await repository.readFile(commit, path);
  return bytes === undefined || bytes.includes(0) ? undefined : bytes.toString('utf8');
}

async function requireReview(
  history: History,
  runId: string,
): Promise<{ review: StoredReview; payload: ReviewPayload }> {
  const review = (await history.pendingReviews()).find((candidate) => candidate.runId === runId);
  if (review === undefined) {
    throw new HoldfastError(
      'not-found',
      `Failed to find the result ${runId}: it does not wait for a review (any more).`,
    );
  }
  const payload = reviewPayloadSchema.safeParse(review.payload);
  if (!payload.success) throw unreadable(runId, payload.error);
  return { review, payload: payload.data };
}

async function requireKept(repository: Repository, runId: string): Promise<KeptResult> {
  const kept = await repository.readKept(runId);
  if (kept !== undefined) return kept;
  throw new HoldfastError('not-found', `Failed to find the result ${runId}: refs/holdfast/${runId} is gone.`, {
    hint: 'It was removed with git, or in another clone. Run the chunk again.',
  });
}

function unreadable(runId: string, cause?: unknown): HoldfastError {
  return new HoldfastError('storage', `Failed to read the stored result ${runId}: its record is damaged.`, {
    hint: `The result itself is kept as refs/holdfast/${runId}; run the chunk again or take it from there with git.`,
    cause,
  });
}

/** One chunk lands under its title, several that were reviewed together under all of theirs. */
function landingMessage(review: StoredReview): string {
  return `chunk: ${review.chunks.map((chunk) => chunk.title).join(', ')}`;
}
