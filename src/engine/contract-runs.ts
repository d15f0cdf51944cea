import { storedAmendmentSchema } from '../amendments/stored-amendment.ts';
import type { History } from '../history/history.ts';
import type { UnlandedResult } from '../run/chunk-run-input.ts';
import type { ContractRunInput, ContractRunOutcome } from '../run/contract-run.ts';
import type { ChunkRunResult } from '../run/result.ts';
import type { RunServices } from '../run/services.ts';
import { readWaitingRun, type OthersOfRun } from '../run/waiting-run.ts';
import { storeUnlanded } from './reviews.ts';

/** What the chunks of a run have come to, by their ids; a choice for one of them may have gone on with it meanwhile. */
export async function resultsOf(history: History, { results }: OthersOfRun): Promise<Map<string, ChunkRunResult>> {
  const found = new Map<string, ChunkRunResult>();
  for (const { chunk, runId } of results) {
    const result = await history.storedRun(runId);
    if (result !== undefined) found.set(chunk, result);
  }
  return found;
}

/** The results that wait to be landed together; undefined where they were landed or given up meanwhile. */
export async function stackOf(
  { history, repository }: RunServices,
  { contract, landing }: ContractRunInput,
  { stack }: OthersOfRun,
): Promise<UnlandedResult | undefined> {
  if (stack === undefined) return undefined;
  const isPending = (await history.pendingReviews()).some(({ runId }) => runId === stack.runId);
  const kept = landing === 'review' && !isPending ? undefined : await repository.readKept(stack.runId);
  if (kept === undefined) return undefined;
  const passed = stack.passed.flatMap(({ chunk: id, runId, changedFiles }) => {
    const chunk = contract.chunks.find((one) => one.id === id);
    return chunk === undefined ? [] : [{ chunk, runId, changedFiles }];
  });
  return { base: kept.base, result: kept.result, passed };
}

/**
 * Keeps what a run of all chunks has not landed, and lets those of its chunks that wait for a choice, or whose contract
 * is to be amended, know of the others, so that the decision goes on from there.
 * @param replaces the run whose kept results are part of this run's
 * @returns the run under which results are kept
 */
export async function storeContractRun(
  input: ContractRunInput,
  { result, unlanded }: ContractRunOutcome,
  replaces?: string,
): Promise<string | undefined> {
  const { services } = input;
  const stackId = unlanded === undefined ? undefined : await storeUnlanded({ ...input, unlanded, replaces });
  const ofAll: OthersOfRun = {
    results: result.chunks.map(({ chunk, runId }) => ({ chunk, runId })),
    ...(stackId === undefined || unlanded === undefined
      ? {}
      : {
          stack: {
            runId: stackId,
            passed: unlanded.passed.map(({ chunk, runId, changedFiles }) => ({
              chunk: chunk.id,
              runId,
              changedFiles: [...changedFiles],
            })),
          },
        }),
  };
  for (const { runId } of result.chunks.filter(({ status }) => status === 'undecided')) {
    const [review] = await services.history.gateReviews({ id: runId, status: 'waiting' });
    const waiting = readWaitingRun(review?.waiting);
    if (review !== undefined && waiting !== undefined) {
      await services.history.saveGateReview({ ...review, waiting: { ...waiting, ofAll } });
    }
  }
  for (const { amendment } of result.chunks) {
    if (amendment === undefined) continue;
    const [record] = await services.history.amendments({ id: amendment.id });
    const proposal = storedAmendmentSchema.safeParse(record?.proposal).data;
    if (proposal === undefined) continue;
    await services.history.rewriteAmendment(amendment.id, { ...proposal, run: { ...proposal.run, ofAll } });
  }
  return stackId;
}
