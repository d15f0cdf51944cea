import type { AttemptTree } from '../workspace/attempt-tree.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import { proposeAmendment } from './amendment.ts';
import type { AttemptsEnd, HeldResult } from './attempt-loop.ts';
import type { ChunkProgress } from './chunk-progress.ts';
import type { ChunkRunInput, ChunkRunOutcome } from './chunk-run-input.ts';
import { gatherContext } from './context-gathering.ts';
import type { GateKeeper } from './gate-keeper.ts';
import { landResult } from './landing.ts';
import type { CommandReport } from './result.ts';
import { keepUnlanded } from './unlanded-results.ts';
import { storedConversation, type WaitingRun } from './waiting-run.ts';

export interface ChunkEndingInput extends ChunkRunInput {
  readonly progress: ChunkProgress;
  readonly gates: GateKeeper;
  readonly attempt: AttemptTree;
  readonly base: Snapshot;
  readonly baseline: CommandReport | undefined;
  /** What is known of the other chunks of its run, where a run that waited was gone on with. */
  readonly ofAll?: WaitingRun['ofAll'];
}

/** What follows from the attempts: landing, failure with or without an amendment, or a choice that waits. */
export async function conclude(input: ChunkEndingInput, end: AttemptsEnd): Promise<ChunkRunOutcome> {
  switch (end.kind) {
    case 'accepted': {
      const outcome = await landHeld(input, end.held);
      await input.gates.close('passed');
      return outcome;
    }
    case 'failed':
      await input.gates.close('failed');
      return failOrAmend(input, end.reason, end.amendmentReason);
    case 'undecided':
      return waitForChoice(input, end);
  }
}

/**
 * Lands a result by the run's mode. Where nothing lands by itself it is handed back, and kept before it counts as passed;
 * that of a run of all chunks for itself first, until it lies on those of the others.
 */
export async function landHeld(
  input: ChunkEndingInput,
  { result, changedFiles }: HeldResult,
): Promise<ChunkRunOutcome> {
  const { document, contract, chunk, landing, progress, attempt, base, baseline, services } = input;
  const context = await gatherContext({ ...input, result });
  if (landing === 'review' || landing === 'none') {
    await services.history.recordContext(progress.runId, contract.spec.id, chunk.id, context);
    const unlanded = { base, result, passed: [{ chunk, runId: progress.runId, changedFiles }] };
    if (input.isStacked === true) await services.repository.keep(progress.runId, result.commit, { base });
    else await keepUnlanded({ ...input, unlanded });
    return { result: progress.result('pass'), unlanded };
  }
  const landed = await landResult({
    runId: progress.runId,
    document,
    contract,
    chunks: [{ chunk, changedFiles }],
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
    await services.history.setChunkStatus(contract.spec.id, chunk, 'conflict');
    const reason = landed.conflicts.map((conflict) => `${conflict.file} ${conflict.reason}`.trim()).join('; ');
    return { result: progress.result('conflict', { landed, reason }) };
  }
  await services.history.recordContext(progress.runId, contract.spec.id, chunk.id, context);
  await services.history.setChunkStatus(contract.spec.id, chunk, 'completed', 'pass');
  return { result: progress.result('pass', { landed }) };
}

/** The end of a failure that the contract itself may have to answer for (ENF-AMEND-1). */
async function failOrAmend(
  input: ChunkEndingInput,
  reason: string,
  asked: string | undefined,
): Promise<ChunkRunOutcome> {
  const { contract, chunk, progress, services } = input;
  const outcome = await proposeAmendment({ ...input, runId: progress.runId, attempts: progress.counted, asked });
  await services.history.setChunkStatus(contract.spec.id, chunk, 'failed');
  if (outcome === undefined) return { result: progress.result('fail', { reason }) };
  if ('note' in outcome) return { result: progress.result('fail', { reason: `${reason} ${outcome.note}` }) };
  const { id } = outcome;
  return {
    result: progress.result('fail', {
      reason: `${reason} The amendment ${id} of the contract is proposed and waits for a decision.`,
      amendment: { id },
    }),
  };
}

/**
 * [GATE-6] Only gates stand in the way: the result is kept and the run ends, until a person chooses how it goes on. The
 * choice is stored and not awaited, so that it outlives the window.
 */
async function waitForChoice(
  input: ChunkEndingInput,
  { held, standing, reason }: Extract<AttemptsEnd, { kind: 'undecided' }>,
): Promise<ChunkRunOutcome> {
  const { document, contract, chunk, progress, gates, services } = input;
  const { configuration, history } = services;
  await services.repository.keep(progress.runId, held.result.commit);
  const conversation = gates.guidance.continues ? storedConversation(held.conversation ?? []) : undefined;
  const waiting: WaitingRun = {
    contract: document.file,
    contractText: document.text,
    sharedGates: [...input.sharedGates],
    title: chunk.title,
    landing: input.landing,
    jobs: configuration.jobs,
    changedFiles: [...held.changedFiles],
    gates: progress.gates.map(({ evidence, ...gate }) => ({
      ...gate,
      ...(evidence ? { evidence: [...evidence] } : {}),
    })),
    warnings: [...progress.warnings],
    reason,
    judgeAgain: standing === 'broken',
    ...(input.maxAttempts === undefined ? {} : { maxAttempts: input.maxAttempts }),
    ...(configuration.model === undefined ? {} : { model: configuration.model }),
    ...(configuration.limits.maxCostUsd === undefined
      ? {}
      : { maxCostUsd: configuration.limits.maxCostUsd, spentUsd: services.budget.spentUsd }),
    ...(input.start === undefined ? {} : { passedBefore: [...input.start.passed] }),
    ...(conversation === undefined ? {} : { conversation }),
    ...(input.ofAll === undefined ? {} : { ofAll: input.ofAll }),
  };
  await gates.wait(waiting);
  await history.setChunkStatus(contract.spec.id, chunk, 'undecided');
  services.report({ type: 'choice-needed', chunk: chunk.id, runId: progress.runId });
  return { result: progress.result('undecided', { reason }) };
}
