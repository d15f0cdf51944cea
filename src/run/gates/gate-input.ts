import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import type { PersonAnswer } from './decide-by-person.ts';

/** A change in an attempt's worktree, on which a gate is decided. */
export interface GateInput extends Pick<ChunkRunInput, 'document' | 'contract' | 'chunk' | 'services'> {
  /** Absent outside a run. */
  readonly runId?: string | undefined;
  /** The number of the attempt. */
  readonly number: number;
  readonly attempt: AttemptWorktree;
  readonly base: Snapshot;
  /** The snapshot to judge, which is checked out in the attempt's worktree. */
  readonly judged: Snapshot;
  readonly changedFiles: readonly string[];
  /** The verdict of a person on the judged snapshot, if there is one. */
  readonly answer?: PersonAnswer | undefined;
}
