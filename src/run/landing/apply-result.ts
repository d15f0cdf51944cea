import type { History } from '../../history/history.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { WritePlan } from '../report/decisions.ts';
import type { LandingReport } from '../report/run-result.ts';
import { selectAccepted, toPendingFiles } from './hunk-decisions.ts';
import { requirePendingResult, requireStoredResult } from './stored-result.ts';

/** How often a change of the user's files while they are written makes another merge necessary. */
const MAX_PREPARATIONS = 5;

export interface ApplyInput {
  readonly repository: Repository;
  readonly history: History;
  readonly runId: string;
  /** The ids of the hunks to write. Default: every hunk that is not rejected. */
  readonly only?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FileWriting {
  readonly base: Snapshot;
  readonly result: Snapshot;
  readonly message: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the accepted hunks of a result to the user's files on disk: all or nothing, merged with the user's changes. Judges
 * nothing, and makes no commit and no record. The review stays.
 */
export async function applyPendingResult(input: ApplyInput): Promise<LandingReport> {
  const { repository, runId, signal } = input;
  const selected = await selectPart(input);
  if ('conflicts' in selected) return { files: [], conflicts: selected.conflicts, notes: [] };
  const { base, part: result } = selected;
  return writeToFiles(repository, { base, result, message: `apply: the changes of ${runId}`, signal });
}

/** Writes what differs between two commits to the user's files on disk: all or nothing, merged with the user's changes. */
export async function writeToFiles(
  repository: Pick<Repository, 'prepareLanding'>,
  { base, result, message, signal }: FileWriting,
): Promise<LandingReport> {
  let outdatedBy: LandingReport['conflicts'][number] | undefined;
  for (let preparation = 0; preparation < MAX_PREPARATIONS; preparation++) {
    const prepared = await repository.prepareLanding({ base, result, signal });
    const { files, conflicts, notes, ...written } = await prepared.land({ mode: 'working-tree', message, signal });
    ({ outdatedBy } = written);
    if (outdatedBy === undefined) return { files, conflicts, notes };
  }
  return { files: [], conflicts: outdatedBy === undefined ? [] : [outdatedBy], notes: [] };
}

/** Merges the accepted hunks with the user's files and unsaved texts, for an editor that writes them. */
export async function planResultWrites(
  input: ApplyInput & { readonly unsaved: ReadonlyMap<string, Uint8Array> },
): Promise<WritePlan> {
  const selected = await selectPart(input);
  if ('conflicts' in selected) return { conflicts: selected.conflicts, writes: [] };
  const { base, part } = selected;
  return input.repository.planWrites({ base, result: part, unsaved: input.unsaved, signal: input.signal });
}

/** Closes the review of a result that was applied. Its chunks are not recorded as passed. */
export async function closeAppliedResult({ repository, history, runId }: ApplyInput): Promise<void> {
  await requirePendingResult(history, runId);
  await history.resolvePendingResult(runId, 'applied');
  await repository.deleteKeptResult(runId);
}

async function selectPart({
  repository,
  history,
  runId,
  only,
  signal,
}: ApplyInput): Promise<
  { readonly base: Snapshot; readonly part: Snapshot } | { readonly conflicts: LandingReport['conflicts'] }
> {
  const stored = await requireStoredResult(repository, history, runId);
  const accepted = selectAccepted(await toPendingFiles(repository, history, stored), only);
  const selected = await repository.selectHunks(stored.kept.base, stored.kept.result, accepted, signal);
  return 'conflicts' in selected ? selected : { base: stored.kept.base, part: selected.partial };
}
