import { storedProposalSchema } from '../amendments/rules/stored-proposal.ts';
import type { History } from '../../history/history.ts';
import { readWaitingRun, toStoredWaitingRun, type BatchState } from '../chunk/waiting-run.ts';
import { toStoredPassedChunks } from '../landing/unlanded-results.ts';
import type { ChunkRunResult } from '../report/run-result.ts';
import type { StoredStack } from '../services/chunk-run-input.ts';
import type { RunServices } from '../services/run-services.ts';
import { runContract, type ContractRunInput, type ContractRunOutcome, type EarlierBatch } from './run-contract.ts';

/** The latest results of a batch's chunks by id. A choice for one chunk may have changed its result since. */
export async function readResultsByChunk(
  history: History,
  { results }: BatchState,
): Promise<Map<string, ChunkRunResult>> {
  const byChunk = new Map<string, ChunkRunResult>();
  for (const { chunk, runId, skipped } of results) {
    const result = skipped === undefined ? await history.readRun(runId) : createSkippedResult(chunk, runId, skipped);
    if (result !== undefined) byChunk.set(chunk, result);
  }
  return byChunk;
}

function createSkippedResult(
  chunk: string,
  runId: string,
  skipped: NonNullable<BatchState['results'][number]['skipped']>,
): ChunkRunResult {
  const reason = skipped === 'satisfied' ? { skippedSatisfied: true as const } : { upToDate: true as const };
  return { status: 'pass', chunk, runId, attempts: [], gates: [], warnings: [], ...reason };
}

function toStoredResult({ chunk, runId, upToDate, skippedSatisfied }: ChunkRunResult): BatchState['results'][number] {
  if (upToDate === true) return { chunk, runId, skipped: 'up-to-date' };
  return skippedSatisfied === true ? { chunk, runId, skipped: 'satisfied' } : { chunk, runId };
}

/** The stored stack of a batch; undefined if the batch has none, or if the stack has been landed or discarded since. */
async function readStack(
  { history, repository }: Pick<RunServices, 'history' | 'repository'>,
  { contract, landing }: ContractRunInput,
  { stack }: BatchState,
): Promise<StoredStack | undefined> {
  if (stack === undefined) return undefined;
  const isPending = (await history.listPendingResults()).some(({ runId }) => runId === stack.runId);
  const kept = landing === 'review' && !isPending ? undefined : await repository.readKeptResult(stack.runId);
  if (kept === undefined) return undefined;
  const passed = stack.passed.flatMap(({ chunk: id, ...rest }) => {
    const chunk = contract.chunks.find((candidate) => candidate.id === id);
    return chunk === undefined ? [] : [{ chunk, ...rest }];
  });
  return { base: kept.base, result: kept.result, passed, keptAs: stack.runId };
}

/** Whether a chunk was blocked, never started, or ended with an error. A chunk that a person aborted must not run. */
function mustRun(result: ChunkRunResult | undefined): boolean {
  if (result === undefined || result.status === 'blocked') return true;
  return result.status === 'aborted' && result.error !== undefined;
}

/**
 * Continues a batch after a decision on one of its chunks: runs the chunks that were blocked, never started or ended with
 * an error.
 * @param decision the outcome of the chunk's resumed run, or the chunk's id if it must run again
 */
export async function resumeRemainingChunks(
  input: ContractRunInput,
  batch: BatchState,
  decision: Pick<EarlierBatch, 'resumed'> & { readonly rerunChunkId?: string | undefined },
): Promise<ContractRunOutcome> {
  const { services, contract } = input;
  const results = await readResultsByChunk(services.history, batch);
  const remaining = new Set(
    contract.chunks.map(({ id }) => id).filter((id) => id === decision.rerunChunkId || mustRun(results.get(id))),
  );
  const unlanded = await readStack(services, input, batch);
  const continued = {
    ...input,
    skip: batch.skip ?? input.skip,
    allowFailingBuild: batch.allowFailingBuild ?? input.allowFailingBuild,
  };
  const run = await runContract({
    ...continued,
    earlier: { results, remaining, unlanded, resumed: decision.resumed },
  });
  await saveBatchState(continued, run);
  return run;
}

/**
 * Stores the state of a batch with each of its chunks that waits for a choice or an amendment, so that the decision can
 * continue the batch.
 */
export async function saveBatchState(
  { services, skip, allowFailingBuild }: ContractRunInput,
  run: ContractRunOutcome,
): Promise<void> {
  const { history } = services;
  const { result, unlanded } = run;
  const batch: BatchState = {
    results: result.chunks.map(toStoredResult),
    ...(skip === undefined ? {} : { skip }),
    ...(allowFailingBuild === undefined ? {} : { allowFailingBuild }),
    ...(unlanded ? { stack: { runId: unlanded.keptAs, passed: toStoredPassedChunks(unlanded) } } : {}),
  };
  for (const { runId } of result.chunks.filter(({ status }) => status === 'undecided')) {
    const [review] = await history.listGateReviews({ id: runId, status: 'waiting' });
    const waiting = readWaitingRun(review?.waiting);
    if (review === undefined || waiting === undefined) continue;
    await history.saveGateReview({ ...review, waiting: toStoredWaitingRun({ ...waiting, batch }) });
  }
  for (const { amendment } of result.chunks) {
    if (amendment === undefined) continue;
    const [record] = await history.listAmendments({ id: amendment.id });
    const proposal = storedProposalSchema.safeParse(record?.proposal).data;
    if (proposal === undefined) continue;
    // `ofAll` is the stored key of the batch.
    await history.updateAmendment(amendment.id, { ...proposal, run: { ...proposal.run, ofAll: batch } });
  }
}
