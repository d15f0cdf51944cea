import type { History } from '../../history/history.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ChangedFile, LandedPart, PendingFiles, AcceptedLanding } from '../report/decisions.ts';
import type { RunServices } from '../services/run-services.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';
import { readChangesBetween } from './changed-files.ts';
import { describePart, judgePartProtection, listDemandedChunks, PART_DESCRIPTION, toLandedPart } from './land-part.ts';
import { landResult } from './land-result.ts';
import { OtherBranchError } from './other-branch-error.ts';
import { selectAccepted, toPendingFiles } from './hunk-decisions.ts';
import { readStoredContract, requirePendingResult, requireStoredResult, type StoredResult } from './stored-result.ts';

export interface LandResultOptions {
  readonly mode: 'commit' | 'working-tree';
  /** The ids of the hunks to land. Default: every hunk that is not rejected. */
  readonly only?: readonly string[] | undefined;
  /** Files that the person has merged with the result, whose content stays. */
  readonly resolved?: readonly string[] | undefined;
  /** Whether the result may be committed to another branch than the one that its run started on. */
  readonly anyBranch?: boolean | undefined;
}

/**
 * Lands a result, or the part of it that a person has accepted, in the user's current tree. A part is first judged like an
 * attempt. A conflict or a part that fails leaves the review pending.
 */
export async function landPendingResult(
  services: RunServices,
  runId: string,
  { mode, only, resolved, anyBranch = false }: LandResultOptions,
): Promise<AcceptedLanding> {
  const { repository, history } = services;
  const stored = await requireStoredResult(repository, history, runId);
  if (mode === 'commit' && !anyBranch) await requireSameBranch(repository, stored);
  const review = await toPendingFiles(repository, history, stored);
  const accepted = selectAccepted(review, only);
  const isWhole = review.files.every(({ hunks }) => hunks.every(({ id }) => accepted.has(id)));
  if (isWhole) return landStored(services, stored, { mode, resolved });
  const selected = await repository.selectHunks(stored.kept.base, stored.kept.result, accepted, services.signal);
  const part = toLandedPart(review, accepted, await findAttempt(history, runId));
  if ('conflicts' in selected) return { files: [], conflicts: selected.conflicts, notes: [], part };
  return landStored(services, stored, { mode, resolved, partial: { review, part, tree: selected.partial } });
}

async function requireSameBranch(repository: Repository, { payload: { startedOn } }: StoredResult): Promise<void> {
  if (startedOn === undefined) return;
  const { branch } = await repository.readHead();
  const current = branch ?? 'HEAD';
  if (current !== startedOn) throw new OtherBranchError(startedOn, current);
}

interface StoredLanding {
  readonly mode: 'commit' | 'working-tree';
  readonly resolved: readonly string[] | undefined;
  /** Absent if the whole result lands. */
  readonly partial?: { readonly review: PendingFiles; readonly part: LandedPart; readonly tree: Snapshot } | undefined;
}

async function landStored(
  services: RunServices,
  stored: StoredResult,
  { mode, resolved = [], partial }: StoredLanding,
): Promise<AcceptedLanding> {
  const { review, payload, kept } = stored;
  const { runId } = review;
  const readable = readStoredContract(stored);
  const result = partial?.tree ?? kept.result;
  const changes =
    partial === undefined
      ? []
      : await services.repository.listChanges(kept.base.commit, result.commit, services.signal);
  const chunks = partial === undefined ? readable.chunks : listDemandedChunks(readable.chunks, partial.part, changes);
  const ofPart = partial === undefined ? {} : { part: partial.part };
  return withAttemptWorktree({ contract: readable.contract, services }, kept.base, async (attempt) => {
    if (partial !== undefined) {
      const input = { ...readable, chunks, stored, part: result, changes, attempt, services };
      const conflicts = await judgePartProtection(input);
      if (conflicts.length > 0) return { files: [], conflicts, notes: [], ...ofPart };
    }
    const { report: landed } = await landResult({
      ...readable,
      runId,
      sharedGates: payload.sharedGates ?? [],
      chunks,
      attempt,
      base: kept.base,
      result,
      mode,
      message: commitMessage(stored, partial),
      baseline: undefined,
      ...(partial === undefined ? {} : { judgeAs: PART_DESCRIPTION }),
      resolved,
      services,
    });
    if (landed.conflicts.length > 0) return { ...landed, ...ofPart };
    await services.history.resolvePendingResult(runId, 'accepted', {
      leftOut: partial?.part.leftOutChunks,
      ...(partial === undefined ? {} : { selection: { result: kept.result.commit, ...toSelection(partial.part) } }),
    });
    await services.repository.deleteKeptResult(runId);
    return { ...landed, ...ofPart };
  });
}

function toSelection({ accepted, rejected, attempt }: LandedPart) {
  return { accepted: [...accepted], rejected: [...rejected], ...(attempt === undefined ? {} : { attempt }) };
}

/** The number of the attempt that passed. */
async function findAttempt(history: Pick<History, 'readRun'>, runId: string): Promise<number | undefined> {
  return (await history.readRun(runId))?.attempts.at(-1)?.number;
}

/** Discards a result, and records the review of its chunks as failed. */
export async function discardPendingResult(repository: Repository, history: History, runId: string): Promise<void> {
  await requirePendingResult(history, runId);
  await history.resolvePendingResult(runId, 'discarded');
  await repository.deleteKeptResult(runId);
}

/** The changed files of a pending result, before and after. */
export async function readChangedFiles(
  repository: Repository,
  history: History,
  runId: string,
): Promise<readonly ChangedFile[]> {
  const { kept } = await requireStoredResult(repository, history, runId);
  return readChangesBetween(repository, kept.base.commit, kept.result.commit);
}

/** The titles of all chunks of which something lands. */
function commitMessage({ review: { chunks } }: StoredResult, partial: StoredLanding['partial']): string {
  const titles = chunks.filter(({ id }) => partial?.part.leftOutChunks.includes(id) !== true).map(({ title }) => title);
  const subject = `chunk: ${titles.join(', ')}`;
  return partial === undefined ? subject : `${subject}\n\n${describePart(partial.review, partial.part)}`;
}
