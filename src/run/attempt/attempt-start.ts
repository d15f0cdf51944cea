import type { Chunk, Contract } from '../../contract/model.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import { GitError } from '../../workspace/git/git.ts';
import type { ChunkRunProgress } from './chunk-run-progress.ts';
import type { PreviousResult } from '../services/earlier-attempts.ts';
import { prepareWorktree, type WorktreePreparation } from '../worktree/worktree-life-cycle.ts';

/** [ENF-RETRY-2] What an attempt starts from. */
export interface AttemptStart {
  /** The attempt whose tree this one continues; undefined if it starts from the base. */
  readonly continuedFrom: number | undefined;
  /** The changes of the continued tree from the base. They are judged as changes of this attempt. */
  readonly changes: readonly FileChange[];
}

const FROM_BASE: AttemptStart = { continuedFrom: undefined, changes: [] };

/** Whether an attempt starts from the tree of the previous one. The key of the chunk takes precedence. */
export function continuesAttempts(contract: Contract, chunk: Chunk): boolean {
  return (chunk.attempts ?? contract.attempts) === 'continue';
}

/**
 * Prepares the worktree: the base, and with `attempts: continue` the files of the previous result on top of it. If that
 * result is no longer available, the attempt starts from the base, and the result of the run says so.
 */
export async function prepareStart(
  input: WorktreePreparation & { readonly progress: ChunkRunProgress },
  previous: PreviousResult | undefined,
): Promise<AttemptStart> {
  const { contract, chunk, attempt, base, progress, services } = input;
  // Setup commands run on the base: a result that breaks them must not end the run.
  await prepareWorktree(input);
  if (previous === undefined) return FROM_BASE;
  if (previous.isContinued !== true && !continuesAttempts(contract, chunk)) return FROM_BASE;
  const { number, snapshot } = previous;
  try {
    await attempt.checkout(snapshot.commit, services.signal);
  } catch (thrown) {
    if (!(thrown instanceof GitError)) throw thrown;
    const message =
      `Attempt ${number + 1} started from the original files instead of those of attempt ${number}, because the result of ` +
      `attempt ${number} is no longer available: ${thrown.message}`;
    progress.addWarning(message);
    services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
    await prepareWorktree(input);
    return FROM_BASE;
  }
  await services.analysis.filesChanged(attempt.root, 'all');
  const message = `The attempt starts from the files of attempt ${number}.`;
  services.report({ type: 'note', chunk: chunk.id, level: 'info', message });
  const changes = await attempt.listChanges(base.commit, snapshot.commit, services.signal);
  return { continuedFrom: number, changes };
}
