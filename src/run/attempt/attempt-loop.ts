import { formatCount } from '../../foundation/format-count.ts';
import type { ModelMessage } from 'ai';
import type { PromptInput } from '../../models/prompts/prompt-input.ts';
import { CancelledError, messageOf } from '../../foundation/errors.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { isAmendmentRequestJustified } from '../amendments/propose-amendment.ts';
import type { ChunkGates, GateOutcome } from '../gates/chunk-gates.ts';
import type { AttemptReport, CommandReport, RetryContext } from '../report/run-result.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import type { Terms } from '../terms/terms.ts';
import { fingerprintChunk } from '../records/chunk-fingerprint.ts';
import { describeUnseenPaths } from '../../workspace/processes/withheld.ts';
import { describeCommand } from '../validation/stage-command.ts';
import type { SnapshotVerdict } from '../validation/validate-snapshot.ts';
import type { AttemptExecutor, AttemptWorker } from './attempt-executor.ts';
import { prepareStart, type AttemptStart } from './attempt-start.ts';
import { BaseVerification } from './base-verification.ts';
import type { ChunkRunProgress } from './chunk-run-progress.ts';
import type { NextAttempt } from '../services/earlier-attempts.ts';
import { findingsOf, isStalled, STALL_LENGTH } from './failure-findings.ts';
import { gatherPreviousWork } from './previous-work.ts';
import { createRetryContext, retryBlockedReason, type AttemptRetryContext } from './retry-context.ts';
import { openExecutor } from './open-executor.ts';
import { runAttempt, type AttemptOutcome } from './run-attempt.ts';

export interface AttemptLoopInput extends ChunkRunInput {
  readonly progress: ChunkRunProgress;
  readonly gates: ChunkGates;
  readonly attempt: AttemptWorktree;
  /** The tree that a result is compared with. Attempts start from it, or continue the previous one. */
  readonly base: Snapshot;
  /** What a result is judged by. */
  readonly terms: Terms;
  readonly baseline: CommandReport | undefined;
  /** Who carries out the attempts. */
  readonly worker: AttemptWorker;
  readonly prompt: Omit<PromptInput, 'retry'>;
  readonly next: NextAttempt;
}

interface ExecutedLoopInput extends AttemptLoopInput {
  readonly executor: AttemptExecutor;
  readonly baseVerification: BaseVerification;
}

/** A result that passed validation. */
export interface PassingResult extends Pick<AttemptOutcome, 'result' | 'changedFiles'> {
  readonly conversation?: readonly ModelMessage[] | undefined;
}

/** The outcome of the attempts. `undecided`: only gates block the result, and a person must choose. */
export type AttemptsOutcome =
  | { readonly kind: 'accepted'; readonly passing: PassingResult }
  | { readonly kind: 'failed'; readonly reason: string; readonly amendmentReason?: string | undefined }
  | {
      readonly kind: 'undecided';
      readonly passing: PassingResult;
      readonly gateOutcome: GateOutcome;
      readonly reason: string;
    };

/** Starts attempts, each with feedback on the previous one, until a result is accepted or no further attempt may follow. */
export async function attemptUntilAccepted(input: AttemptLoopInput): Promise<AttemptsOutcome> {
  await using executor = openExecutor(input);
  // Without `await` the executor would be disposed before the attempts.
  return await attemptWith(executor, input);
}

async function attemptWith(executor: AttemptExecutor, input: AttemptLoopInput): Promise<AttemptsOutcome> {
  const baseVerification = new BaseVerification(input);
  const { progress, gates, chunk, services } = input;
  let { next } = input;
  for (let number = progress.nextNumber; ; number++) {
    const of = lastAttemptNumber(input, number);
    services.report({ type: 'attempt-started', chunk: chunk.id, number, of });
    const start = await prepareStart(input, next.previous);
    const judged = await runAndJudge({ ...input, executor, baseVerification }, number, next, start);
    if (typeof judged === 'string') return { kind: 'failed', reason: judged };
    const { gateOutcome, ...outcome } = judged;
    const stopReason = gates.describeStop(gateOutcome) ?? findStopReason(input, outcome, number);
    const isLast = stopReason !== undefined && !progress.mayContinueLater(number);
    if (gateOutcome === 'failed' && isLast) gates.recordExhaustion();
    if (outcome.verdict.passed) await securePassed(input, outcome);
    const following = prepareNextAttempt(input, outcome, number, gateOutcome);
    await recordAttempt(input, outcome, following.retry, { of, continues: stopReason === undefined });
    if (outcome.verdict.passed) return { kind: 'accepted', passing: outcome };
    if (stopReason === undefined) {
      const work = await gatherPreviousWork({ ...input, ...outcome, diff: outcome.report.diff });
      const previous = { number, snapshot: outcome.result, isContinued: executor.continuesSession };
      next = { ...following, retry: { ...following.retry, work }, previous };
      continue;
    }
    if (gateOutcome !== undefined) return { kind: 'undecided', passing: outcome, gateOutcome, reason: stopReason };
    return { kind: 'failed', reason: stopReason, amendmentReason: outcome.amendmentReason };
  }
}

/** [TRUST-5] Keeps a passed result before anything is recorded: what fails after it must not lose it. */
async function securePassed(input: AttemptLoopInput, { result, changedFiles }: AttemptOutcome): Promise<void> {
  const { chunk, progress, base, attempt, services } = input;
  const { runId } = progress;
  await services.repository.secureResult(runId, result.commit);
  const fingerprint = await fingerprintChunk(input, chunk, attempt.tree);
  progress.passing = { base, result, passed: [{ chunk, runId, changedFiles, fingerprint }] };
}

/**
 * The number of the last possible attempt: the lower of the chunk's limit and the gates' limit.
 * @param number the number of the current attempt, which the gates have not judged yet
 */
export function lastAttemptNumber(
  { progress, gates }: Pick<AttemptLoopInput, 'progress' | 'gates'>,
  number: number,
): number {
  const { attemptCount, maxAttempts, history } = gates.review;
  const limit = progress.shownMaxAttemptNumber;
  if (history.length === 0 || progress.mayContinueLater(number)) return limit;
  return Math.min(limit, number - 1 + Math.max(1, maxAttempts - attemptCount));
}

/** Runs one attempt, and judges its gates if it passes validation. A failure of a later attempt is a sentence. */
function runAndJudge(
  input: ExecutedLoopInput,
  number: number,
  next: NextAttempt,
  start: AttemptStart,
): Promise<(AttemptOutcome & { readonly gateOutcome: GateOutcome | undefined }) | string> {
  const { chunk, gates, services } = input;
  return services.telemetry.inSpan('attempt', { chunk: chunk.id, attempt: number }, async (span) => {
    const attempted = await runOrDescribeFailure(input, number, next, start);
    if (typeof attempted === 'string') {
      span.set({ passed: false });
      return attempted;
    }
    const gateOutcome = attempted.verdict.passed ? await judgeGates(input, attempted, number) : undefined;
    const verdict = addGates(attempted.verdict, gates, gateOutcome);
    span.set({ passed: verdict.passed });
    return { ...attempted, verdict, gateOutcome };
  });
}

/**
 * Runs one attempt. An error in the first attempt is thrown. An error in a later attempt is returned as a sentence, so that
 * the run fails and keeps the reports of the earlier attempts.
 */
async function runOrDescribeFailure(
  input: ExecutedLoopInput,
  number: number,
  { retry, gateGuidance, review, conversation }: NextAttempt,
  attemptStart: AttemptStart,
): Promise<AttemptOutcome | string> {
  const { progress, services } = input;
  const prompt = {
    ...input.prompt,
    ...(gateGuidance === undefined ? {} : { gateGuidance }),
    ...(review === undefined ? {} : { review }),
  };
  try {
    const outcome = await runAttempt({
      ...input,
      runId: progress.runId,
      number,
      prompt,
      retry,
      conversation,
      attemptStart,
    });
    return { ...outcome, verdict: await input.baseVerification.compare(outcome.verdict) };
  } catch (thrown) {
    const isFirst = progress.countedAttempts.length === 0;
    if (isFirst || thrown instanceof CancelledError || services.signal.aborted) throw thrown;
    return `Failed to run attempt ${number}: ${messageOf(thrown)}`;
  }
}

function judgeGates(
  { attempt, base, gates }: AttemptLoopInput,
  { result, changedFiles }: AttemptOutcome,
  number: number,
): Promise<GateOutcome> {
  return gates.judge({ attempt, base, number, judged: result, changedFiles });
}

/** Adds the outcome of the gates to the verdict of a validation. */
function addGates(verdict: SnapshotVerdict, gates: ChunkGates, outcome: GateOutcome | undefined): SnapshotVerdict {
  if (outcome === undefined || gates.reports.length === 0) return verdict;
  const problems = gates.blockingFailures.map((message) => ({ stage: 'gates' as const, message }));
  return {
    ...verdict,
    passed: outcome === 'passed',
    problems: [...verdict.problems, ...problems],
    gates: gates.reports,
  };
}

/** Why no further attempt follows, as a sentence; undefined if a further attempt follows. */
function findStopReason(input: AttemptLoopInput, outcome: AttemptOutcome, number: number): string | undefined {
  const { progress, gates } = input;
  const { verdict } = outcome;
  const attemptOfLimit = `${number} of ${progress.shownMaxAttemptNumber}`;
  const isBlockedByGates = verdict.gates !== undefined && !verdict.passed;
  if (isBlockedByGates && (gates.isExhausted || number >= progress.maxAttemptNumber)) {
    return `The asserts pass, but these gates fail after ${formatCount(number, 'attempt')}: ${gates.blockingGateNames}.`;
  }
  const failedCommand = describeFailedCommand(verdict);
  if (number >= progress.maxAttemptNumber) {
    return `The contract is not met after ${number} of ${formatCount(progress.shownMaxAttemptNumber, 'attempt')}.${failedCommand}`;
  }
  if (isAmendmentRequestJustified(outcome.amendmentReason, verdict)) {
    return `Stopped after attempt ${attemptOfLimit}: the model requested an amendment of the contract.`;
  }
  const isEndless = [progress.countedAttempts.at(-1), outcome.report].every(
    (one) => one?.stopReason === 'repeated-call',
  );
  if (isEndless) {
    return `Stopped after attempt ${attemptOfLimit}: the last two attempts ended because the model repeated one tool call.${failedCommand}`;
  }
  const series = [...progress.countedAttempts.map(({ validation }) => validation), verdict];
  if (isStalled(series.map((one) => (one.passed ? undefined : findingsOf(one))))) {
    return `Stopped after attempt ${attemptOfLimit}: the last ${STALL_LENGTH} attempts failed with the same findings, or with more.${failedCommand}`;
  }
  return retryBlockedReason(outcome);
}

/** The first failed command with its own error, as further sentences; what failed after it may be a consequence. */
function describeFailedCommand({ commands }: SnapshotVerdict): string {
  const failed = commands.find(({ passed }) => !passed);
  if (failed === undefined) return '';
  const withheld = failed.unseenPaths === undefined ? undefined : describeUnseenPaths(failed.unseenPaths);
  return ` The ${describeCommand({ ...failed, withheld })}`;
}

function prepareNextAttempt(
  input: AttemptLoopInput,
  { verdict, report, conversation, unusedMeans }: AttemptOutcome,
  number: number,
  gateOutcome: GateOutcome | undefined,
): NextAttempt & { readonly retry: AttemptRetryContext } {
  const feedback = createRetryContext(verdict, report, number + 1, lastAttemptNumber(input, number + 1));
  const retry = { ...feedback, unusedMeans };
  if (gateOutcome !== 'failed') return { retry };
  const { text, keepsConversation } = input.gates.guidance;
  return { retry, gateGuidance: text, ...(keepsConversation ? { conversation } : {}) };
}

async function recordAttempt(
  { progress, gates, chunk, services }: AttemptLoopInput,
  { verdict, report }: AttemptOutcome,
  retry: AttemptRetryContext,
  { of, continues }: { readonly of: number; readonly continues: boolean },
): Promise<void> {
  const attemptReport: AttemptReport = {
    ...report,
    validation: {
      ...verdict,
      retryable: !verdict.passed && continues,
      retryContext: verdict.passed ? undefined : toPublicRetryContext(retry),
    },
  };
  progress.attempts.push(attemptReport);
  if (verdict.gates !== undefined) {
    progress.gates = verdict.gates;
    progress.warnings = gates.warnings;
  }
  await services.history.recordAttempt(progress.runId, attemptReport);
  services.report({ type: 'attempt-finished', chunk: chunk.id, report: attemptReport, of });
}

/** The part of the retry context that reports and the history contain. */
function toPublicRetryContext({
  attempt,
  maxAttempts,
  previousViolations,
  buildOutput,
}: AttemptRetryContext): RetryContext {
  return { attempt, maxAttempts, previousViolations, buildOutput };
}
