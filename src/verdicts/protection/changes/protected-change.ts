import type { ProtectedArea } from '../../../contract/model.ts';
import type { Direction } from '../direction/direction.ts';

/** One file before and after a change. */
export interface FileVersions {
  readonly path: string;
  /** The path before the change, if the file was renamed. */
  readonly previousPath?: string | undefined;
  /** The text before the change; `undefined` if the file did not exist or is not text. */
  readonly before: string | undefined;
  /** The text after the change; `undefined` if the file does not exist or is not text. */
  readonly after: string | undefined;
}

/** What happened to a test or a setting. */
export type ProtectedChangeKind =
  | 'deleted'
  | 'commented-out'
  | 'moved-out'
  | 'skipped'
  | 'only'
  | 'emptied'
  | 'ignored'
  | 'conditional'
  | 'replaced'
  | 'runner-replaced'
  | 'loaded'
  | 'redirected'
  | 'fewer-assertions'
  | 'changed'
  | 'overridden'
  | 'unreadable';

/** A change that weakens the tests, the scripts or the configuration of the tools of a tree, or that can. */
export interface ProtectedChange {
  readonly area: ProtectedArea;
  readonly kind: ProtectedChangeKind;
  /** Whether it is certain that less is proved than before. */
  readonly direction: Exclude<Direction, 'tighter'>;
  /** The name of the test, or the key of the setting. */
  readonly subject: string;
  /** The file and the line with the change. For a deletion, those before the change. */
  readonly file: string;
  readonly line: number;
  /** The file that contained the test or the setting before the change. */
  readonly originalFile: string;
  /** Whether the change affects what other files declare, as `.only` does. */
  readonly affectsOtherFiles?: boolean | undefined;
  readonly expected: string;
  readonly actual: string;
}
