import type { ChangedFile } from '../report/decisions.ts';
import type { PastLanding } from './past-landings.ts';
import type { UndoPreview, UndoReport } from './undo-landing.ts';

export type { BrokenDependent } from './broken-dependents.ts';
export type { LandingState, PastLanding } from './past-landings.ts';
export type { UndoPreview, UndoReport } from './undo-landing.ts';

export interface UndoOptions {
  /** Whether to undo a landing that other chunks need. Default: false; then nothing changes, and the report names them. */
  readonly force?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The landings of the folder. Each method throws `not-found` for an id that does not exist. */
export interface LandingActions {
  /**
   * What landed in the folder, undone landings included, newest first. Includes landings that only commits record.
   *
   * @param limit default: 50
   */
  list(limit?: number): Promise<readonly PastLanding[]>;
  /** The files of a landing, before and after it. */
  changes(id: string): Promise<readonly ChangedFile[]>;
  /** What an undo would change, what prevents it, and which chunks it would break. Writes nothing. */
  previewUndo(id: string, options?: Pick<UndoOptions, 'signal'>): Promise<UndoPreview>;
  /**
   * Takes a landing out of the files, all or nothing, and if a commit contains it, by a commit. Its chunks no longer count as
   * done. Throws `conflict` if the landing is not part of the files, `untrusted` in a restricted workspace.
   */
  undo(id: string, options?: UndoOptions): Promise<UndoReport>;
}
