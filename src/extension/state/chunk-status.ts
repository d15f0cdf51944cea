import type { Amendment, ChunkCheck } from '../../engine.ts';
import type { ContractState, FolderState } from './workspace-state.ts';

/**
 * How a chunk stands. "holds" and "fails" come from the checks alone, never from what a model said of its own work.
 */
export type ChunkStatus =
  | { readonly kind: 'running'; readonly attempt?: number; readonly of?: number }
  | { readonly kind: 'choice'; readonly runId: string }
  | { readonly kind: 'review'; readonly runId: string }
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'holds' | 'fails'; readonly passed: number; readonly total: number };

export function chunkStatus(folder: FolderState, contract: ContractState, chunk: string): ChunkStatus {
  const { run } = folder;
  if (run?.kind === 'running' && run.contract === contract.contract && run.chunk === chunk)
    return { kind: 'running', attempt: run.attempt, of: run.of };
  const choice = folder.choices.find((pending) => pending.contract === contract.contract && pending.chunk.id === chunk);
  if (choice) return { kind: 'choice', runId: choice.runId };
  const review = folder.reviews.find(
    (pending) => pending.contract === contract.contract && pending.chunks.some((candidate) => candidate.id === chunk),
  );
  if (review) return { kind: 'review', runId: review.runId };
  const check = checkOfChunk(contract, chunk);
  if (!check) return { kind: 'unchecked' };
  return { kind: check.passed ? 'holds' : 'fails', ...assertCount(check) };
}

/** The changes of a contract that wait for a person; of one chunk where it is named. */
export function amendmentsOf(folder: FolderState, contract: string, chunk?: string): readonly Amendment[] {
  return folder.amendments.filter(
    (amendment) => amendment.contract === contract && (chunk === undefined || amendment.chunk.id === chunk),
  );
}

export function checkOfChunk(contract: ContractState, chunk: string): ChunkCheck | undefined {
  return contract.check?.chunks.find((candidate) => candidate.id === chunk);
}

export function assertCount(check: ChunkCheck): { readonly passed: number; readonly total: number } {
  return { passed: check.assertResults.filter((result) => result.passed).length, total: check.assertResults.length };
}
