import type { History } from '../../history/history.ts';
import type { StoredHunkDecisions } from '../../history/records/pending-results.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { HunkDecision, PendingFiles } from '../report/decisions.ts';
import { requireStoredResult, type StoredResult } from './stored-result.ts';

/** Reads the files of a result that waits for review, with the decisions on their hunks. */
export async function readPendingFiles(repository: Repository, history: History, runId: string): Promise<PendingFiles> {
  const review = await toPendingFiles(repository, history, await requireStoredResult(repository, history, runId));
  const paths = review.files.flatMap(({ path, previousPath = path }) => [...new Set([path, previousPath])]);
  const uncommitted = await repository.listUncommitted(paths);
  if (uncommitted === undefined) return { ...review, noCommit: 'no-repository' };
  return uncommitted.length === 0 ? review : { ...review, noCommit: 'own-changes' };
}

/** The same for a result that is already read. Decisions on an earlier state of the result do not count. */
export async function toPendingFiles(
  repository: Pick<Repository, 'listResultFiles'>,
  history: Pick<History, 'readSelection'>,
  { review: { runId }, payload, kept }: StoredResult,
): Promise<PendingFiles> {
  const selection = await history.readSelection(runId);
  const isCurrent = selection?.result === kept.result.commit;
  const accepted = new Set(isCurrent ? selection.accepted : []);
  const rejected = new Set(isCurrent ? selection.rejected : []);
  const toDecision = (id: string): HunkDecision =>
    accepted.has(id) ? 'accepted' : rejected.has(id) ? 'rejected' : 'undecided';
  const files = await repository.listResultFiles(kept.base, kept.result);
  return {
    runId,
    files: files.map((file) => ({
      ...file,
      hunks: file.hunks.map((hunk) => ({ ...hunk, decision: toDecision(hunk.id) })),
      chunks: payload.passed
        .filter(({ changedFiles }) =>
          [file.path, file.previousPath ?? file.path].some((path) => changedFiles.includes(path)),
        )
        .map(({ chunk }) => chunk),
    })),
  };
}

/** Stores a decision on some hunks of a result, and returns the review with it. */
export async function decideHunks(
  repository: Repository,
  history: History,
  runId: string,
  { ids, decision }: { readonly ids: readonly string[]; readonly decision: HunkDecision },
): Promise<PendingFiles> {
  const stored = await requireStoredResult(repository, history, runId);
  const review = await toPendingFiles(repository, history, stored);
  const decided = new Set(requireKnown(review, ids));
  const files = review.files.map((file) => ({
    ...file,
    hunks: file.hunks.map((hunk) => (decided.has(hunk.id) ? { ...hunk, decision } : hunk)),
  }));
  const changed = { ...review, files };
  const selection: StoredHunkDecisions = {
    result: stored.kept.result.commit,
    accepted: listHunkIds(changed, (one) => one === 'accepted'),
    rejected: listHunkIds(changed, (one) => one === 'rejected'),
  };
  if (await history.saveSelection(runId, selection)) return readPendingFiles(repository, history, runId);
  throw new HoldfastError('not-found', `The result ${runId} does not wait for a review.`);
}

/** The hunks that land: those that are named, or all that are not rejected. */
export function selectAccepted(review: PendingFiles, only: readonly string[] | undefined): ReadonlySet<string> {
  const accepted = new Set(
    only === undefined ? listHunkIds(review, (decision) => decision !== 'rejected') : requireKnown(review, only),
  );
  if (accepted.size > 0 || review.files.length === 0) return accepted;
  throw new HoldfastError('configuration', 'Failed to accept the result: every change is rejected.', {
    hint: 'Accept at least one change, or discard the result.',
  });
}

/** The ids of the hunks with some decisions. */
export function listHunkIds(review: PendingFiles, matches: (decision: HunkDecision) => boolean): string[] {
  return review.files.flatMap(({ hunks }) => hunks.filter(({ decision }) => matches(decision)).map(({ id }) => id));
}

function requireKnown(review: PendingFiles, ids: readonly string[]): readonly string[] {
  const known = new Set(listHunkIds(review, () => true));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return ids;
  throw new HoldfastError('not-found', `The result ${review.runId} has no change ${unknown.join(', ')}.`, {
    hint: 'The result may have changed. Open its changes again.',
  });
}
