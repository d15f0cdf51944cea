/**
 * How a result reaches the user's tree: wholly or not at all. The merge is made on git's objects first; files are
 * written only where they still are what the merge was made of, under a journal that a later process completes or
 * takes back; a commit takes up exactly the landed files.
 */
import { below } from './folder-paths.ts';
import type { TreeChange } from './index-entries.ts';
import { executeLanding } from './landing-execution.ts';
import type { Landed, LandingPlace, LandOptions } from './landing-place.ts';
import type { Conflict, Merge } from './merge.ts';
import { withLock } from './process-lock.ts';
import { recoverLandings } from './recovery.ts';
import type { Base, Snapshot } from './snapshot.ts';

export type { Landed, LandOptions } from './landing-place.ts';
export type { Conflict } from './merge.ts';

/** How long to wait for a landing of another process. */
export const LANDING_WAIT_MS = 60_000;

/** A result merged with the user's tree of the moment, ready to be checked and landed. */
export class PreparedLanding {
  /** Empty, or nothing lands. */
  readonly conflicts: readonly Conflict[];
  /** The merged tree; the user's own where there are conflicts. */
  readonly mergedCommit: string;
  readonly merged: Snapshot;
  /** Whether the merged tree is another than the result's, so that it must be checked again. */
  readonly differsFromResult: boolean;
  readonly userSnapshot: Base;
  /** What will be written, relative to the folder. */
  readonly files: readonly string[];
  readonly #place: LandingPlace;
  readonly #changes: readonly TreeChange[];

  /** Use Repository.prepareLanding. */
  constructor(place: LandingPlace, merge: Merge, userSnapshot: Base) {
    this.#place = place;
    this.#changes = merge.changes;
    this.conflicts = merge.conflicts.map(({ file, reason }) => ({ file: below(place.prefix, file), reason }));
    this.merged = merge.merged;
    this.mergedCommit = merge.merged.commit;
    this.differsFromResult = merge.differsFromResult;
    this.userSnapshot = userSnapshot;
    this.files = merge.changes.map(({ path: file }) => below(place.prefix, file));
  }

  /** Lands, wholly or not at all. Throws where the files could not be written; they are then as they were. */
  async land(options: LandOptions): Promise<Landed> {
    const nothing = { files: [], notes: [], outdated: false };
    if (this.conflicts.length > 0) return { ...nothing, conflicts: this.conflicts };
    if (this.#changes.length === 0) {
      return { ...nothing, conflicts: [], notes: ['There was nothing to write: the files hold the result already.'] };
    }
    const place = this.#place;
    return withLock(
      place.lock,
      { what: 'land the result', signal: options.signal, waitMs: LANDING_WAIT_MS },
      async () => {
        const recovered = await recoverLandings(place);
        const landed = await executeLanding(place, { changes: this.#changes, merged: this.merged, options });
        return { ...landed, notes: [...recovered, ...landed.notes] };
      },
    );
  }
}
