import * as z from 'zod';
import { gateSchema } from '../../contract/model.ts';
import type { LandingMode } from '../report/run-result.ts';
import type { RunnableContract, UnlandedResult } from '../services/chunk-run-input.ts';
import { supersedeEarlier } from '../records/supersede-earlier.ts';
import type { RunServices } from '../services/run-services.ts';

/** The data for landing a result that waits for review, in another process. Stored with the review. */
export const resultPayloadSchema = z.object({
  /** The contract's text at the time of the run. */
  contractText: z.string(),
  /** The gates of gate files that the contract's chunks name. */
  sharedGates: z.array(gateSchema).optional(),
  /** The branch that was checked out when the run started; `HEAD` if none was. Absent without git. */
  startedOn: z.string().optional(),
  passed: z.array(
    z.object({
      chunk: z.string(),
      runId: z.string(),
      changedFiles: z.array(z.string()),
      fingerprint: z.string().optional(),
    }),
  ),
});

export type ResultPayload = z.infer<typeof resultPayloadSchema>;

export interface StoreUnlandedInput extends RunnableContract {
  readonly services: Pick<RunServices, 'history' | 'report' | 'repository'>;
  readonly landing: LandingMode;
  readonly unlanded: UnlandedResult;
  /** The id of the run under which an earlier part of this result is stored. */
  readonly replaces?: string | undefined;
  /** Whether this run claims the result, since it will add more results. A claimed result is not listed. */
  readonly claim?: boolean | undefined;
}

/**
 * Stores results that have not landed, and returns the id of the run that they are stored under; undefined if there are
 * none. With the landing mode `review` they wait for a person, and replace earlier results of their chunks. A replaced result
 * is dropped only after its replacement is stored.
 */
export async function storeUnlanded(input: StoreUnlandedInput): Promise<string | undefined> {
  const { services, document, contract, sharedGates, unlanded, landing, claim = false } = input;
  const runId = unlanded.passed.at(-1)?.runId;
  if (runId === undefined) return undefined;
  const replaces = input.replaces === runId ? undefined : input.replaces;
  await services.repository.keepResult(runId, unlanded.result.commit, { base: unlanded.base });
  if (landing === 'review') {
    const payload: ResultPayload = {
      contractText: document.text,
      sharedGates: [...sharedGates],
      startedOn: branchOf(unlanded),
      passed: toStoredPassedChunks(unlanded),
    };
    const review = {
      runId,
      specId: contract.spec.id,
      contract: document.file,
      chunks: unlanded.passed.map(({ chunk }) => ({ id: chunk.id, title: chunk.title })),
      payload,
    };
    await services.history.savePendingResult(review, { replaces, claim });
  }
  if (replaces !== undefined) await services.repository.deleteKeptResult(replaces);
  if (landing === 'review') {
    const chunkIds = unlanded.passed.map(({ chunk }) => chunk.id);
    await supersedeEarlier(services, { specId: contract.spec.id, chunkIds, runId, outcome: 'passed' });
  }
  return runId;
}

/** The branch that a result started from. */
export function branchOf({ base }: Pick<UnlandedResult, 'base'>): string | undefined {
  return base.headRef?.replace(/^refs\/heads\//, '');
}

/** The passed chunks of a result in their stored form. */
export function toStoredPassedChunks({ passed }: Pick<UnlandedResult, 'passed'>): ResultPayload['passed'] {
  return passed.map(({ chunk, runId, changedFiles, fingerprint }) => ({
    chunk: chunk.id,
    runId,
    changedFiles: [...changedFiles],
    ...(fingerprint === undefined ? {} : { fingerprint }),
  }));
}
