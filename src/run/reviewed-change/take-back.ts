import { HoldfastError } from '../../foundation/errors.ts';
import { GITLINK_MODE } from '../../workspace/git/index-entries.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { LandingReport } from '../report/run-result.ts';
import { splitCreated } from './hunk-key.ts';
import type { HunkReview, ShownHunk } from './review-types.ts';

/** The state of the files without some hunks, or why no tree can have it. */
export type Remainder = { readonly partial: Snapshot } | { readonly conflicts: LandingReport['conflicts'] };

/**
 * [SESSION-1] Builds the tree of a change without some hunks.
 *
 * @throws HoldfastError `conflict` if a file is not what was shown, `not-found` for a hunk that the change does not have
 */
export async function buildRemainder(
  repository: Pick<Repository, 'listHunkFiles' | 'selectHunks'>,
  { files }: Pick<HunkReview, 'files'>,
  {
    base,
    head,
    hunks,
    signal,
  }: {
    readonly base: Snapshot;
    readonly head: Snapshot;
    readonly hunks: readonly ShownHunk[];
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Remainder> {
  for (const { path, id, content } of hunks) {
    const file = files.find((one) => one.path === path);
    if (file?.content !== content) throw createOutdatedError(path);
    if (!file.hunks.some((hunk) => hunk.id === id)) {
      throw new HoldfastError('not-found', `Hunk not found in ${path}: ${id}`, { hint: 'Show the review again.' });
    }
  }
  const taken = new Set(hunks.map(({ id }) => id));
  const submodules = files.filter(
    (file) => [file.modeBefore, file.modeAfter].includes(GITLINK_MODE) && file.hunks.some(({ id }) => taken.has(id)),
  );
  if (submodules.length > 0) {
    const reason = 'it is a submodule, whose commit only git can check out: "git submodule update"';
    return { conflicts: submodules.map(({ path }) => ({ file: path, reason })) };
  }
  // Also what the judgement leaves out stays.
  const all = await repository.listHunkFiles(base, head, { splitCreated, signal });
  const kept = all.flatMap(({ file }) => file.hunks.map(({ id }) => id)).filter((id) => !taken.has(id));
  const selected = await repository.selectHunks(base, head, new Set(kept), signal, splitCreated);
  return 'conflicts' in selected ? selected : { partial: selected.partial };
}

function createOutdatedError(path: string): HoldfastError {
  return new HoldfastError('conflict', `Failed to take back a hunk of ${path}: the file changed since it was shown.`, {
    hint: 'Show the review again, and take the hunk back if it is still wrong.',
  });
}
