import type { Chunk } from '../../contract/model.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { RunServices } from '../services/run-services.ts';

/** The result of an attempt that domain services judge. */
export interface DomainValidationInput {
  readonly chunk: Pick<Chunk, 'id' | 'title' | 'description'>;
  readonly attempt: Pick<AttemptWorktree, 'root' | 'tree' | 'view' | 'hiddenTexts'>;
  /** The snapshot that is in the worktree. */
  readonly judged: Pick<Snapshot, 'commit'>;
  /** Relative to the workspace folder; undefined if the tree has no author. */
  readonly changedFiles: readonly string[] | undefined;
  /** The run and the number of the attempt that model calls are made for. */
  readonly runId?: string | undefined;
  readonly number?: number | undefined;
  readonly services: RunServices;
}
