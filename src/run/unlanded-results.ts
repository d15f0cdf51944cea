import * as z from 'zod';
import type { ContractDocument } from '../contract/document.ts';
import type { Contract } from '../contract/model.ts';
import type { UnlandedResult } from './chunk-run-input.ts';
import type { LandingMode } from './result.ts';
import type { RunServices } from './services.ts';

/** What landing needs of a result that waits; stored with the review, so that it outlives the process. */
export const reviewPayloadSchema = z.object({
  /** The contract as the run was held to it. */
  contractText: z.string(),
  passed: z.array(z.object({ chunk: z.string(), runId: z.string(), changedFiles: z.array(z.string()) })),
});

export type ReviewPayload = z.infer<typeof reviewPayloadSchema>;

export interface ResultsToKeep {
  readonly services: RunServices;
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly landing: LandingMode;
  readonly unlanded: UnlandedResult;
  /** The run whose kept result is part of this one. */
  readonly replaces?: string | undefined;
  /** A run still adds to it: it waits for nobody before that has ended. */
  readonly isUnderWay?: boolean;
}

/**
 * Keeps results that did not land by themselves, under the run that is returned; in the mode `review` they wait for a
 * person. Nothing that is replaced goes before what replaces it is kept.
 */
export async function keepUnlanded(input: ResultsToKeep): Promise<string | undefined> {
  const { services, document, contract, unlanded, landing, isUnderWay } = input;
  const runId = unlanded.passed.at(-1)?.runId;
  if (runId === undefined) return undefined;
  const replaces = input.replaces === runId ? undefined : input.replaces;
  await services.repository.keep(runId, unlanded.result.commit, { base: unlanded.base });
  if (landing === 'review') {
    const payload: ReviewPayload = { contractText: document.text, passed: passedChunks(unlanded) };
    const review = {
      runId,
      specId: contract.spec.id,
      contract: document.file,
      chunks: unlanded.passed.map(({ chunk }) => ({ id: chunk.id, title: chunk.title })),
      payload,
    };
    await services.history.savePendingReview(review, { replaces, isUnderWay });
  }
  if (replaces !== undefined) await services.repository.dropKept(replaces);
  return runId;
}

/** The chunks of a result in the form in which they are stored. */
export function passedChunks({ passed }: Pick<UnlandedResult, 'passed'>): ReviewPayload['passed'] {
  return passed.map(({ chunk, runId, changedFiles }) => ({ chunk: chunk.id, runId, changedFiles: [...changedFiles] }));
}
