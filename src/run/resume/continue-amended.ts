import type { StoredProposal } from '../amendments/rules/stored-proposal.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { requireAmendment } from '../amendments/resolve-amendment.ts';
import { resumeRemainingChunks } from '../batch/batch-state.ts';
import { runChunk } from '../chunk/run-chunk.ts';
import { readBatchState } from '../chunk/waiting-run.ts';
import type { ContractRunResult } from '../report/run-result.ts';
import type { ContinueOptions } from '../services/run-options.ts';
import { readRunnableContract, requireChunk } from '../services/runnable-contract.ts';
import type { RunOpener } from './run-opener.ts';

/**
 * [ENF-AMEND-4] Runs the chunk of an accepted amendment again, against the contract as it is now and with a new count of
 * attempts. If the failed run was part of a batch, the blocked chunks follow. Without a failed run, the configuration applies.
 */
export async function continueAmended(
  opener: RunOpener,
  id: string,
  options: ContinueOptions,
): Promise<ContractRunResult> {
  const { record, proposal } = await requireAmendment(await opener.history(), id);
  if (record.status !== 'accepted') {
    const message = `Failed to continue after the amendment ${id}: it is ${record.status}, not accepted.`;
    throw new HoldfastError('not-found', message);
  }
  const runnable = await readRunnableContract(opener.contracts, proposal.contract);
  const chunk = requireChunk(runnable.document, runnable.contract, record.chunkId);
  const stored: Partial<NonNullable<StoredProposal['run']>> = proposal.run ?? {};
  const services = await opener.openServices(
    {
      model: options.model ?? stored.model,
      landing: options.landing ?? stored.landing,
      maxCostUsd: options.maxCostUsd ?? stored.maxCostUsd,
      jobs: options.jobs ?? stored.jobs,
    },
    options.signal ?? new AbortController().signal,
    options.onEvent ?? (() => undefined),
  );
  const { maxAttempts, allowFailingBuild } = stored;
  const input = { ...runnable, landing: services.configuration.landing, maxAttempts, allowFailingBuild, services };
  const batch = readBatchState(stored.ofAll);
  if (batch !== undefined) return (await resumeRemainingChunks(input, batch, { rerunChunkId: chunk.id })).result;
  const { result, unlanded } = await runChunk({ ...input, chunk, start: undefined });
  return { status: result.status, chunks: [result], ...(unlanded ? { keptAs: result.runId } : {}) };
}
