import * as z from 'zod';
import { readContract } from '../contract/read-contract.ts';
import type { Contract } from '../contract/model.ts';
import type { ContractDocument } from '../contract/document.ts';
import { CHECKS } from '../checks/table.ts';
import type { ChangedFile } from '../engine.ts';
import type { History } from '../history/history.ts';
import type { StoredReview } from '../history/records/reviews.ts';
import type { UnlandedResult } from '../run/chunk-run-input.ts';
import { landResult } from '../run/landing.ts';
import type { LandingMode, LandingReport } from '../run/result.ts';
import type { RunServices } from '../run/services.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { KeptResult } from '../workspace/kept-results.ts';
import type { Repository } from '../workspace/repository.ts';

/** What landing needs of a result that waits; stored with the review, so that it outlives the window. */
const payloadSchema = z.object({
  /** The contract as the run was held to it. */
  contractText: z.string(),
  passed: z.array(z.object({ chunk: z.string(), runId: z.string(), changedFiles: z.array(z.string()) })),
});

type Payload = z.infer<typeof payloadSchema>;

/** Keeps results that did not land by themselves, under the run that is returned; in the mode `review` they wait for a person. */
export async function storeUnlanded(input: {
  readonly services: RunServices;
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly landing: LandingMode;
  readonly unlanded: UnlandedResult;
  /** The run whose kept result is part of this one. */
  readonly replaces?: string | undefined;
}): Promise<string | undefined> {
  const { services, document, contract, unlanded } = input;
  const runId = unlanded.passed.at(-1)?.runId;
  if (runId === undefined) return undefined;
  await services.repository.keep(runId, unlanded.result.commit, { base: unlanded.base });
  const replaced = input.replaces === runId ? undefined : input.replaces;
  if (input.landing !== 'review') {
    if (replaced !== undefined) await services.repository.dropKept(replaced);
    return runId;
  }
  const payload: Payload = {
    contractText: document.text,
    passed: unlanded.passed.map(({ chunk, runId: id, changedFiles }) => ({
      chunk: chunk.id,
      runId: id,
      changedFiles: [...changedFiles],
    })),
  };
  await services.history.savePendingReview(
    {
      runId,
      specId: contract.spec.id,
      contract: document.file,
      chunks: unlanded.passed.map(({ chunk }) => ({ id: chunk.id, title: chunk.title })),
      payload,
    },
    replaced,
  );
  if (replaced !== undefined) await services.repository.dropKept(replaced);
  return runId;
}

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

async function requireReview(history: History, runId: string): Promise<{ review: StoredReview; payload: Payload }> {
  const review = (await history.pendingReviews()).find((candidate) => candidate.runId === runId);
  if (review === undefined) {
    throw new HoldfastError(
      'not-found',
      `Failed to find the result ${runId}: it does not wait for a review (any more).`,
    );
  }
  const payload = payloadSchema.safeParse(review.payload);
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
