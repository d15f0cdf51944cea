import { CancelledError, HoldfastError } from '../shared/errors.ts';
import type { KeptResult } from '../workspace/kept-results.ts';
import { attemptUntilAccepted, lastAttempt, type AttemptsEnd, type NextAttempt } from './attempt-loop.ts';
import { inAttemptTree } from './attempt-place.ts';
import { prepareTree } from './attempt-preparation.ts';
import { conclude, landHeld, type ChunkEndingInput } from './chunk-ending.ts';
import { ChunkProgress } from './chunk-progress.ts';
import type { ChunkRunInput, ChunkRunOutcome } from './chunk-run-input.ts';
import { GateKeeper, type KeptReview } from './gate-keeper.ts';
import { gatherPromptInput } from './prompt-input.ts';
import { runErrorOf, type AttemptReport, type ChunkRunResult, type GateChoice } from './result.ts';
import { retryContextOf } from './retry-context.ts';
import { conversationOf, type WaitingRun } from './waiting-run.ts';

/** A run that waited, what was chosen for it, and everything that it needs to go on. */
export interface ResumedChunkInput extends ChunkRunInput {
  readonly runId: string;
  readonly choice: GateChoice;
  /** What the next attempt is told by the person. */
  readonly instruction: string | undefined;
  readonly waiting: WaitingRun;
  readonly review: KeptReview;
  readonly attempts: readonly AttemptReport[];
  readonly kept: KeptResult;
}

/**
 * [GATE-6] Goes on with a run that waits for a choice. Where it is cancelled or cannot be carried out, it waits again,
 * and nothing of what it had come to is lost.
 */
export async function resumeChunk(input: ResumedChunkInput): Promise<ChunkRunOutcome> {
  const { runId, choice, services } = input;
  const progress = new ChunkProgress(input, runId, { attempts: input.attempts, choice });
  progress.gates = input.waiting.gates;
  progress.warnings = input.waiting.warnings;
  let outcome: ChunkRunOutcome;
  try {
    outcome = await carryOut(input, progress);
  } catch (thrown) {
    outcome = { result: await brokenOff(input, progress, thrown) };
    services.report({ type: 'chunk-finished', result: outcome.result });
    return outcome;
  }
  await services.history.finishRun(runId, outcome.result);
  services.report({ type: 'chunk-finished', result: outcome.result });
  return outcome;
}

/**
 * Lets a run wait again that was cancelled or could not be carried out. One that cannot wait again, because it had been
 * concluded by then, ends; what it broke off with is thrown on.
 */
async function brokenOff(
  { runId, services }: ResumedChunkInput,
  progress: ChunkProgress,
  thrown: unknown,
): Promise<ChunkRunResult> {
  const waits = await services.history.giveBackGateReview(runId);
  if (thrown instanceof CancelledError || services.signal.aborted) {
    const reason = waits ? 'The run was cancelled, and waits for a choice as before.' : 'The run was cancelled.';
    const result = progress.result('cancelled', { reason });
    if (!waits) await services.history.finishRun(runId, result);
    return result;
  }
  const error = runErrorOf(thrown);
  if (!waits) {
    await services.history.finishRun(runId, progress.result('aborted', { reason: error.message, error }));
    throw thrown;
  }
  if (!(thrown instanceof HoldfastError)) throw thrown;
  return progress.result('undecided', { reason: `${error.message} The run waits for a choice as before.`, error });
}

async function carryOut(input: ResumedChunkInput, progress: ChunkProgress): Promise<ChunkRunOutcome> {
  const { chunk, services, runId, kept } = input;
  const gates = new GateKeeper(input, runId, progress.limit, { review: input.review, reports: input.waiting.gates });
  services.report({
    type: 'chunk-started',
    runId,
    chunk: chunk.id,
    title: chunk.title,
    maxAttempts: progress.limit,
  });
  await gates.choose(input.choice, progress.attempts.length, input.instruction);
  if (input.choice === 'abort') return abort(input, progress, gates);
  return inAttemptTree(input, kept.base, async (attempt) => {
    const place: ChunkEndingInput = {
      ...input,
      progress,
      gates,
      attempt,
      base: kept.base,
      baseline: undefined,
      ofAll: input.waiting.ofAll,
    };
    return input.choice === 'skip' ? skip(input, place) : retry(input, place);
  });
}

async function abort(input: ResumedChunkInput, progress: ChunkProgress, gates: GateKeeper): Promise<ChunkRunOutcome> {
  const { contract, chunk, runId, services } = input;
  await services.history.setChunkStatus(contract.spec.id, chunk, 'aborted');
  await gates.close('aborted');
  await services.repository.dropKept(runId);
  return { result: progress.result('aborted', { reason: input.waiting.reason }) };
}

/** Lands the result in spite of its gates, and says so. A conflict lets the run wait as before. */
async function skip(input: ResumedChunkInput, place: ChunkEndingInput): Promise<ChunkRunOutcome> {
  const { kept, waiting, runId, services } = input;
  const { progress, gates } = place;
  progress.warnings = [...waiting.warnings, ...gates.obstacles.map((obstacle) => `Skipped by choice: ${obstacle}`)];
  await restore(input, place);
  const outcome = await landHeld(place, { result: kept.result, changedFiles: waiting.changedFiles });
  if (outcome.result.status === 'conflict') {
    await gates.wait(waiting);
    return outcome;
  }
  await gates.close('skipped');
  if (outcome.unlanded === undefined) await services.repository.dropKept(runId);
  return outcome;
}

async function retry(input: ResumedChunkInput, place: ChunkEndingInput): Promise<ChunkRunOutcome> {
  const { contract, chunk, services, waiting, runId } = input;
  const { progress, attempt } = place;
  await services.history.setChunkStatus(contract.spec.id, chunk, 'running');
  const end = waiting.judgeAgain ? await judgeAgain(input, place) : undefined;
  const outcome = await conclude(place, end ?? (await attemptAgain()));
  // What landed, or failed, needs its ref no longer.
  const isKept = outcome.unlanded !== undefined || ['undecided', 'conflict'].includes(outcome.result.status);
  if (!isKept) await services.repository.dropKept(runId);
  return outcome;

  async function attemptAgain(): Promise<AttemptsEnd> {
    const model = await services.model();
    const gathered = await gatherPromptInput({ ...input, attempt, maxAttempts: progress.limit });
    const prompt = input.instruction === undefined ? gathered : { ...gathered, instruction: input.instruction };
    return attemptUntilAccepted({ ...place, model, prompt, next: await nextAttempt(input, place) });
  }
}

/** Puts the kept result into the tree of the attempt, prepared as it was when it was made. */
async function restore({ kept, services }: ResumedChunkInput, place: ChunkEndingInput): Promise<void> {
  await prepareTree(place);
  await place.attempt.checkout(kept.result.commit);
  await services.analysis.filesChanged(place.attempt.root, 'all');
}

/** Judges the same result again, without the model that made it; undefined where gates fail and attempts are left. */
async function judgeAgain(input: ResumedChunkInput, place: ChunkEndingInput): Promise<AttemptsEnd | undefined> {
  const { kept, waiting } = input;
  const { progress, gates, attempt, base } = place;
  await restore(input, place);
  const held = { result: kept.result, changedFiles: waiting.changedFiles };
  const standing = await gates.judge({
    attempt,
    base,
    number: progress.attempts.length,
    judged: held.result,
    changedFiles: held.changedFiles,
  });
  progress.gates = gates.reports;
  progress.warnings = gates.warnings;
  if (standing === 'hold') return { kind: 'accepted', held };
  if (standing === 'failed' && !gates.isExhausted) return undefined;
  if (standing === 'failed') gates.exhaust();
  const reason = `${standing === 'broken' ? 'These gates could not be judged' : 'These gates failed'}: ${gates.obstacleNames}.`;
  return { kind: 'undecided', held, standing, reason };
}

/** What the first attempt after the choice is told: what stood in the way of the last one before it. */
async function nextAttempt({ waiting }: ResumedChunkInput, place: ChunkEndingInput): Promise<NextAttempt> {
  const { progress, gates } = place;
  const { text, continues } = gates.guidance;
  const conversation = continues ? await conversationOf(waiting) : undefined;
  const last = progress.attempts.at(-1);
  const number = progress.attempts.length + 1;
  return {
    gateGuidance: text,
    ...(last === undefined ? {} : { retry: retryContextOf(last.validation, last, number, lastAttempt(place, number)) }),
    ...(conversation === undefined ? {} : { conversation }),
  };
}
