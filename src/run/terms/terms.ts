import type { Condition } from '../../contract/model.ts';
import type { ProtectedFiles } from '../../workspace/files/protected-files.ts';

/** What the result of a chunk is judged by, as the base states it. An attempt cannot change it. */
export interface Terms {
  /** The files that the model must not write. */
  readonly files: ProtectedFiles;
  /** The conditions of the verify command that the base or the chunk's postconditions establish. */
  readonly dueConditions: readonly Condition[];
}
