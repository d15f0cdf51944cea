import type { ContractDocument } from '../contract/document.ts';
import type { Contract } from '../contract/model.ts';
import { sideBySide } from '../plan/side-by-side.ts';
import { runSchedule } from './chunk-schedule.ts';
import { runChunk, type UnlandedResult } from './chunk-run.ts';
import { ResultStack } from './result-stack.ts';
import type { ChunkRunResult, ContractRunResult, LandingMode } from './result.ts';
import type { RunServices } from './services.ts';

export interface ContractRunInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly landing: LandingMode;
  readonly maxAttempts: number | undefined;
  readonly services: RunServices;
}

export interface ContractRunOutcome {
  readonly result: ContractRunResult;
  /** In the modes that land nothing by themselves: what all passed chunks came to. */
  readonly unlanded?: UnlandedResult;
}

/**
 * Runs all chunks, each once what it depends on has ended, as many side by side as the configuration allows and the
 * files that they may write permit (ENF-FUTURE-2). Where results land by themselves each lands as it passes, one after
 * the other; where a person reviews, they are stacked and reviewed once at the end. After a failure the chunks that do
 * not depend on it still run; those that do are blocked, and say by what.
 */
export async function runContract(input: ContractRunInput): Promise<ContractRunOutcome> {
  const { services, contract, document } = input;
  const plan = await sideBySide(document, contract);
  const isStacked = input.landing === 'review' || input.landing === 'none';
  const stack = isStacked ? await ResultStack.open(input) : undefined;
  const results = new Map<number, ChunkRunResult>();
  await runSchedule(plan, services.configuration.jobs, async (position) => {
    const chunk = contract.chunks[position];
    if (chunk === undefined) return 'goes-on';
    const start = stack?.startingPoint();
    const { result, unlanded } = await runChunk({ ...input, chunk, start });
    const settled = start && unlanded ? await stack?.add(start.tree, unlanded, result) : undefined;
    results.set(position, settled ?? result);
    return result.status === 'cancelled' || result.status === 'aborted' ? 'stops' : 'goes-on';
  });
  const chunks = plan.sequence.flatMap((position) => results.get(position) ?? []);
  const status = chunks.find((result) => result.status !== 'pass')?.status ?? 'pass';
  const unlanded = stack?.unlanded();
  return { result: { status, chunks }, ...(unlanded ? { unlanded } : {}) };
}
