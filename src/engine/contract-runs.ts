import { storedAmendmentSchema } from '../amendments/stored-amendment.ts';
import type { History } from '../history/history.ts';
import type { KeptStack } from '../run/chunk-run-input.ts';
import { runContract, type ContractRunInput, type ContractRunOutcome, type EarlierRun } from '../run/contract-run.ts';
import type { ChunkRunResult } from '../run/result.ts';
import type { RunServices } from '../run/services.ts';
import { passedChunks } from '../run/unlanded-results.ts';
import { readWaitingRun, type OthersOfRun } from '../run/waiting-run.ts';

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
async function stackOf(
  { history, repository }: RunServices,
  { contract, landing }: ContractRunInput,
  { stack }: OthersOfRun,
): Promise<KeptStack | undefined> {
  if (stack === undefined) return undefined;
  const isPending = (await history.pendingReviews()).some(({ runId }) => runId === stack.runId);
  const kept = landing === 'review' && !isPending ? undefined : await repository.readKept(stack.runId);
  if (kept === undefined) return undefined;
  const passed = stack.passed.flatMap(({ chunk: id, runId, changedFiles }) => {
    const chunk = contract.chunks.find((one) => one.id === id);
    return chunk === undefined ? [] : [{ chunk, runId, changedFiles }];
  });
  return { base: kept.base, result: kept.result, passed, keptAs: stack.runId };
}

/** A chunk that was blocked, never begun, or whose run could not be carried out; not one that a person gave up. */
function isToBeRun(result: ChunkRunResult | undefined): boolean {
  if (result === undefined || result.status === 'blocked') return true;
  return result.status === 'aborted' && result.error !== undefined;
}

/**
 * Goes on with a run of all chunks after a decision on one of them: those that it had blocked, or that could not be
 * carried out, follow.
 * @param decided the chunk's outcome where its own run was gone on with, or its id where it is to be run again
 */
export async function goOnWithOthers(
  input: ContractRunInput,
  others: OthersOfRun,
  decided: Pick<EarlierRun, 'resumed'> & { readonly again?: string },
): Promise<ContractRunOutcome> {
  const { services, contract } = input;
  const results = await resultsOf(services.history, others);
  const isLeft = (id: string): boolean => id === decided.again || isToBeRun(results.get(id));
  const remaining = new Set(contract.chunks.map(({ id }) => id).filter(isLeft));
  const unlanded = await stackOf(services, input, others);
  const run = await runContract({ ...input, earlier: { results, remaining, unlanded, resumed: decided.resumed } });
  await linkChunks(input, run);
  return run;
}

/**
 * Lets those chunks of a run of all that wait for a choice, or whose contract is to be amended, know of the others, so
 * that the decision goes on from there.
 */
export async function linkChunks({ services }: ContractRunInput, run: ContractRunOutcome): Promise<void> {
  const { result, unlanded } = run;
  const ofAll: OthersOfRun = {
    results: result.chunks.map(({ chunk, runId }) => ({ chunk, runId })),
    ...(unlanded ? { stack: { runId: unlanded.keptAs, passed: passedChunks(unlanded) } } : {}),
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
}
