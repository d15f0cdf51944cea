import { proposeAmendment } from '../amendments/propose-amendment.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { AttemptsOutcome, PassingResult } from '../attempt/attempt-loop.ts';
import { supersedeEarlier } from '../records/supersede-earlier.ts';
import type { ChunkRunOutcome } from '../services/chunk-run-input.ts';
import type { Terms } from '../terms/terms.ts';
import { landPassingResult, type PassingLandingInput } from './land-passing-result.ts';
import { toStoredConversation, toStoredWaitingRun, type BatchState, type WaitingRun } from './waiting-run.ts';

export interface ConclusionInput extends PassingLandingInput {
  /** What a result is judged by. */
  readonly terms: Terms;
  /** The batch that a resumed run belongs to. */
  readonly batch?: BatchState | undefined;
}

/** Concludes the attempts of a chunk: lands the result, fails with or without an amendment, or waits for a choice. */
export async function concludeChunk(input: ConclusionInput, outcome: AttemptsOutcome): Promise<ChunkRunOutcome> {
  switch (outcome.kind) {
    case 'accepted': {
      const landed = await landOrWait(input, outcome.passing);
      if (landed.result.status === 'undecided') return landed;
      await input.gates.close(input.gates.blockingFailures.length === 0 ? 'passed' : 'failed');
      return landed;
    }
    case 'failed':
      await input.gates.close('failed');
      return failOrAmend(input, outcome.reason, outcome.amendmentReason);
    case 'undecided':
      if (input.unattended !== true) return waitForChoice(input, outcome);
      await input.gates.close('failed');
      return failOrAmend(input, outcome.reason, undefined);
  }
}

/** Lands or stores a result. If blocking gates have no verdict on its merge, the run waits with the merge as its result. */
export async function landOrWait(input: ConclusionInput, passing: PassingResult): Promise<ChunkRunOutcome> {
  const landed = await landPassingResult(input, passing);
  if (!('undecided' in landed)) return landed;
  const { before, merged, gateOutcome } = landed.undecided;
  const stop = input.gates.describeStop(gateOutcome) ?? '';
  const reason = `The files changed while the chunk ran, so that the gates were judged again on the merge. ${stop}`;
  return waitForChoice(input, { passing: { ...passing, result: merged }, gateOutcome, reason }, before);
}

/** Ends a failed run, and proposes an amendment if the contract itself may be wrong (ENF-AMEND-1). */
async function failOrAmend(
  input: ConclusionInput,
  reason: string,
  modelRequest: string | undefined,
): Promise<ChunkRunOutcome> {
  const { contract, chunk, progress, services } = input;
  const attempts = progress.countedAttempts;
  const outcome =
    input.unattended === true
      ? undefined
      : await proposeAmendment({ ...input, runId: progress.runId, attempts, modelRequest });
  await services.history.setChunkStatus(contract.spec.id, chunk, 'failed');
  await supersedeOf(input, 'failed');
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
 * @param base the tree that the result changes. Default: the tree that the attempts started from
 */
async function waitForChoice(
  input: ConclusionInput,
  { passing, gateOutcome, reason }: Omit<Extract<AttemptsOutcome, { kind: 'undecided' }>, 'kind'>,
  base?: Snapshot,
): Promise<ChunkRunOutcome> {
  const { document, contract, chunk, progress, gates, services } = input;
  const { configuration, history, budget } = services;
  const { maxCostUsd } = configuration.limits;
  await services.repository.keepResult(progress.runId, passing.result.commit, { base });
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
    countedFrom: progress.countedFrom,
    ...(input.maxAttempts === undefined ? {} : { maxAttempts: input.maxAttempts }),
    ...(configuration.model === undefined ? {} : { model: configuration.model }),
    ...(maxCostUsd === undefined ? {} : { maxCostUsd, spentUsd: budget.spentUsd }),
    ...(input.start === undefined ? {} : { passedBefore: [...input.start.passed] }),
    ...(conversation === undefined ? {} : { conversation }),
    ...(input.batch === undefined ? {} : { batch: input.batch }),
  };
  await gates.saveWaiting(toStoredWaitingRun(waiting));
  await supersedeOf(input, 'stopped');
  await history.setChunkStatus(contract.spec.id, chunk, 'undecided');
  services.report({ type: 'choice-needed', chunk: chunk.id, runId: progress.runId });
  return { result: progress.createResult('undecided', { reason }) };
}

function supersedeOf({ contract, chunk, progress, services }: ConclusionInput, outcome: 'stopped' | 'failed') {
  return supersedeEarlier(services, {
    specId: contract.spec.id,
    chunkIds: [chunk.id],
    runId: progress.runId,
    outcome,
  });
}
