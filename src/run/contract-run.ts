import type { ContractDocument } from '../contract/document.ts';
import type { Contract, Gate } from '../contract/model.ts';
import { sideBySide } from '../plan/side-by-side.ts';
import { runSchedule } from './chunk-schedule.ts';
import { runChunk } from './chunk-run.ts';
import type { ChunkRunOutcome, KeptStack } from './chunk-run-input.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import { ResultStack } from './result-stack.ts';
import type { ChunkRunResult, ContractRunResult, LandingMode, RunStatus } from './result.ts';
import type { RunServices } from './services.ts';

export interface ContractRunInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  /** The gates of gate files that the contract's chunks name. */
  readonly sharedGates: readonly Gate[];
  readonly landing: LandingMode;
  readonly maxAttempts: number | undefined;
  readonly services: RunServices;
  /** Where a run is gone on with that had stopped for a choice, or failed on a contract that was amended since. */
  readonly earlier?: EarlierRun;
}

/** What a run of all chunks had come to when it stopped for a decision. */
export interface EarlierRun {
  /** By the ids of their chunks. */
  readonly results: ReadonlyMap<string, ChunkRunResult>;
  /** The chunks that are still to be run. */
  readonly remaining: ReadonlySet<string>;
  /** Results that have not landed, where they are reviewed together. */
  readonly unlanded: KeptStack | undefined;
  /** What the chunk has come to for which it stopped, where that was gone on with and is not to be run anew. */
  readonly resumed?: { readonly base: Snapshot; readonly outcome: ChunkRunOutcome };
}

export interface ContractRunOutcome {
  readonly result: ContractRunResult;
  /** In the modes that land nothing by themselves: what all passed chunks came to, and where it is kept. */
  readonly unlanded?: KeptStack;
}

/**
 * Runs all chunks, each once what it depends on has ended, as many side by side as the configuration allows and the
 * files that they may write permit (ENF-FUTURE-2). Where results land by themselves each lands as it passes, one after
 * the other; where a person reviews, they are stacked and reviewed once at the end. After a failure the chunks that do
 * not depend on it still run; those that do are blocked, and say by what. Where a person is to choose, no other chunk
 * begins: the run stops and is gone on with later (GATE-6).
 */
export async function runContract(input: ContractRunInput): Promise<ContractRunOutcome> {
  const { services, contract, document, earlier } = input;
  const plan = await sideBySide(document, contract);
  const isStacked = input.landing === 'review' || input.landing === 'none';
  const stack = isStacked ? await ResultStack.open(input, earlier?.unlanded) : undefined;
  const results = new Map(earlier?.results);
  let unlanded: KeptStack | undefined;
  try {
    const resumed = earlier?.resumed && (await stacked(stack, earlier.resumed.base, earlier.resumed.outcome));
    if (resumed !== undefined) results.set(resumed.chunk, resumed);
    const isOver = resumed !== undefined && STOPPING.has(resumed.status);
    await runSchedule(plan, services.configuration.jobs, async (position) => {
      const chunk = contract.chunks[position];
      if (chunk === undefined || isOver || earlier?.remaining.has(chunk.id) === false) return 'goes-on';
      const start = stack?.startingPoint();
      const outcome = await runChunk({ ...input, chunk, start, isStacked: stack !== undefined });
      const result = await stacked(stack, start?.tree, outcome);
      results.set(chunk.id, result);
      return STOPPING.has(result.status) ? 'stops' : 'goes-on';
    });
  } finally {
    unlanded = await stack?.end();
  }
  const chunks = plan.sequence.flatMap((position) => results.get(contract.chunks[position]?.id ?? '') ?? []);
  const result = { status: statusOf(chunks), chunks };
  return unlanded ? { result: { ...result, keptAs: unlanded.keptAs }, unlanded } : { result };
}

/** After a chunk that ended so no other begins. */
export const STOPPING: ReadonlySet<RunStatus> = new Set(['cancelled', 'aborted', 'undecided']);

/** What a chunk has come to once its result lies on those of the others. */
async function stacked(
  stack: ResultStack | undefined,
  from: Snapshot | undefined,
  { result, unlanded }: ChunkRunOutcome,
): Promise<ChunkRunResult> {
  if (stack === undefined || from === undefined || unlanded === undefined) return result;
  return stack.add(from, unlanded, result);
}

/** Of all chunks: what ended the run counts first, then the first that did not pass. */
export function statusOf(chunks: readonly ChunkRunResult[]): RunStatus {
  for (const status of STOPPING) if (chunks.some((chunk) => chunk.status === status)) return status;
  return chunks.find((chunk) => chunk.status !== 'pass')?.status ?? 'pass';
}
