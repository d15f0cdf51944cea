import * as z from 'zod';
import type { History } from '../../history/history.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ChunkRunInput, UnlandedResult } from '../services/chunk-run-input.ts';
import { branchOf, resultPayloadSchema, toStoredPassedChunks } from './unlanded-results.ts';

const unrecordedSchema = z.object({
  specId: z.string(),
  contract: z.string(),
  chunks: z.array(z.object({ id: z.string(), title: z.string() })),
  payload: resultPayloadSchema,
});

/**
 * [TRUST-5] Keeps a passed result although the history cannot be written. `recordUnrecorded` adds it to the results that wait for
 * review. Returns its ref.
 */
export async function keepUnrecorded(
  { services, contract, document, sharedGates }: ChunkRunInput,
  runId: string,
  { base, result, passed }: UnlandedResult,
): Promise<string> {
  const { repository } = services;
  const record: z.infer<typeof unrecordedSchema> = {
    specId: contract.spec.id,
    contract: document.file,
    chunks: passed.map(({ chunk }) => ({ id: chunk.id, title: chunk.title })),
    payload: {
      contractText: document.text,
      sharedGates: [...sharedGates],
      startedOn: branchOf({ base }),
      passed: toStoredPassedChunks({ passed }),
    },
  };
  await repository.unrecorded.save(runId, record);
  return repository.keepResult(runId, result.commit, { base });
}

/** Records the results that the history could not record when they passed. Does nothing while it still cannot be written. */
export async function recordUnrecorded(
  repository: Pick<Repository, 'unrecorded' | 'readKeptResult'>,
  openHistory: () => Promise<Pick<History, 'savePendingResult'>>,
): Promise<void> {
  for (const { runId, record } of await repository.unrecorded.list()) {
    const read = unrecordedSchema.safeParse(record);
    const isKept = read.success && (await repository.readKeptResult(runId)) !== undefined;
    if (isKept) {
      try {
        await (await openHistory()).savePendingResult({ runId, ...read.data }, {});
      } catch (thrown) {
        if (thrown instanceof HoldfastError && thrown.code === 'storage') return;
        throw thrown;
      }
    }
    await repository.unrecorded.delete(runId);
  }
}
