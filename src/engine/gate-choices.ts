import { CHECKS } from '../checks/table.ts';
import { readContract } from '../contract/read-contract.ts';
import type { ContinueOptions, GateChoice, PendingChoice } from '../engine.ts';
import type { History } from '../history/history.ts';
import type { StoredGateReview } from '../history/records/gate-reviews.ts';
import { STOPPING, statusOf, type ContractRunInput } from '../run/contract-run.ts';
import type { AttemptReport, ContractRunResult } from '../run/result.ts';
import { resumeChunk } from '../run/resumed-chunk.ts';
import type { RunServices } from '../run/services.ts';
import { readWaitingRun, type WaitingRun } from '../run/waiting-run.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { KeptResult } from '../workspace/kept-results.ts';
import { goOnWithOthers, resultsOf } from './contract-runs.ts';
import type { FolderParts } from './folder-parts.ts';
import { chunkOf } from './runnable-contract.ts';

/** Runs that wait for a choice, the oldest first; what cannot be read is left out, and its run can be made again. */
export async function pendingChoicesOf(history: History | undefined): Promise<readonly PendingChoice[]> {
  const waiting = (await history?.gateReviews({ status: 'waiting' })) ?? [];
  return waiting.flatMap((review) => {
    const run = readWaitingRun(review.waiting);
    return run === undefined ? [] : [pendingChoice(review, run)];
  });
}

function pendingChoice(review: StoredGateReview, run: WaitingRun): PendingChoice {
  return {
    runId: review.id,
    contract: run.contract,
    chunk: { id: review.chunkId, title: run.title },
    gates: run.gates.filter((gate) => gate.mode === 'blocking' && gate.verdict !== 'PASS'),
    attemptCount: review.attemptCount,
    maxAttempts: review.maxAttempts,
    hints: review.hints,
    history: review.history,
    createdAt: review.createdAt,
  };
}

/** Carries out what was chosen for a run that waits (GATE-6), and goes on with the others where it was one of all. */
export async function chooseFor(
  parts: FolderParts,
  runId: string,
  choice: GateChoice,
  options: ContinueOptions & { readonly instruction?: string },
): Promise<ContractRunResult> {
  const found = await waitingRun(parts, runId);
  const { history, review, waiting, kept } = found;
  const services = await servicesFor(parts, waiting, options);
  const input = inputOf(waiting, services);
  const chunk = chunkOf(input.document, input.contract, review.chunkId);
  await tellOfChanges(parts, waiting, services);
  if (!(await history.takeUpGateReview(runId))) throw notWaiting(runId);
  const passedBefore = new Set(waiting.passedBefore);
  const outcome = await resumeChunk({
    ...input,
    ...found,
    chunk,
    start: waiting.passedBefore === undefined ? undefined : { tree: kept.base, passed: passedBefore },
    // A run of all that ended before it had told what the others came to takes no result any more.
    isStacked: waiting.ofAll !== undefined,
    runId,
    choice,
    instruction: options.instruction,
  });
  const { result, unlanded } = outcome;
  if (waiting.ofAll === undefined) {
    return { status: result.status, chunks: [result], ...(unlanded ? { keptAs: result.runId } : {}) };
  }
  if (STOPPING.has(result.status)) {
    const results = (await resultsOf(history, waiting.ofAll)).set(chunk.id, result);
    const chunks = input.contract.chunks.flatMap(({ id }) => results.get(id) ?? []);
    return { status: statusOf(chunks), chunks };
  }
  const run = await goOnWithOthers(input, waiting.ofAll, { resumed: { base: kept.base, outcome } });
  const settled = run.result.chunks.find((one) => one.runId === runId);
  // Its result is part of what is kept of all.
  if (unlanded !== undefined && settled?.status === 'pass' && run.unlanded?.keptAs !== runId) {
    await services.repository.dropKept(runId);
  }
  return run.result;
}

interface FoundRun {
  readonly history: History;
  readonly review: StoredGateReview;
  readonly waiting: WaitingRun;
  readonly attempts: readonly AttemptReport[];
  readonly kept: KeptResult;
}

/**
 * A run that waits, with everything that it needs to go on.
 * @throws HoldfastError `not-found` where it does not wait, `storage` where a part of it is gone
 */
async function waitingRun(parts: FolderParts, runId: string): Promise<FoundRun> {
  const history = await parts.history();
  await history?.interruptDeadRuns();
  const review = (await history?.gateReviews({ id: runId, status: 'waiting' }))?.[0];
  if (history === undefined || review === undefined) throw notWaiting(runId);
  const waiting = readWaitingRun(review.waiting);
  const kept = await (await parts.repository()).readKept(runId);
  const stored = await history.storedRun(runId);
  if (waiting === undefined || kept === undefined || stored === undefined) throw damaged(runId, kept);
  return { history, review, waiting, attempts: stored.attempts, kept };
}

/** What the run was started with counts, where the person says nothing else. */
function servicesFor(parts: FolderParts, waiting: WaitingRun, options: ContinueOptions): Promise<RunServices> {
  return parts.services(
    {
      model: options.model ?? waiting.model,
      landing: options.landing ?? waiting.landing,
      maxCostUsd: options.maxCostUsd ?? waiting.maxCostUsd,
      // A limit that is given with the choice is one for what comes after it.
      spentUsd: options.maxCostUsd === undefined ? waiting.spentUsd : 0,
      jobs: options.jobs ?? waiting.jobs,
    },
    options.signal ?? new AbortController().signal,
    options.onEvent ?? (() => undefined),
  );
}

/** The contract and the way of landing that a run was held to. */
function inputOf(waiting: WaitingRun, services: RunServices): ContractRunInput {
  const document = readContract({
    file: waiting.contract,
    text: waiting.contractText,
    checks: CHECKS,
    sharedGates: waiting.sharedGates.map(({ id }) => id),
  });
  const { contract } = document;
  if (contract === undefined)
    throw new HoldfastError('storage', `Failed to read ${waiting.contract} as it was stored.`);
  return {
    document,
    contract,
    sharedGates: waiting.sharedGates,
    landing: services.configuration.landing,
    maxAttempts: waiting.maxAttempts,
    services,
  };
}

async function tellOfChanges(parts: FolderParts, waiting: WaitingRun, { report }: RunServices): Promise<void> {
  const text = await parts.tree.readText(waiting.contract);
  if (text === waiting.contractText) return;
  const what = text === undefined ? 'is gone' : 'has changed';
  const message = `${waiting.contract} ${what} since the run stopped; the run is held to the contract as it was.`;
  report({ type: 'note', level: 'warning', message });
}

function notWaiting(runId: string): HoldfastError {
  return new HoldfastError(
    'not-found',
    `Failed to go on with the run ${runId}: it does not wait for a choice (any more).`,
    {
      hint: 'It was decided before, or there is no such run. "holdfast choices" lists those that wait.',
    },
  );
}

function damaged(runId: string, kept: KeptResult | undefined): HoldfastError {
  const what = kept === undefined ? `refs/holdfast/${runId} is gone` : 'its record is damaged';
  return new HoldfastError('storage', `Failed to go on with the run ${runId}: ${what}.`, {
    hint: 'Run the chunk again.',
  });
}
