import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../contract/read/read-contract.ts';
import type { History } from '../../history/history.ts';
import type { StoredGateReview } from '../../history/records/gate-reviews.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { KeptResult } from '../../workspace/store/kept-results.ts';
import { readResultsByChunk, resumeRemainingChunks } from '../batch/batch-state.ts';
import { batchStatus, STOPPING_STATUSES, type ContractRunInput } from '../batch/run-contract.ts';
import { resumeChunk } from '../chunk/resume-chunk.ts';
import { readWaitingRun, type WaitingRun } from '../chunk/waiting-run.ts';
import type { PendingChoice } from '../report/decisions.ts';
import {
  isPersonVerdict,
  type AttemptReport,
  type ContractRunResult,
  type GateChoice,
  type PersonVerdict,
} from '../report/run-result.ts';
import type { ChoiceOptions, ContinueOptions } from '../services/run-options.ts';
import type { RunServices } from '../services/run-services.ts';
import { requireChunk } from '../services/runnable-contract.ts';
import type { RunOpener } from './run-opener.ts';

/** Runs that wait for a choice, oldest first. A run with a damaged record is omitted; its chunk can run again. */
export async function listPendingChoices(history: History | undefined): Promise<readonly PendingChoice[]> {
  const reviews = (await history?.listGateReviews({ status: 'waiting' })) ?? [];
  return reviews.flatMap((review) => {
    const waiting = readWaitingRun(review.waiting);
    return waiting === undefined ? [] : [toPendingChoice(review, waiting)];
  });
}

function toPendingChoice(review: StoredGateReview, waiting: WaitingRun): PendingChoice {
  return {
    runId: review.id,
    contract: waiting.contract,
    chunk: { id: review.chunkId, title: waiting.title },
    gates: waiting.gates.filter(({ mode, verdict }) => mode === 'blocking' && verdict !== 'PASS'),
    changedFiles: waiting.changedFiles,
    attemptCount: review.attemptCount,
    maxAttempts: review.maxAttempts,
    hints: review.hints,
    history: review.history,
    createdAt: review.createdAt,
  };
}

/** Carries out a choice for a waiting run (GATE-6). If the run is part of a batch, the remaining chunks follow. */
export async function resumeWaitingRun(
  opener: RunOpener,
  runId: string,
  choice: GateChoice | PersonVerdict,
  options: ChoiceOptions,
): Promise<ContractRunResult> {
  const resumable = await requireWaitingRun(opener, runId);
  if (isPersonVerdict(choice)) requirePersonGate(resumable, options.gate);
  const { history, review, waiting, kept } = resumable;
  const services = await openServices(opener, resumable, options);
  const input = createRunInput(waiting, services);
  const chunk = requireChunk(input.document, input.contract, review.chunkId);
  await reportContractChanges(opener, waiting, services);
  if (!(await history.claimGateReview(runId))) throw notWaitingError(runId);
  const passedBefore = new Set(waiting.passedBefore);
  const outcome = await resumeChunk({
    ...input,
    ...resumable,
    chunk,
    start: waiting.passedBefore === undefined ? undefined : { tree: kept.base, passed: passedBefore },
    // If the process ended before the batch state was stored, there is no stack to add the result to.
    isStacked: waiting.batch !== undefined,
    runId,
    choice,
    instruction: options.instruction,
    gate: options.gate,
  });
  const { result, unlanded } = outcome;
  if (waiting.batch === undefined) {
    return { status: result.status, chunks: [result], ...(unlanded ? { keptAs: result.runId } : {}) };
  }
  if (STOPPING_STATUSES.has(result.status)) {
    const results = (await readResultsByChunk(history, waiting.batch)).set(chunk.id, result);
    const chunks = input.contract.chunks.flatMap(({ id }) => results.get(id) ?? []);
    return { status: batchStatus(chunks), chunks };
  }
  const run = await resumeRemainingChunks(input, waiting.batch, { resumed: { base: kept.base, outcome } });
  const chunkResult = run.result.chunks.find((one) => one.runId === runId);
  // The chunk's own result is part of the stack now.
  if (unlanded !== undefined && chunkResult?.status === 'pass' && run.unlanded?.keptAs !== runId) {
    await services.repository.deleteKeptResult(runId);
  }
  return run.result;
}

/** @throws HoldfastError `not-found` if no gate, or not the given one, waits for a person's verdict */
function requirePersonGate({ review, waiting }: ResumableRun, gate: string | undefined): void {
  const ids = waiting.gates.flatMap(({ id, mode, verdict }) =>
    mode === 'blocking' && verdict === 'UNDECIDED' ? [id] : [],
  );
  if (gate === undefined ? ids.length > 0 : ids.includes(gate)) return;
  const subject = gate === undefined ? `No gate of the run ${review.id} waits` : `The gate "${gate}" does not wait`;
  throw new HoldfastError('not-found', `${subject} for the verdict of a person.`, {
    hint: ids.length > 0 ? `These gates wait: ${ids.join(', ')}.` : 'Choose retry, skip or abort.',
  });
}

interface ResumableRun {
  readonly history: History;
  readonly review: StoredGateReview;
  readonly waiting: WaitingRun;
  readonly attempts: readonly AttemptReport[];
  readonly kept: KeptResult;
}

/**
 * Reads a waiting run, with everything that it needs to resume.
 * @throws HoldfastError `not-found` if it does not wait, `storage` if a part of it is missing
 */
async function requireWaitingRun(opener: RunOpener, runId: string): Promise<ResumableRun> {
  const history = await opener.history();
  await history?.interruptDeadRuns();
  const review = (await history?.listGateReviews({ id: runId, status: 'waiting' }))?.[0];
  if (history === undefined || review === undefined) throw notWaitingError(runId);
  const waiting = readWaitingRun(review.waiting);
  const kept = await (await opener.repository()).readKeptResult(runId);
  const stored = await history.readRun(runId);
  if (waiting === undefined || kept === undefined || stored === undefined) throw damagedError(runId, kept);
  return { history, review, waiting, attempts: stored.attempts, kept };
}

/** Opens the services with the settings that the run was started with, except those that `options` overrides. */
async function openServices(
  opener: RunOpener,
  { history, review, waiting }: ResumableRun,
  options: ContinueOptions,
): Promise<RunServices> {
  return opener.openServices(
    {
      model: options.model ?? waiting.model,
      landing: options.landing ?? waiting.landing,
      maxCostUsd: options.maxCostUsd ?? waiting.maxCostUsd,
      // A new cost limit does not include earlier costs.
      spentUsd: options.maxCostUsd === undefined ? await readSpent(history, review.id, waiting) : 0,
      jobs: options.jobs ?? waiting.jobs,
    },
    options.signal ?? new AbortController().signal,
    options.onEvent ?? (() => undefined),
  );
}

/**
 * The known cost of the run and its batch so far. The recorded calls include those of a process that resumed the run and
 * ended before the run waited again.
 */
async function readSpent(history: History, runId: string, { spentUsd = 0, batch }: WaitingRun): Promise<number> {
  let recorded = 0;
  const ran = (batch?.results ?? []).filter(({ skipped }) => skipped === undefined);
  for (const id of new Set([runId, ...ran.map((result) => result.runId)])) {
    for (const { costUsd } of (await history.readUsage(id))?.byPurpose ?? []) recorded += costUsd ?? 0;
  }
  return Math.max(spentUsd, recorded);
}

/** The input of the run, with the contract as it was when the run started. */
function createRunInput(waiting: WaitingRun, services: RunServices): ContractRunInput {
  const document = readContract({
    file: waiting.contract,
    text: waiting.contractText,
    checks: CHECKS,
    sharedGates: waiting.sharedGates.map(({ id }) => id),
  });
  const { contract } = document;
  if (contract === undefined) {
    throw new HoldfastError('storage', `Failed to read the stored text of ${waiting.contract}.`, {
      hint: 'Run the chunk again.',
    });
  }
  return {
    document,
    contract,
    sharedGates: waiting.sharedGates,
    landing: services.configuration.landing,
    maxAttempts: waiting.maxAttempts,
    services,
  };
}

async function reportContractChanges(
  { tree }: RunOpener,
  { contract, contractText }: WaitingRun,
  { report }: Pick<RunServices, 'report'>,
): Promise<void> {
  const text = await tree.readText(contract);
  if (text === contractText) return;
  const change = text === undefined ? 'was deleted' : 'has changed';
  const message = `${contract} ${change} since the run stopped. The run continues with the earlier contract.`;
  report({ type: 'note', level: 'warning', message });
}

function notWaitingError(runId: string): HoldfastError {
  return new HoldfastError('not-found', `The run ${runId} does not wait for a choice.`, {
    hint: 'A choice was already made, or there is no such run. Run "holdfast choices" to list the runs that wait.',
  });
}

function damagedError(runId: string, kept: KeptResult | undefined): HoldfastError {
  const cause = kept === undefined ? `refs/holdfast/results/${runId} is missing` : 'its record is damaged';
  return new HoldfastError('storage', `Failed to resume the run ${runId}: ${cause}.`, {
    hint: 'Run the chunk again.',
  });
}
