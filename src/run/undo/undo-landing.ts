import { HoldfastError } from '../../foundation/errors.ts';
import { undoMessage } from '../../workspace/git/chunk-trailers.ts';
import type { PreparedLanding } from '../../workspace/landing/prepared-landing.ts';
import type { RunnableContract } from '../services/chunk-run-input.ts';
import type { RunServices } from '../services/run-services.ts';
import type { LandingReport } from '../report/run-result.ts';
import { findBrokenDependents, type BrokenDependent } from './broken-dependents.ts';
import type { FoundLanding, PastLanding } from './past-landings.ts';

/** What an undo would do. Nothing has changed. */
export interface UndoPreview {
  readonly landing: PastLanding;
  /** The files that will be written or deleted, relative to the folder. Empty if they no longer contain the landing. */
  readonly files: readonly string[];
  /** What prevents the undo: later changes of the same lines. */
  readonly conflicts: LandingReport['conflicts'];
  /** Other chunks that are done and whose asserts no longer hold without the landing. */
  readonly dependents: readonly BrokenDependent[];
  /** Whether the undo makes a commit. */
  readonly isCommitted: boolean;
}

/** What an undo did. */
export interface UndoReport extends UndoPreview {
  /** False if nothing changed, because of conflicts or of dependents. */
  readonly isUndone: boolean;
  /** The commit that reverts the landing; absent if none was made. */
  readonly commit?: string | undefined;
  readonly notes: readonly string[];
}

export interface UndoInput {
  readonly found: FoundLanding;
  readonly services: Pick<RunServices, 'analysis' | 'configuration' | 'history' | 'repository' | 'signal'>;
  /** The contracts of the folder that can run. */
  readonly contracts: readonly RunnableContract[];
}

/** The maximum number of preparations. A change of the user's tree makes a new preparation necessary. */
const MAX_PREPARATIONS = 5;

/** [EDIT-4] Computes what the undo of a landing would change, and whom it would affect. Writes nothing. */
export async function previewUndo(input: UndoInput): Promise<UndoPreview> {
  return (await prepareUndo(input)).preview;
}

/**
 * [EDIT-4] Takes a landing out of the user's tree, all or nothing: a three-way merge of the files before the landing with the
 * current ones. A landing that a commit contains is undone by a commit. Later changes of the same lines are a conflict, which
 * changes nothing.
 *
 * @param force undoes the landing although it breaks other chunks
 * @throws HoldfastError `conflict` if the landing is not part of the files, `not-found` if its content is not known
 */
export async function undoLanding(input: UndoInput, force: boolean): Promise<UndoReport> {
  const { found, services } = input;
  const { configuration } = services;
  let outdated = { file: '', reason: '' };
  let preview: UndoPreview | undefined;
  for (let preparation = 0; preparation < MAX_PREPARATIONS; preparation++) {
    const prepared = await prepareUndo(input);
    preview = prepared.preview;
    if (preview.conflicts.length > 0 || (preview.dependents.length > 0 && !force)) {
      return { ...preview, isUndone: false, notes: [] };
    }
    const { landing, trailers, isWholeCommit } = found;
    const landed = await prepared.undo.land({
      mode: preview.isCommitted ? 'commit' : 'working-tree',
      message: undoMessage(landing.title, trailers, isWholeCommit ? landing.commit : undefined),
      runCommitHooks: configuration.commitHooks,
      action: 'undo the landing',
      signal: services.signal,
    });
    if (landed.outdatedBy !== undefined) {
      outdated = landed.outdatedBy;
      continue;
    }
    if (landed.conflicts.length > 0) return { ...preview, conflicts: landed.conflicts, isUndone: false, notes: [] };
    await recordUndo(services, found, landed.commit);
    const notes = preview.files.length === 0 ? ['The files no longer contained the landing.'] : landed.notes;
    return { ...preview, isUndone: true, commit: landed.commit, notes };
  }
  const reason = `${outdated.reason}. This happened ${MAX_PREPARATIONS} times. Stop the program that causes it, then try again.`;
  const conflicts = [{ file: outdated.file, reason }];
  return { ...(preview ?? (await previewUndo(input))), conflicts, isUndone: false, notes: [] };
}

async function prepareUndo(
  input: UndoInput,
): Promise<{ readonly undo: PreparedLanding; readonly preview: UndoPreview }> {
  const { found, services } = input;
  const { repository, signal } = services;
  const { landing } = found;
  requireLanded(landing);
  const trees = await repository.readLanding({ id: landing.id, commit: found.originalCommit }, signal);
  if (trees === undefined) {
    throw new HoldfastError('not-found', `Failed to undo the landing ${landing.id}: its files are not kept here.`, {
      hint: 'It landed in another work tree or with an earlier version. Restore its files with git.',
    });
  }
  const undo = await repository.prepareLanding({ base: trees.after, result: trees.before, kind: 'undo', signal });
  const { conflicts, files } = undo;
  const dependents = conflicts.length > 0 ? [] : await findBrokenDependents(input, undo);
  return { undo, preview: { landing, files, conflicts, dependents, isCommitted: landing.commit !== undefined } };
}

function requireLanded({ id, state, branch, commit }: PastLanding): void {
  if (state === 'landed') return;
  if (state === 'undone') {
    throw new HoldfastError('conflict', `Failed to undo the landing ${id}: it is already undone.`, {
      hint: 'Run its chunk again to get its work back.',
    });
  }
  throw new HoldfastError('conflict', `Failed to undo the landing ${id}: it is not part of the current files.`, {
    hint:
      commit === undefined
        ? 'It landed in another work tree. Undo it there.'
        : `Switch to a branch that contains the commit ${commit.slice(0, 10)}${branch === undefined ? '' : `, such as ${branch}`}, and try again.`,
  });
}

/**
 * Records the undo, so that the chunks no longer count as done. A commit records it by itself. Without one, the history also
 * names the commit of the landing, which no longer counts.
 */
async function recordUndo(
  { history, repository }: Pick<RunServices, 'history' | 'repository'>,
  { landing, stored, trailers }: FoundLanding,
  undoneCommit: string | undefined,
): Promise<void> {
  if (stored === undefined && undoneCommit === undefined) {
    const { id, title, contract = '', chunks, files, author, commit } = landing;
    const fingerprintOf = (specId: string, chunkId: string): string | undefined =>
      trailers.find((trailer) => trailer.specId === specId && trailer.chunkId === chunkId)?.fingerprint;
    const landedChunks = chunks.map((chunk) => ({ ...chunk, fingerprint: fingerprintOf(chunk.specId, chunk.id) }));
    const { prefix, folder } = repository;
    const recorded = { id, title, contract, prefix, folder, files, author, commit, chunks: landedChunks };
    await history.recordLandings({ ...recorded, createdAt: landing.landedAt }, []);
  }
  if (stored !== undefined || undoneCommit === undefined) {
    await history.markUndone(landing.id, { commit: landing.commit, undoneCommit });
  }
  for (const { specId, id, title } of landing.chunks) await history.setChunkStatus(specId, { id, title }, 'pending');
}
