import { randomUUID } from 'node:crypto';
import { CancelledError, HoldfastError } from '../shared/errors.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import { attemptUntilAccepted } from './attempt-loop.ts';
import { inAttemptTree } from './attempt-place.ts';
import { buildBase } from './attempt-preparation.ts';
import { conclude } from './chunk-ending.ts';
import { preflightChunk } from './chunk-preflight.ts';
import { ChunkProgress } from './chunk-progress.ts';
import type { ChunkRunInput, ChunkRunOutcome } from './chunk-run-input.ts';
import { GateKeeper } from './gate-keeper.ts';
import { gatherPromptInput } from './prompt-input.ts';
import { runErrorOf, type ChunkRunResult } from './result.ts';

/**
 * One run of one chunk: preflight, attempts until contract and gates hold, landing, record. Nothing fails silently: what
 * kept it from being carried out is its outcome, too, so that what other chunks came to is not lost with it.
 */
export async function runChunk(input: ChunkRunInput): Promise<ChunkRunOutcome> {
  const { chunk, services } = input;
  const progress = new ChunkProgress(input, randomUUID());
  await services.history.startRun({
    runId: progress.runId,
    document: input.document,
    chunk,
    revision: (await services.repository.head()).commit,
  });
  let outcome: ChunkRunOutcome;
  try {
    outcome = await execute(input, progress);
  } catch (thrown) {
    outcome = { result: await brokenOff(input, progress, thrown) };
  }
  await services.history.finishRun(progress.runId, outcome.result);
  services.report({ type: 'chunk-finished', result: outcome.result });
  return outcome;
}

/** What a run came to that was cancelled or could not be carried out. Faults of ours are thrown on. */
async function brokenOff(
  { services }: ChunkRunInput,
  progress: ChunkProgress,
  thrown: unknown,
): Promise<ChunkRunResult> {
  if (thrown instanceof CancelledError || services.signal.aborted) {
    return progress.result('cancelled', { reason: 'The run was cancelled.' });
  }
  const error = runErrorOf(thrown);
  const result = progress.result('aborted', { reason: error.message, error });
  if (thrown instanceof HoldfastError) return result;
  await services.history.finishRun(progress.runId, result);
  throw thrown;
}

async function execute(input: ChunkRunInput, progress: ChunkProgress): Promise<ChunkRunOutcome> {
  const { chunk, services, start } = input;
  services.report({
    type: 'chunk-started',
    runId: progress.runId,
    chunk: chunk.id,
    title: chunk.title,
    maxAttempts: progress.limit,
  });
  const base = start?.tree ?? (await takeBase(input));
  return inAttemptTree(input, base, (attempt) => executeIn(input, progress, attempt, base));
}

async function takeBase({ chunk, services }: ChunkRunInput): Promise<Snapshot> {
  const base = await services.repository.takeBase({ signal: services.signal });
  for (const message of base.notes) services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
  return base;
}

async function executeIn(
  input: ChunkRunInput,
  progress: ChunkProgress,
  attempt: AttemptTree,
  base: Snapshot,
): Promise<ChunkRunOutcome> {
  const { contract, chunk, services } = input;
  services.report({ type: 'stage', chunk: chunk.id, stage: 'preflight' });
  const blockedBy = await preflightChunk({ ...input, attempt });
  if (blockedBy.length > 0) {
    services.report({ type: 'blocked', chunk: chunk.id, blockedBy });
    const reason = blockedBy.map((blocker) => blocker.details).join(' ');
    return { result: progress.result('blocked', { reason, blockedBy }) };
  }
  await services.history.setChunkStatus(contract.spec.id, chunk, 'running');
  const gates = new GateKeeper(input, progress.runId, progress.limit);
  const model = await services.model();
  const baseline = await buildBase({ ...input, attempt, base });
  const prompt = await gatherPromptInput({ ...input, attempt, maxAttempts: progress.limit });
  const place = { ...input, progress, gates, attempt, base, baseline };
  return conclude(place, await attemptUntilAccepted({ ...place, model, prompt, next: {} }));
}
