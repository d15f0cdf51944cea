import type { NextAttempt } from '../services/earlier-attempts.ts';
import { CancelledError, HoldfastError } from '../../foundation/errors.ts';
import type { KeptResult } from '../../workspace/store/kept-results.ts';
import { attemptUntilAccepted, lastAttemptNumber, type AttemptsOutcome } from '../attempt/attempt-loop.ts';
import { ChunkRunProgress } from '../attempt/chunk-run-progress.ts';
import { openWorker } from '../attempt/open-worker.ts';
import { gatherPreviousWork } from '../attempt/previous-work.ts';
import { createRetryContext } from '../attempt/retry-context.ts';
import { ChunkGates, type StoredChunkReview } from '../gates/chunk-gates.ts';
import type { PersonAnswer } from '../gates/decide-by-person.ts';
import { gatherPrompt } from '../prompt/gather-prompt.ts';
import {
  isPersonVerdict,
  toRunError,
  type AttemptReport,
  type ChunkRunResult,
  type GateChoice,
  type PersonVerdict,
} from '../report/run-result.ts';
import type { ChunkRunInput, ChunkRunOutcome } from '../services/chunk-run-input.ts';
import { findTerms } from '../terms/find-terms.ts';
import { judgeOnly } from '../validation/prepare-tree.ts';
import { prepareWorktree } from '../worktree/worktree-life-cycle.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';
import { inChunkSpan, withUsage } from './run-chunk.ts';
import { concludeChunk, landOrWait, type ConclusionInput } from './conclude-chunk.ts';
import { restoreConversation, toStoredWaitingRun, type WaitingRun } from './waiting-run.ts';

/** A waiting run with the choice of a person, and everything that it needs to resume. */
export interface ResumedChunkInput extends ChunkRunInput {
  readonly runId: string;
  readonly choice: GateChoice | PersonVerdict;
  /** The person's instruction for the next attempt, or the words of a verdict. */
  readonly instruction: string | undefined;
  /** The gate that a verdict is about; every gate that waits for a person if undefined. */
  readonly gate: string | undefined;
  readonly waiting: WaitingRun;
  readonly review: StoredChunkReview;
  readonly attempts: readonly AttemptReport[];
  readonly kept: KeptResult;
}

/**
 * [GATE-6] Resumes a run that waits for a choice. If it is cancelled or ends with an error, it waits again with all its
 * earlier results.
 */
export function resumeChunk(input: ResumedChunkInput): Promise<ChunkRunOutcome> {
  return inChunkSpan(input, () => resume(input));
}

async function resume(input: ResumedChunkInput): Promise<ChunkRunOutcome> {
  const { runId, choice, services } = input;
  const progress = new ChunkRunProgress(input, runId, {
    attempts: input.attempts,
    choice,
    countedFrom: isPersonVerdict(choice) ? input.waiting.countedFrom : undefined,
  });
  progress.gates = input.waiting.gates;
  progress.warnings = input.waiting.warnings;
  let outcome: ChunkRunOutcome;
  try {
    outcome = await execute(input, progress);
  } catch (thrown) {
    outcome = await withUsage(services, { result: await releaseAfterError(input, progress, thrown) });
    services.report({ type: 'chunk-finished', result: outcome.result });
    return outcome;
  }
  await services.history.finishRun(runId, outcome.result);
  outcome = await withUsage(services, outcome);
  services.report({ type: 'chunk-finished', result: outcome.result });
  return outcome;
}

/**
 * Makes a run wait again after a cancellation or an error. If the run had already been concluded, it
 * ends instead. Returns its result. An internal error, or an error after the conclusion, is rethrown.
 */
async function releaseAfterError(
  { runId, services }: ResumedChunkInput,
  progress: ChunkRunProgress,
  thrown: unknown,
): Promise<ChunkRunResult> {
  const isWaiting = await services.history.releaseGateReview(runId);
  if (thrown instanceof CancelledError || services.signal.aborted) {
    const reason = isWaiting ? 'The run was cancelled and still waits for a choice.' : 'The run was cancelled.';
    const result = progress.createResult('cancelled', { reason });
    if (!isWaiting) await services.history.finishRun(runId, result);
    return result;
  }
  const error = toRunError(thrown);
  if (!isWaiting) {
    await services.history.finishRun(runId, progress.createResult('aborted', { reason: error.message, error }));
    throw thrown;
  }
  if (!(thrown instanceof HoldfastError)) throw thrown;
  return progress.createResult('undecided', { reason: `${error.message} The run still waits for a choice.`, error });
}

async function execute(input: ResumedChunkInput, progress: ChunkRunProgress): Promise<ChunkRunOutcome> {
  const { chunk, services, runId, kept, waiting } = input;
  const gates = new ChunkGates(input, runId, progress.maxAttempts, { review: input.review, reports: waiting.gates });
  services.report({
    type: 'chunk-started',
    runId,
    chunk: chunk.id,
    title: chunk.title,
    maxAttempts: progress.maxAttempts,
  });
  const { choice } = input;
  if (isPersonVerdict(choice)) services.report({ type: 'choice-made', chunk: chunk.id, choice });
  else await gates.recordChoice(choice, progress.attempts.length, input.instruction);
  if (choice === 'abort') return abort(input, progress, gates);
  return withAttemptWorktree(input, kept.base, async (attempt) => {
    const execution: ConclusionInput = {
      ...input,
      progress,
      gates,
      attempt,
      base: kept.base,
      terms: await findTerms({ ...input, attempt }),
      baseline: undefined,
      batch: waiting.batch,
    };
    return choice === 'skip' ? skip(input, execution) : retry(input, execution);
  });
}

async function abort(
  input: ResumedChunkInput,
  progress: ChunkRunProgress,
  gates: ChunkGates,
): Promise<ChunkRunOutcome> {
  const { contract, chunk, runId, services } = input;
  await services.history.setChunkStatus(contract.spec.id, chunk, 'aborted');
  await gates.close('aborted');
  await services.repository.deleteKeptResult(runId);
  return { result: progress.createResult('aborted', { reason: input.waiting.reason }) };
}

/** Lands the result in spite of its gates, with a warning. After a conflict the run waits again. */
async function skip(input: ResumedChunkInput, execution: ConclusionInput): Promise<ChunkRunOutcome> {
  const { kept, waiting, runId, services } = input;
  const { progress, gates } = execution;
  progress.warnings = [
    ...waiting.warnings,
    ...gates.blockingFailures.map((failure) => `Skipped by choice: ${failure}`),
  ];
  await restoreResult(input, execution);
  const outcome = await landOrWait(execution, { result: kept.result, changedFiles: waiting.changedFiles });
  if (outcome.result.status === 'conflict') {
    await gates.saveWaiting(toStoredWaitingRun(waiting));
    return outcome;
  }
  await gates.close('skipped');
  if (outcome.unlanded === undefined) await services.repository.deleteKeptResult(runId);
  return outcome;
}

async function retry(input: ResumedChunkInput, execution: ConclusionInput): Promise<ChunkRunOutcome> {
  const { contract, chunk, services, waiting, runId } = input;
  await services.history.setChunkStatus(contract.spec.id, chunk, 'running');
  const isJudgedAgain = waiting.judgeAgain || isPersonVerdict(input.choice);
  const decided = isJudgedAgain ? await judgeAgain(input, execution) : undefined;
  const outcome = await concludeChunk(execution, decided ?? (await attemptAgain(input, execution)));
  // A result that landed or failed no longer needs its ref.
  const isKept = outcome.unlanded !== undefined || ['undecided', 'conflict'].includes(outcome.result.status);
  if (!isKept) await services.repository.deleteKeptResult(runId);
  return outcome;
}

async function attemptAgain(input: ResumedChunkInput, execution: ConclusionInput): Promise<AttemptsOutcome> {
  const { attempt, terms, progress, services } = execution;
  const worker = await openWorker(services);
  const gathered = await gatherPrompt({ ...input, attempt, terms });
  progress.impact = gathered.impactSummary;
  // The words of a verdict are part of the guidance of its gate.
  const instruction = input.choice === 'retry' ? input.instruction : undefined;
  const prompt = instruction === undefined ? gathered : { ...gathered, instruction };
  return attemptUntilAccepted({ ...execution, worker, prompt, next: await prepareNextAttempt(input, execution) });
}

/** Checks out the kept result in a prepared worktree. */
async function restoreResult({ kept, services }: ResumedChunkInput, execution: ConclusionInput): Promise<void> {
  await prepareWorktree(execution);
  await execution.attempt.checkout(kept.result.commit);
  await services.analysis.filesChanged(execution.attempt.root, 'all');
  await judgeOnly(execution, kept.result);
}

/** Judges the gates on the kept result again. Returns undefined if gates fail and attempts are left. */
async function judgeAgain(input: ResumedChunkInput, execution: ConclusionInput): Promise<AttemptsOutcome | undefined> {
  const { kept, waiting } = input;
  const { progress, gates, attempt, base } = execution;
  await restoreResult(input, execution);
  const passing = { result: kept.result, changedFiles: waiting.changedFiles };
  const gateOutcome = await gates.judge({
    attempt,
    base,
    number: progress.attempts.length,
    judged: passing.result,
    changedFiles: passing.changedFiles,
    answer: toPersonAnswer(input),
  });
  progress.gates = gates.reports;
  progress.warnings = gates.warnings;
  if (gateOutcome === 'passed') return { kind: 'accepted', passing };
  const hasAttempts = !gates.isExhausted && progress.attempts.length < progress.maxAttemptNumber;
  if (gateOutcome === 'failed' && hasAttempts) return undefined;
  if (gateOutcome === 'failed') gates.recordExhaustion();
  const reason = gates.describeStop(gateOutcome) ?? `These gates failed: ${gates.blockingGateNames}.`;
  return { kind: 'undecided', passing, gateOutcome, reason };
}

function toPersonAnswer({ choice, instruction, gate }: ResumedChunkInput): PersonAnswer | undefined {
  return isPersonVerdict(choice) ? { verdict: choice, words: instruction, gate } : undefined;
}

/** The feedback for the first attempt after the choice: the failures of the last attempt before it, and its code. */
async function prepareNextAttempt(
  { waiting, kept }: ResumedChunkInput,
  execution: ConclusionInput,
): Promise<NextAttempt> {
  const { progress, gates } = execution;
  const { text, keepsConversation } = gates.guidance;
  const conversation = keepsConversation ? await restoreConversation(waiting) : undefined;
  const last = progress.attempts.at(-1);
  const number = progress.attempts.length + 1;
  return {
    ...(text === undefined ? {} : { gateGuidance: text }),
    ...(last === undefined
      ? {}
      : {
          retry: {
            ...createRetryContext(last.validation, last, number, lastAttemptNumber(execution, number)),
            work: await gatherPreviousWork({
              ...execution,
              verdict: last.validation,
              diff: last.diff,
              result: kept.result,
            }),
          },
        }),
    ...(conversation === undefined ? {} : { conversation }),
    previous: { number: number - 1, snapshot: kept.result },
  };
}
