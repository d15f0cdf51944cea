import type { AttemptTree } from '../workspace/attempt-tree.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import type { ChunkRunInput } from './chunk-run-input.ts';

/** Works in a tree of its own that begins with a base, and removes it however the work ends. */
export async function inAttemptTree<Result>(
  { contract, services }: Pick<ChunkRunInput, 'contract' | 'services'>,
  base: Snapshot,
  work: (attempt: AttemptTree) => Promise<Result>,
): Promise<Result> {
  const attempt = await services.repository.openAttempt(base, {
    copy: [...(contract.attempt?.copy ?? []), ...services.configuration.attempt.copy],
    signal: services.signal,
  });
  try {
    return await work(attempt);
  } finally {
    await services.analysis.close(attempt.root);
    await attempt.dispose();
  }
}
