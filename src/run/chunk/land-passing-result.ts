import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { formatConflicts } from '../../foundation/format-conflicts.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { Repository } from '../../workspace/repository.ts';
import { KEPT_REFS } from '../../workspace/store/kept-results.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { PassingResult } from '../attempt/attempt-loop.ts';
import type { ChunkRunProgress } from '../attempt/chunk-run-progress.ts';
import type { ChunkGates, GateOutcome } from '../gates/chunk-gates.ts';
import { landResult, type LandingOutcome } from '../landing/land-result.ts';
import { ResultNotLandedError } from '../landing/result-not-landed-error.ts';
import { storeUnlanded } from '../landing/unlanded-results.ts';
import { gatherContext, type ChunkContext } from '../prompt/change-context.ts';
import { fingerprintChunk } from '../records/chunk-fingerprint.ts';
import { supersedeEarlier } from '../records/supersede-earlier.ts';
import type { CommandReport } from '../report/run-result.ts';
import type { ChunkRunInput, ChunkRunOutcome, StartingTree, UnlandedResult } from '../services/chunk-run-input.ts';

export interface PassingLandingInput extends ChunkRunInput {
  readonly progress: ChunkRunProgress;
  readonly gates: ChunkGates;
  readonly attempt: AttemptWorktree;
  /** The tree that every attempt starts from. */
  readonly base: StartingTree;
  readonly baseline: CommandReport | undefined;
  /** Whether a result that conflicts with the user's files waits for review, so that the user can merge and land it. */
  readonly offersConflict?: boolean | undefined;
}

/**
 * [TRUST-5] Lands a result according to the landing mode. The result is kept until it has landed or is stored for review.
 *
 * @throws ResultNotLandedError if the landing or the storage fails; the result stays kept
 */
export async function landPassingResult(input: PassingLandingInput, passing: PassingResult): Promise<PassingLanding> {
  const { repository } = input.services;
  const { runId } = input.progress;
  await repository.secureResult(runId, passing.result.commit);
  const { chunk, attempt, base } = input;
  const fingerprint = await fingerprintChunk(input, chunk, attempt.tree);
  const passed = { chunk, runId, changedFiles: passing.changedFiles, fingerprint };
  input.progress.passing = { base, result: passing.result, passed: [passed] };
  let placed: PlacedResult;
  try {
    placed = await placeResult(input, input.progress.passing);
    input.progress.passing = undefined;
  } catch (thrown) {
    // The run keeps it where the list of results finds it.
    if (isStorageError(thrown)) throw thrown;
    input.progress.passing = undefined;
    throw new ResultNotLandedError(thrown, ...(await keepUnlanded(repository, runId, passing.result)));
  }
  const { landing } = placed;
  if (landing?.undecided === undefined) return recordPlacement(input, placed);
  return { undecided: { ...landing.undecided, gateOutcome: await recordJudgements(input, landing) } };
}

function isStorageError(thrown: unknown): boolean {
  return thrown instanceof HoldfastError && thrown.code === 'storage';
}

/** A merge with the user's tree that did not land, because blocking gates have no verdict on it. */
export interface UndecidedMerge {
  /** The user's tree. */
  readonly before: Snapshot;
  readonly merged: Snapshot;
  readonly gateOutcome: GateOutcome;
}

/** The outcome of the run, or a merge that a person has to decide about. */
export type PassingLanding = ChunkRunOutcome | { readonly undecided: UndecidedMerge };

/** A result that landed, or conflicts, or is stored. */
interface PlacedResult {
  readonly context: ChunkContext;
  readonly landing?: LandingOutcome;
  /** The result as it is stored, or would be. */
  readonly stored: UnlandedResult;
  readonly isStored: boolean;
}

/**
 * Lands or stores a kept result. A result that is reviewed later, or never lands, is stored before it counts as passed. If
 * it is part of a stack, it is stored separately until it is added to the stack.
 */
async function placeResult(input: PassingLandingInput, stored: UnlandedResult): Promise<PlacedResult> {
  const { chunk, landing: mode, progress, base, services } = input;
  const { result, passed } = stored;
  const { repository } = services;
  const context = await gatherContext({ ...input, result });
  const isEmpty = mode === 'review' && isEmptyChange(input, result);
  if (!isEmpty && (mode === 'review' || mode === 'none')) {
    if (input.isStacked === true) await repository.keepResult(progress.runId, result.commit, { base });
    else await storeUnlanded({ ...input, unlanded: stored });
    return { context, stored, isStored: true };
  }
  const landing = await landResult({
    ...input,
    runId: progress.runId,
    chunks: passed,
    result,
    mode: mode === 'review' ? 'working-tree' : mode,
    message: `chunk: ${chunk.title}`,
    attemptNumber: progress.attempts.length,
  });
  const placed = { context, stored, isStored: false };
  if (!isEmpty || landing.report.conflicts.length > 0) return { ...placed, landing };
  return { ...placed, landing: { ...landing, report: { ...landing.report, notes: [NOTHING_TO_REVIEW] } } };
}

const NOTHING_TO_REVIEW = 'The result changes no file, so there is nothing to review. The chunk is recorded as done.';

/**
 * [EDIT-7] Whether a result equals the user's tree that it started from. It is recorded at once, because a person has nothing
 * to review. A result on top of results that have not landed is recorded with them.
 */
function isEmptyChange({ base, start }: PassingLandingInput, result: Snapshot): boolean {
  return result.tree === base.tree && (start === undefined || start.passed.size === 0);
}

/** Adds the verdicts of the gates on the merge to the run, and returns their outcome. */
async function recordJudgements(
  { chunk, gates, progress }: PassingLandingInput,
  { judgements }: LandingOutcome,
): Promise<GateOutcome> {
  const ofChunk = judgements.get(chunk.id) ?? [];
  if (ofChunk.length === 0) return 'passed';
  const outcome = await gates.record(ofChunk, progress.attempts.length);
  progress.gates = gates.reports;
  progress.warnings = gates.warnings;
  return outcome;
}

async function recordPlacement(
  input: PassingLandingInput,
  { context, landing, stored, isStored }: PlacedResult,
): Promise<ChunkRunOutcome> {
  const { contract, chunk, progress, services } = input;
  const { history } = services;
  if (landing === undefined) {
    await history.recordContext(progress.runId, contract.spec.id, chunk.id, context);
    return { result: progress.createResult('pass'), ...(isStored ? { unlanded: stored } : {}) };
  }
  const { report: landed } = landing;
  services.report({ type: 'landed', chunk: chunk.id, landing: landed });
  if (landed.conflicts.length > 0) {
    await recordJudgements(input, landing);
    const isOffered = input.offersConflict === true && landed.conflicts.some(({ isMergeable }) => isMergeable === true);
    if (isOffered) await storeUnlanded({ ...input, landing: 'review', unlanded: stored });
    await history.setChunkStatus(contract.spec.id, chunk, 'conflict');
    return { result: progress.createResult('conflict', { landed, reason: formatConflicts(landed.conflicts) }) };
  }
  await dropLanded(input);
  const newer = { specId: contract.spec.id, chunkIds: [chunk.id], runId: progress.runId };
  const notes: string[] = [];
  try {
    await supersedeEarlier(services, { ...newer, outcome: 'passed' });
    await recordJudgements(input, landing);
    await history.recordContext(progress.runId, contract.spec.id, chunk.id, context);
    await history.setChunkStatus(contract.spec.id, chunk, 'completed', 'pass');
  } catch (thrown) {
    notes.push(`The result has landed, but the history was not written: ${messageOf(thrown)}`);
  }
  const report = notes.length === 0 ? landed : { ...landed, notes: [...landed.notes, ...notes] };
  return { result: progress.createResult('pass', { landed: report }) };
}

/** Moves a result that did not land to the user's repository. Returns its ref, and a note if that fails. */
async function keepUnlanded(
  repository: Repository,
  runId: string,
  { commit }: Snapshot,
): Promise<[keptRef: string, notes?: string[]]> {
  try {
    return [await repository.keepResult(runId, commit)];
  } catch (thrown) {
    const note = `It is in Holdfast's storage until the next run can write it to the repository: ${messageOf(thrown)}`;
    return [`${KEPT_REFS}${runId}`, [note]];
  }
}

/** Deletes the kept copy of a landed result. A failure does not affect the landing. */
async function dropLanded({ chunk, progress: { runId }, services }: PassingLandingInput): Promise<void> {
  try {
    await services.repository.deleteKeptResult(runId);
  } catch (thrown) {
    const message = `The result has landed, but its copy ${KEPT_REFS}${runId} was not deleted. ${messageOf(thrown)}`;
    services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
  }
}
