import type { ContractDocument } from '../contract/document.ts';
import type { Chunk, Contract } from '../contract/model.ts';
import { orderChunks } from '../contract/order.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import { runChunk, type PassedChunk, type StartingPoint, type UnlandedResult } from './chunk-run.ts';
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
 * Runs all chunks in the order of their dependencies, each on the result of the one before. Where results land by
 * themselves each lands as it passes; where a person reviews, they are stacked and reviewed once at the end. After a
 * failure the chunks that do not depend on it still run; those that do are blocked, and say by what.
 */
export async function runContract(input: ContractRunInput): Promise<ContractRunOutcome> {
  const { services } = input;
  const stacked = input.landing === 'review' || input.landing === 'none';
  const base = stacked ? await services.repository.takeBase({ signal: services.signal }) : undefined;
  const results: ChunkRunResult[] = [];
  const passed: PassedChunk[] = [];
  let tree: Snapshot | undefined = base;
  for (const chunk of chunksInOrder(input.contract)) {
    const start: StartingPoint | undefined =
      tree === undefined ? undefined : { tree, passed: new Set(passed.map((before) => before.chunk.id)) };
    const { result, unlanded } = await runChunk({ ...input, chunk, start });
    results.push(result);
    if (result.status === 'cancelled' || result.status === 'aborted') break;
    if (unlanded === undefined) continue;
    passed.push(...unlanded.passed);
    tree = unlanded.result;
  }
  const status = results.find((result) => result.status !== 'pass')?.status ?? 'pass';
  const result: ContractRunResult = { status, chunks: results };
  if (base === undefined || tree === undefined || passed.length === 0) return { result };
  return { result, unlanded: { base, result: tree, passed } };
}

/** Dependencies first; chunks in a cycle come last, where the gate blocks them by name. */
function chunksInOrder(contract: Contract): readonly Chunk[] {
  const { order } = orderChunks(contract);
  return [...order, ...contract.chunks.filter((chunk) => !order.includes(chunk))];
}
