import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import { messageOf } from '../../shared/errors.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { PreparedLanding } from '../../workspace/landing/prepared-landing.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { recordingMessage, recordLandedChunks, type RecordedChunk } from '../records/write-records.ts';
import type { CommandReport, LandingReport } from '../report/run-result.ts';
import type { StartingTree, UnlandedResult } from '../services/chunk-run-input.ts';
import type { RunServices } from '../services/run-services.ts';
import type { EarlierWork } from '../validation/broken-asserts.ts';
import { validateSnapshot } from '../validation/validate-snapshot.ts';
import { withAttemptWorktree } from '../worktree/worktree-life-cycle.ts';

type Conflicts = LandingReport['conflicts'];

export interface LandingInput {
  readonly runId: string;
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly sharedGates: readonly Gate[];
  /** The chunks to land. All of them must be satisfied in the merged tree. */
  readonly chunks: readonly (RecordedChunk & { readonly chunk: Chunk })[];
  readonly attempt: AttemptWorktree;
  /** The tree that the work started from. */
  readonly base: StartingTree;
  readonly result: Snapshot;
  readonly mode: 'commit' | 'working-tree';
  /** The commit message. */
  readonly message: string;
  readonly baseline: CommandReport | undefined;
  readonly services: RunServices;
}

/** The maximum number of preparations of one landing. A change of the user's tree makes a new preparation necessary. */
const MAX_PREPARATIONS = 5;

/**
 * Lands a result in the user's tree, all or nothing. If the user changed the tree in the meantime, the merge is validated
 * like an attempt before anything is written. A conflict or a failed assert lands nothing, and the result is kept.
 */
export async function landResult(input: LandingInput): Promise<LandingReport> {
  const { services, chunks } = input;
  for (const { chunk } of chunks) services.report({ type: 'stage', chunk: chunk.id, stage: 'landing' });
  let outdatedBy: Conflicts[number] | undefined;
  for (let preparation = 0; preparation < MAX_PREPARATIONS; preparation++) {
    const prepared = await services.repository.prepareLanding({
      base: input.base,
      result: input.result,
      signal: services.signal,
    });
    const conflicts = prepared.conflicts.length > 0 ? prepared.conflicts : await validateMerge(input, prepared);
    if (conflicts.length > 0) return keepResult(input, prepared.files, conflicts);
    const revision = (await services.repository.readHead()).commit ?? undefined;
    const landed = await prepared.land({
      mode: input.mode,
      message: recordingMessage(input.message, input.contract, chunks),
      runCommitHooks: services.configuration.commitHooks,
      startedOn: input.base.headRef,
    });
    outdatedBy = landed.outdatedBy;
    if (outdatedBy !== undefined) continue;
    if (landed.conflicts.length > 0) return keepResult(input, prepared.files, landed.conflicts);
    const { userSnapshot: before, merged: after } = prepared;
    const recorded = await tryToRecord({ ...input, before, after, revision, commit: landed.commit });
    return { commit: landed.commit, files: landed.files, conflicts: [], notes: [...landed.notes, ...recorded] };
  }
  const { file = '', reason = '' } = outdatedBy ?? {};
  const repeated = `${reason}. This happened ${MAX_PREPARATIONS} times. Stop the program that causes it, then run the chunk again.`;
  return keepResult(input, [], [{ file, reason: repeated }]);
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

/** The conflicts of the merged tree. It is validated only if it differs from the result, which has been validated already. */
async function validateMerge(
  input: LandingInput,
  { differsFromResult, merged, userSnapshot }: PreparedLanding,
): Promise<Conflicts> {
  if (!differsFromResult) return [];
  await input.attempt.checkout(merged.commit);
  return findMergeConflicts(input, merged, { before: userSnapshot }, 'After merging with your edits');
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
  },
): Promise<{ readonly merged: Snapshot; readonly conflicts: Conflicts }> {
  const { services, unlanded } = input;
  const { merged, conflicts } = await services.repository.combine({
    base: input.from,
    result: unlanded.result,
    onto: input.onto,
    signal: services.signal,
  });
  if (conflicts.length > 0) return { merged, conflicts };
  return withAttemptWorktree(input, merged, async (attempt) => {
    const [{ runId } = { runId: '' }] = unlanded.passed;
    const validation = { ...input, runId, attempt, chunks: unlanded.passed, baseline: undefined };
    return {
      merged,
      conflicts: await findMergeConflicts(
        validation,
        merged,
        { before: input.onto, passed: input.passed },
        'After merging with the parallel chunks',
      ),
    };
  });
}

/** The reasons why chunks are not satisfied in a merged tree. Each starts with `prefix`. */
async function findMergeConflicts(
  input: Pick<
    LandingInput,
    'runId' | 'document' | 'contract' | 'sharedGates' | 'services' | 'attempt' | 'chunks' | 'baseline'
  >,
  judged: Snapshot,
  earlier: Omit<EarlierWork, 'sharedGates'>,
  prefix: string,
): Promise<Conflicts> {
  const { attempt, services } = input;
  await services.analysis.filesChanged(attempt.root, 'all');
  const conflicts: { file: string; reason: string }[] = [];
  for (const { chunk, changedFiles } of input.chunks) {
    const verdict = await validateSnapshot({
      ...input,
      chunk,
      changedFiles,
      judged,
      earlier: { ...earlier, sharedGates: input.sharedGates },
    });
    if (verdict.passed) continue;
    if (!verdict.buildPassed) {
      conflicts.push({ file: '', reason: `${prefix}, the build fails (${input.contract.build?.command ?? ''}).` });
    }
    for (const { passed, assertion, location, expected, actual, error } of verdict.assertResults) {
      if (passed) continue;
      const details = `expected ${expected ?? 'it to hold'}, got ${actual ?? error ?? 'nothing'}`;
      conflicts.push({
        file: location?.file ?? '',
        reason: `${prefix}, the assert "${assertion.message}" fails: ${details}.`,
      });
    }
    for (const problem of verdict.problems) {
      conflicts.push({ file: '', reason: `${prefix}: ${problem.message}` });
    }
  }
  return conflicts;
}

async function keepResult(
  { runId, result, services }: LandingInput,
  files: readonly string[],
  conflicts: Conflicts,
): Promise<LandingReport> {
  const keptRef = await services.repository.keepResult(runId, result.commit);
  return { files, conflicts, keptRef, notes: [`No files were written. The result is kept as ${keptRef}.`] };
}

/** Formats the conflicts of a landing in one line. A conflict without a file is a sentence. */
export function formatConflicts(conflicts: Conflicts): string {
  return conflicts.map(({ file, reason }) => (file === '' ? reason : `${file}: ${reason}`)).join('; ');
}
