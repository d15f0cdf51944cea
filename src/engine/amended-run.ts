import type { ContinueOptions } from '../engine.ts';
import { runChunk } from '../run/chunk-run.ts';
import type { ContractRunResult } from '../run/result.ts';
import { readOthersOfRun } from '../run/waiting-run.ts';
import { HoldfastError } from '../shared/errors.ts';
import { requireAmendment } from './amendments.ts';
import { goOnWithOthers } from './contract-runs.ts';
import type { FolderParts } from './folder-parts.ts';
import { chunkOf, runnableContract } from './runnable-contract.ts';

/**
 * [ENF-AMEND-4] Runs an accepted amendment's chunk again, held to the contract as it is now, with a count of attempts
 * that begins anew. Where its run was one of all chunks, those that were blocked follow.
 */
export async function continueAmendedOf(
  parts: FolderParts,
  id: string,
  options: ContinueOptions,
): Promise<ContractRunResult> {
  const { record, proposal } = await requireAmendment(await parts.history(), id);
  if (record.status !== 'accepted') {
    const message = `Failed to go on after the amendment ${id}: it is ${record.status}, not accepted.`;
    throw new HoldfastError('not-found', message);
  }
  const runnable = await runnableContract(parts.contracts, proposal.contract);
  const chunk = chunkOf(runnable.document, runnable.contract, record.chunkId);
  const before = proposal.run;
  const services = await parts.services(
    {
      model: options.model ?? before.model,
      landing: options.landing ?? before.landing,
      maxCostUsd: options.maxCostUsd ?? before.maxCostUsd,
      jobs: options.jobs ?? before.jobs,
    },
    options.signal ?? new AbortController().signal,
    options.onEvent ?? (() => undefined),
  );
  const input = { ...runnable, landing: services.configuration.landing, maxAttempts: before.maxAttempts, services };
  const others = readOthersOfRun(before.ofAll);
  if (others !== undefined) return (await goOnWithOthers(input, others, { again: chunk.id })).result;
  const { result, unlanded } = await runChunk({ ...input, chunk, start: undefined });
  return { status: result.status, chunks: [result], ...(unlanded ? { keptAs: result.runId } : {}) };
}
