import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { readContract } from '../../contract/read/read-contract.ts';
import type { History } from '../../history/history.ts';
import type { StoredPendingResult } from '../../history/records/pending-results.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { KeptResult } from '../../workspace/store/kept-results.ts';
import type { RecordedChunk } from '../records/write-records.ts';
import { resultPayloadSchema, type ResultPayload } from './unlanded-results.ts';

/** A result that waits for review: its record, and its commits. */
export interface StoredResult {
  readonly review: StoredPendingResult;
  readonly payload: ResultPayload;
  readonly kept: KeptResult;
}

/** A chunk of a stored result. */
export type StoredChunk = RecordedChunk & { readonly chunk: Chunk };

/** Reads a result that waits for review. @throws HoldfastError `not-found`, or `storage` if its record is damaged */
export async function requireStoredResult(
  repository: Pick<Repository, 'readKeptResult'>,
  history: Pick<History, 'listPendingResults'>,
  runId: string,
): Promise<StoredResult> {
  const { review, payload } = await requirePendingResult(history, runId);
  const kept = await repository.readKeptResult(runId);
  if (kept !== undefined) return { review, payload, kept };
  throw new HoldfastError(
    'not-found',
    `Failed to read the result ${runId}: refs/holdfast/results/${runId} is missing.`,
    { hint: 'It was removed with git, or it is in another clone. Run the chunk again.' },
  );
}

export async function requirePendingResult(
  history: Pick<History, 'listPendingResults'>,
  runId: string,
): Promise<Omit<StoredResult, 'kept'>> {
  const review = (await history.listPendingResults()).find((candidate) => candidate.runId === runId);
  if (review === undefined) {
    throw new HoldfastError('not-found', `The result ${runId} does not wait for a review.`);
  }
  const payload = resultPayloadSchema.safeParse(review.payload);
  if (!payload.success) throw damagedRecordError(runId, payload.error);
  return { review, payload: payload.data };
}

/** The contract of a stored result as it was when the run began, and the chunks that passed. */
export function readStoredContract({ review, payload }: Pick<StoredResult, 'review' | 'payload'>): {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunks: readonly StoredChunk[];
} {
  const document = readContract({ file: review.contract, text: payload.contractText, checks: CHECKS });
  const { contract } = document;
  if (contract === undefined) throw damagedRecordError(review.runId);
  const chunks = payload.passed.flatMap(({ chunk: id, ...passed }) => {
    const chunk = contract.chunks.find((candidate) => candidate.id === id);
    return chunk === undefined ? [] : [{ chunk, ...passed }];
  });
  return { document, contract, chunks };
}

function damagedRecordError(runId: string, cause?: unknown): HoldfastError {
  return new HoldfastError('storage', `Failed to read the stored result ${runId}: its record is damaged.`, {
    hint: `Run the chunk again, or take the result from refs/holdfast/results/${runId} with git.`,
    cause,
  });
}
