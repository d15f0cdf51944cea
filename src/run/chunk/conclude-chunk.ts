import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { proposeAmendment } from '../amendment/propose-amendment.ts';
import type { AttemptsOutcome, PassingResult } from '../attempt/attempt-loop.ts';
import type { ChunkProgress } from '../attempt/chunk-progress.ts';
import type { ChunkGates } from '../gates/chunk-gates.ts';
import { formatConflicts, landResult } from '../landing/land-result.ts';
import { storeUnlanded } from '../landing/unlanded-results.ts';
import { gatherContext } from '../prompt/change-context.ts';
import { fingerprintChunk } from '../records/chunk-fingerprint.ts';
import type { CommandReport } from '../report/run-result.ts';
import type { ChunkRunInput, ChunkRunOutcome } from '../services/chunk-run-input.ts';
import type { Terms } from '../terms/terms.ts';
import { toStoredConversation, toStoredWaitingRun, type BatchState, type WaitingRun } from './waiting-run.ts';

export interface ConclusionInput extends ChunkRunInput {
  readonly progress: ChunkProgress;
  readonly gates: ChunkGates;
  readonly attempt: AttemptWorktree;
  readonly base: Snapshot;
  /** What a result is judged by. */
  readonly terms: Terms;
  readonly baseline: CommandReport | undefined;
  /** The batch that a resumed run belongs to. */
  readonly batch?: BatchState | undefined;
}

/** Concludes the attempts of a chunk: lands the result, fails with or without an amendment, or waits for a choice. */
export async function concludeChunk(input: ConclusionInput, outcome: AttemptsOutcome): Promise<ChunkRunOutcome> {
  switch (outcome.kind) {
    case 'accepted': {
      const landed = await landPassingResult(input, outcome.passing);
      await input.gates.close('passed');
      return landed;
    }
    case 'failed':
      await input.gates.close('failed');
      return failOrAmend(input, outcome.reason, outcome.amendmentReason);
    case 'undecided':
      return waitForChoice(input, outcome);
  }
}

/**
 * Lands a result according to the landing mode. A result that is reviewed later, or never lands, is stored before it
 * counts as passed. If it is part of a stack, it is stored separately until it is added to the stack.
 */
export async function landPassingResult(
  input: ConclusionInput,
  { result, changedFiles }: PassingResult,
): Promise<ChunkRunOutcome> {
  const { document, contract, chunk, landing, progress, attempt, base, baseline, services } = input;
  const { history, repository } = services;
  const context = await gatherContext({ ...input, result });
  const fingerprint = await fingerprintChunk(input, chunk, attempt.tree);
  const passed = { chunk, runId: progress.runId, changedFiles, fingerprint };
  if (landing === 'review' || landing === 'none') {
    await history.recordContext(progress.runId, contract.spec.id, chunk.id, context);
    const unlanded = { base, result, passed: [passed] };
    if (input.isStacked === true) await repository.keepResult(progress.runId, result.commit, { base });
    else await storeUnlanded({ ...input, unlanded });
    return { result: progress.createResult('pass'), unlanded };
  }
  const landed = await landResult({
    runId: progress.runId,
    document,
    contract,
    sharedGates: input.sharedGates,
    chunks: [passed],
    attempt,
    base,
    result,
    mode: landing,
    message: `chunk: ${chunk.title}`,
    baseline,
    services,
  });
  services.report({ type: 'landed', chunk: chunk.id, landing: landed });
  if (landed.conflicts.length > 0) {
    await history.setChunkStatus(contract.spec.id, chunk, 'conflict');
    return { result: progress.createResult('conflict', { landed, reason: formatConflicts(landed.conflicts) }) };
  }
  await history.recordContext(progress.runId, contract.spec.id, chunk.id, context);
  await history.setChunkStatus(contract.spec.id, chunk, 'completed', 'pass');
  return { result: progress.createResult('pass', { landed }) };
}

/** Ends a failed run, and proposes an amendment if the contract itself may be wrong (ENF-AMEND-1). */
async function failOrAmend(
  input: ConclusionInput,
  reason: string,
  modelRequest: string | undefined,
): Promise<ChunkRunOutcome> {
  const { contract, chunk, progress, services } = input;
  const attempts = progress.countedAttempts;
  const outcome = await proposeAmendment({ ...input, runId: progress.runId, attempts, modelRequest });
  await services.history.setChunkStatus(contract.spec.id, chunk, 'failed');
  if (outcome === undefined) return { result: progress.createResult('fail', { reason }) };
  if ('note' in outcome) return { result: progress.createResult('fail', { reason: `${reason} ${outcome.note}` }) };
  const { id } = outcome;
  return {
    result: progress.createResult('fail', {
      reason: `${reason} The proposed amendment ${id} of the contract waits for a decision.`,
      amendment: { id },
    }),
  };
}

/**
 * [GATE-6] Only gates block the result: stores it and ends the run until a person chooses how to continue. The choice is
 * stored rather than awaited, so that it outlives the process.
 */
async function waitForChoice(
  input: ConclusionInput,
  { passing, gateOutcome, reason }: Extract<AttemptsOutcome, { kind: 'undecided' }>,
): Promise<ChunkRunOutcome> {
  const { document, contract, chunk, progress, gates, services } = input;
  const { configuration, history, budget } = services;
  const { maxCostUsd } = configuration.limits;
  await services.repository.keepResult(progress.runId, passing.result.commit);
  const conversation = gates.guidance.keepsConversation ? toStoredConversation(passing.conversation ?? []) : undefined;
  const waiting: WaitingRun = {
    contract: document.file,
    contractText: document.text,
    sharedGates: [...input.sharedGates],
    title: chunk.title,
    landing: input.landing,
    jobs: configuration.jobs,
    changedFiles: [...passing.changedFiles],
    gates: progress.gates.map(({ evidence, ...gate }) => ({
      ...gate,
      ...(evidence ? { evidence: [...evidence] } : {}),
    })),
    warnings: [...progress.warnings],
    reason,
    judgeAgain: gateOutcome === 'broken',
    ...(input.maxAttempts === undefined ? {} : { maxAttempts: input.maxAttempts }),
    ...(configuration.model === undefined ? {} : { model: configuration.model }),
    ...(maxCostUsd === undefined ? {} : { maxCostUsd, spentUsd: budget.spentUsd }),
    ...(input.start === undefined ? {} : { passedBefore: [...input.start.passed] }),
    ...(conversation === undefined ? {} : { conversation }),
    ...(input.batch === undefined ? {} : { batch: input.batch }),
  };
  await gates.saveWaiting(toStoredWaitingRun(waiting));
  await history.setChunkStatus(contract.spec.id, chunk, 'undecided');
  services.report({ type: 'choice-needed', chunk: chunk.id, runId: progress.runId });
  return { result: progress.createResult('undecided', { reason }) };
}
