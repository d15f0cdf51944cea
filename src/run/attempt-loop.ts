import type { ModelMessage } from 'ai';
import { DEFAULT_MAX_ATTEMPTS } from '../contract/model.ts';
import type { ConfiguredModel } from '../models/configured-model.ts';
import type { PromptInput } from '../prompts/build-prompt.ts';
import { CancelledError, messageOf } from '../shared/errors.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import { asksForAmendment } from './amendment.ts';
import { runAttempt, type AttemptOutcome } from './attempt.ts';
import { prepareTree } from './attempt-preparation.ts';
import type { ChunkProgress } from './chunk-progress.ts';
import type { ChunkRunInput } from './chunk-run-input.ts';
import type { GateKeeper, GateStanding } from './gate-keeper.ts';
import type { AttemptReport, CommandReport, RetryContext } from './result.ts';
import { retryContextOf, sameFailure, whyNotRetryable, type AttemptRetryContext } from './retry-context.ts';
import type { Verdict } from './validation.ts';

/** What the next attempt is told beyond what all are told. */
export interface NextAttempt {
  readonly retry?: AttemptRetryContext;
  readonly gateGuidance?: string;
  readonly conversation?: readonly ModelMessage[];
}

export interface AttemptLoopInput extends ChunkRunInput {
  readonly progress: ChunkProgress;
  readonly gates: GateKeeper;
  readonly attempt: AttemptTree;
  /** What every attempt starts from. */
  readonly base: Snapshot;
  readonly baseline: CommandReport | undefined;
  readonly model: ConfiguredModel;
  readonly prompt: Omit<PromptInput, 'retry'>;
  readonly next: NextAttempt;
}

/** A result whose asserts and build hold. */
export type HeldResult = Pick<AttemptOutcome, 'result' | 'changedFiles'> &
  Partial<Pick<AttemptOutcome, 'conversation'>>;

/** What the attempts came to: `undecided` where only gates stand in the way, and a person is to choose. */
export type AttemptsEnd =
  | { readonly kind: 'accepted'; readonly held: HeldResult }
  | { readonly kind: 'failed'; readonly reason: string; readonly amendmentReason?: string | undefined }
  | { readonly kind: 'undecided'; readonly held: HeldResult; readonly standing: GateStanding; readonly reason: string };

/** Attempts, each told what was wrong with the one before, until one is accepted or no other may follow. */
export async function attemptUntilAccepted(input: AttemptLoopInput): Promise<AttemptsEnd> {
  const { progress, gates, chunk, services } = input;
  let { next } = input;
  for (let number = progress.attempts.length + 1; ; number++) {
    const of = lastAttempt(input, number);
    services.report({ type: 'attempt-started', chunk: chunk.id, number, of });
    await prepareTree(input);
    const outcome = await carryOut(input, number, next);
    if (typeof outcome === 'string') return { kind: 'failed', reason: outcome };
    const standing = outcome.verdict.passed ? await gates.judge({ ...input, ...judgedBy(outcome), number }) : undefined;
    const verdict = standing === undefined ? outcome.verdict : withGates(outcome.verdict, gates, standing);
    const end =
      standing === 'broken' ? brokenGates(gates) : whyNoFurtherAttempt(input, { ...outcome, verdict }, number);
    if (standing === 'failed' && end !== undefined) gates.exhaust();
    const after = nextAttempt(input, { ...outcome, verdict }, number, standing);
    await recordAttempt(input, { ...outcome, verdict }, after.retry, { of, goesOn: end === undefined });
    if (verdict.passed) return { kind: 'accepted', held: outcome };
    next = after;
    if (end === undefined) continue;
    if (standing !== undefined) return { kind: 'undecided', held: outcome, standing, reason: end };
    return { kind: 'failed', reason: end, amendmentReason: outcome.amendmentReason };
  }
}

function judgedBy({ result, changedFiles }: AttemptOutcome): { judged: Snapshot; changedFiles: readonly string[] } {
  return { judged: result, changedFiles };
}

/** The number of the last attempt as things stand: of the chunk's limit and that of the gates the lower. */
export function lastAttempt({ progress, gates }: Pick<AttemptLoopInput, 'progress' | 'gates'>, number: number): number {
  const { attemptCount, maxAttempts, history } = gates.review;
  const ofGates = history.length === 0 ? progress.last : number - 1 + Math.max(1, maxAttempts - attemptCount);
  return Math.min(progress.last, ofGates);
}

/**
 * Why an attempt could not be carried out at all, as a sentence. Where none was before, that is an error of its own;
 * otherwise the run has failed, and what the attempts before came to is kept.
 */
async function carryOut(
  input: AttemptLoopInput,
  number: number,
  { retry, gateGuidance, conversation }: NextAttempt,
): Promise<AttemptOutcome | string> {
  const { progress, services } = input;
  const prompt = { ...input.prompt, ...(gateGuidance === undefined ? {} : { gateGuidance }) };
  try {
    return await runAttempt({
      ...input,
      runId: progress.runId,
      number,
      prompt,
      retry,
      ...(conversation === undefined ? {} : { conversation }),
    });
  } catch (thrown) {
    if (progress.counted.length === 0 || thrown instanceof CancelledError || services.signal.aborted) throw thrown;
    return `Attempt ${number} could not be carried out: ${messageOf(thrown)}`;
  }
}

/** The verdict on an attempt whose gates were judged. */
function withGates(verdict: Verdict, gates: GateKeeper, standing: GateStanding): Verdict {
  if (gates.reports.length === 0) return verdict;
  const problems = gates.obstacles.map((message) => ({ stage: 'gates' as const, message }));
  return {
    ...verdict,
    passed: standing === 'hold',
    problems: [...verdict.problems, ...problems],
    gates: gates.reports,
  };
}

function brokenGates(gates: GateKeeper): string {
  return `These gates could not be judged, which is not the attempt's fault: ${gates.obstacleNames}.`;
}

/** Why a failure is the last word, as a sentence; undefined where another attempt follows. */
function whyNoFurtherAttempt(input: AttemptLoopInput, outcome: AttemptOutcome, number: number): string | undefined {
  const { progress, gates } = input;
  const { verdict } = outcome;
  const byGates = verdict.gates !== undefined && !verdict.passed;
  const of = `${number} of ${progress.last}`;
  if (byGates && (gates.isExhausted || number >= progress.last)) {
    return `The asserts hold, and after ${number} attempts these gates do not: ${gates.obstacleNames}.`;
  }
  if (number >= progress.last) return `The contract does not hold after ${of} attempts.`;
  if (asksForAmendment(outcome.amendmentReason, verdict)) {
    return `Stopped after attempt ${of}: the model asks for an amendment of the contract.`;
  }
  const before = progress.counted.at(-1);
  // Beyond the third attempt more of the same is only cost.
  const made = progress.counted.length + 1;
  if (made >= DEFAULT_MAX_ATTEMPTS && before !== undefined && sameFailure(verdict, before.validation)) {
    return `Stopped after attempt ${of}: the same failure came back unchanged.`;
  }
  return whyNotRetryable(outcome);
}

function nextAttempt(
  input: AttemptLoopInput,
  outcome: AttemptOutcome,
  number: number,
  standing: GateStanding | undefined,
): NextAttempt & { readonly retry: AttemptRetryContext } {
  const retry = retryContextOf(outcome.verdict, outcome.report, number + 1, lastAttempt(input, number + 1));
  if (standing !== 'failed') return { retry };
  const { text, continues } = input.gates.guidance;
  return { retry, gateGuidance: text, ...(continues ? { conversation: outcome.conversation } : {}) };
}

async function recordAttempt(
  { progress, gates, chunk, services }: AttemptLoopInput,
  outcome: AttemptOutcome,
  retry: AttemptRetryContext,
  { of, goesOn }: { readonly of: number; readonly goesOn: boolean },
): Promise<void> {
  const { verdict } = outcome;
  const report: AttemptReport = {
    ...outcome.report,
    validation: {
      ...verdict,
      retryable: !verdict.passed && goesOn,
      retryContext: verdict.passed ? undefined : publicRetryContext(retry),
    },
  };
  progress.attempts.push(report);
  if (verdict.gates !== undefined) {
    progress.gates = verdict.gates;
    progress.warnings = gates.warnings;
  }
  await services.history.recordAttempt(progress.runId, report);
  services.report({ type: 'attempt-finished', chunk: chunk.id, report, of });
}

/** The part of what the next attempt is told that reports and the history carry. */
function publicRetryContext({
  attempt,
  maxAttempts,
  previousViolations,
  buildOutput,
}: AttemptRetryContext): RetryContext {
  return { attempt, maxAttempts, previousViolations, buildOutput };
}
