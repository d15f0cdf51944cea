import type { AttemptFiles } from '../../workspace/files/attempt-files.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { CommandReport } from '../report/run-result.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import type { Terms } from '../terms/terms.ts';

/** An attempt while the model works, as the `check_contract` tool judges it. */
export interface RunningAttempt extends Pick<
  ChunkRunInput,
  'document' | 'contract' | 'sharedGates' | 'chunk' | 'grantsNothing' | 'services'
> {
  readonly attempt: AttemptWorktree;
  /** The files that the model reads and writes in the worktree. */
  readonly files: AttemptFiles;
  /** The tree that the result is compared with. */
  readonly base: Snapshot;
  /** What the result is judged by. */
  readonly terms: Terms;
  readonly baseline: CommandReport | undefined;
}
