import type { Chunk } from '../../contract/model.ts';
import { messageOf } from '../../foundation/errors.ts';
import type { PreparedLanding } from '../../workspace/landing/prepared-landing.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { KEPT_REFS } from '../../workspace/store/kept-results.ts';
import { recordingMessage, recordLandedChunks, type RecordedChunk } from '../records/write-records.ts';
import type { LandingReport } from '../report/run-result.ts';
import type { RunnableContract, StartingTree, UnlandedResult } from '../services/chunk-run-input.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';
import { judgeMerge, toLandingGates, VALID_MERGE, type JudgedMerge, type MergeVerdict } from './judge-merge.ts';

type Conflicts = LandingReport['conflicts'];

export interface LandingInput
  extends RunnableContract, Pick<JudgedMerge, 'runId' | 'attempt' | 'baseline' | 'attemptNumber' | 'services'> {
  /** The chunks to land. All of them must be satisfied in the merged tree. */
  readonly chunks: readonly (RecordedChunk & { readonly chunk: Chunk })[];
  /** The tree that the work started from. */
  readonly base: StartingTree;
  readonly result: Snapshot;
  readonly mode: 'commit' | 'working-tree';
  /** The commit message. */
  readonly message: string;
  /** Set if no attempt has validated `result`: it is then judged even if the merge equals it. Begins each message about it. */
  readonly judgeAs?: string | undefined;
  /** Files that the user has merged with the result, whose content stays. Default: none. */
  readonly resolved?: readonly string[] | undefined;
}

/** The maximum number of preparations of one landing. A change of the user's tree makes a new preparation necessary. */
const MAX_PREPARATIONS = 5;

/** The outcome of a landing. */
export interface LandingOutcome {
  readonly report: LandingReport;
  /** The judgements of gates on the merge, by the id of their chunk; empty if the merge equals the result. */
  readonly judgements: MergeVerdict['judgements'];
  /**
   * The merge, and the tree that it was merged with, if nothing landed only because blocking gates have no verdict on the
   * merge.
   */
  readonly undecided?: { readonly before: Snapshot; readonly merged: Snapshot } | undefined;
}

/**
 * Lands a result in the user's tree, all or nothing. If the user changed the tree in the meantime, the merge is validated
 * like an attempt, gates included, before anything is written. A conflict, a failed assert or a blocking gate that does not
 * pass lands nothing, and the result is kept.
 */
export async function landResult(input: LandingInput): Promise<LandingOutcome> {
  const { services, chunks } = input;
  for (const { chunk } of chunks) services.report({ type: 'stage', chunk: chunk.id, stage: 'landing' });
  let outdatedBy: Conflicts[number] | undefined;
  let verdict = VALID_MERGE;
  for (let preparation = 0; preparation < MAX_PREPARATIONS; preparation++) {
    const prepared = await services.repository.prepareLanding({
      base: input.base,
      result: input.result,
      resolved: input.resolved,
      signal: services.signal,
    });
    const { merged, userSnapshot, files } = prepared;
    if (prepared.conflicts.length > 0)
      return keepResult(input, files, { ...VALID_MERGE, conflicts: prepared.conflicts });
    verdict = await validateMerge(input, prepared);
    if (verdict.conflicts.length > 0) {
      const outcome = await keepResult(input, files, verdict);
      return verdict.isUndecided ? { ...outcome, undecided: { before: userSnapshot, merged } } : outcome;
    }
    const landed = await prepared.land({
      mode: input.mode,
      message: recordingMessage(input.message, input.contract, chunks),
      runCommitHooks: services.configuration.commitHooks,
      startedOn: input.base.headRef,
      resolved: input.resolved,
    });
    outdatedBy = landed.outdatedBy;
    if (outdatedBy !== undefined) continue;
    if (landed.conflicts.length > 0) return keepResult(input, files, { ...verdict, conflicts: landed.conflicts });
    const recorded = await tryToRecord({
      ...input,
      before: userSnapshot,
      after: merged,
      head: landed.head,
      commit: landed.commit,
      changedByHooks: landed.changedByHooks,
      files: landed.files,
    });
    const notes = [...landed.notes, ...recorded, ...(await noteMissingContract(input, landed.commit))];
    return toOutcome(verdict, { commit: landed.commit, files: landed.files, conflicts: [], notes });
  }
  const { file = '', reason = '' } = outdatedBy ?? {};
  const repeated = `${reason}. This happened ${MAX_PREPARATIONS} times. Stop the program that causes it, then run the chunk again.`;
  return keepResult(input, [], { ...verdict, conflicts: [{ file, reason: repeated }] });
}

/** Others could not check a commit whose contract is not in git. Nothing adds the contract: it is the person's file. */
async function noteMissingContract(
  { document: { file }, services }: LandingInput,
  commit: string | undefined,
): Promise<readonly string[]> {
  if (commit === undefined || (await services.repository.readFile(commit, file)) !== undefined) return [];
  return [`${file} is in no commit of this branch. Commit it, too: without it, only you can check the change.`];
}

/** Records the landed chunks. The result has landed, so a failure becomes a note. */
async function tryToRecord(input: Parameters<typeof recordLandedChunks>[0]): Promise<readonly string[]> {
  try {
    await recordLandedChunks(input);
    return [];
  } catch (thrown) {
    return [`The landing was not recorded in the history: ${messageOf(thrown)}`];
  }
}

/** Validates the merged tree, unless it equals a result that has been validated already. */
async function validateMerge(
  input: LandingInput,
  { differsFromResult, merged, userSnapshot }: PreparedLanding,
): Promise<MergeVerdict> {
  if (!differsFromResult && input.judgeAs === undefined) return VALID_MERGE;
  await input.attempt.checkout(merged.commit);
  const description = input.judgeAs ?? 'After merging with your edits';
  return judgeMerge({ ...input, merged, before: userSnapshot, description });
}

/** A merge of two results, and the verdict on it. */
export interface StackMerge extends MergeVerdict {
  readonly merged: Snapshot;
  /** Whether the files could be merged, so that conflicts are those of the verdict. */
  readonly isMerged: boolean;
}

/**
 * Merges the result of a chunk with the results that were stacked while it ran, and validates the merge. `merged` is
 * meaningful only if there are no conflicts.
 */
export async function mergeWithStack(
  input: Pick<LandingInput, 'document' | 'contract' | 'sharedGates' | 'services'> & {
    readonly from: Snapshot;
    readonly onto: Snapshot;
    /** The chunks whose results are part of `onto`. */
    readonly passed: ReadonlySet<string>;
    readonly unlanded: UnlandedResult;
    /** The beginning of each message about the merge. */
    readonly description: string;
  },
): Promise<StackMerge> {
  const { services, unlanded } = input;
  const { merged, conflicts } = await services.repository.combine({
    base: input.from,
    result: unlanded.result,
    onto: input.onto,
    signal: services.signal,
  });
  if (conflicts.length > 0) return { ...VALID_MERGE, merged, isMerged: false, conflicts };
  return withAttemptWorktree(input, merged, async (attempt) => {
    const [{ runId } = { runId: '' }] = unlanded.passed;
    const verdict = await judgeMerge({
      ...input,
      runId,
      attempt,
      chunks: unlanded.passed,
      baseline: undefined,
      merged,
      before: input.onto,
      passedEarlier: input.passed,
      description: input.description,
    });
    return { merged, isMerged: true, ...verdict };
  });
}

async function keepResult(
  { runId, result, services, judgeAs }: LandingInput,
  files: readonly string[],
  verdict: MergeVerdict,
): Promise<LandingOutcome> {
  // A part of a result is not kept: the whole result is.
  const keptRef =
    judgeAs === undefined ? await services.repository.keepResult(runId, result.commit) : `${KEPT_REFS}${runId}`;
  const notes = [`No files were written. The result is kept as ${keptRef}.`];
  return toOutcome(verdict, { files, conflicts: verdict.conflicts, keptRef, notes });
}

function toOutcome({ judgements }: MergeVerdict, report: LandingReport): LandingOutcome {
  const gates = toLandingGates(judgements);
  return { judgements, report: gates.length === 0 ? report : { ...report, gates } };
}
