import { createParallelSchedule } from '../../verdicts/plan/parallel-schedule.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { runChunk } from '../chunk/run-chunk.ts';
import type { ChunkRunResult, ContractRunResult, RunStatus } from '../report/run-result.ts';
import type { ChunkRunInput, ChunkRunOutcome, RunnableContract, StoredStack } from '../services/chunk-run-input.ts';
import { runInSchedule } from './chunk-schedule.ts';
import { ResultStack } from './result-stack.ts';

export interface ContractRunInput
  extends
    RunnableContract,
    Pick<ChunkRunInput, 'landing' | 'maxAttempts' | 'skip' | 'allowFailingBuild' | 'instruction' | 'services'> {
  /** The state of an earlier batch to continue, which stopped for a choice or failed before an amendment. */
  readonly earlier?: EarlierBatch | undefined;
}

/** The state of a batch that stopped for a decision. */
export interface EarlierBatch {
  readonly results: ReadonlyMap<string, ChunkRunResult>;
  /** The ids of the chunks that must still run. */
  readonly remaining: ReadonlySet<string>;
  /** The results that have not landed, if they are reviewed together. */
  readonly unlanded: StoredStack | undefined;
  /** The outcome of the chunk that the batch stopped for, if its own run was resumed. */
  readonly resumed?: { readonly base: Snapshot; readonly outcome: ChunkRunOutcome } | undefined;
}

export interface ContractRunOutcome {
  readonly result: ContractRunResult;
  /** With the landing modes `review` and `none`: the results of all passed chunks, and where they are stored. */
  readonly unlanded?: StoredStack | undefined;
}

/**
 * Runs all chunks, each after its dependencies have ended, as many in parallel as the configuration and their writable
 * files allow (ENF-FUTURE-2). Results land one after the other as chunks pass; with the landing modes `review` and `none`
 * they are stacked and reviewed once at the end. After a failure, independent chunks still run; dependent chunks are
 * blocked. If a person must choose, no other chunk starts, and the batch is resumed later (GATE-6).
 */
export function runContract(input: ContractRunInput): Promise<ContractRunOutcome> {
  return input.services.telemetry.inSpan('run', { spec: input.contract.spec.id }, async (span) => {
    const outcome = await runChunks(input);
    span.set({ status: outcome.result.status });
    return outcome;
  });
}

async function runChunks(input: ContractRunInput): Promise<ContractRunOutcome> {
  const { services, contract, document, earlier } = input;
  const plan = await createParallelSchedule(document, contract);
  const isStacked = input.landing === 'review' || input.landing === 'none';
  const stack = isStacked ? await ResultStack.open(input, earlier?.unlanded) : undefined;
  const results = new Map(earlier?.results);
  let unlanded: StoredStack | undefined;
  try {
    const resumed = earlier?.resumed && (await addToStack(stack, earlier.resumed.base, earlier.resumed.outcome));
    if (resumed !== undefined) results.set(resumed.chunk, resumed);
    const hasStopped = resumed !== undefined && STOPPING_STATUSES.has(resumed.status);
    await runInSchedule(plan, services.configuration.jobs, async (position) => {
      const chunk = contract.chunks[position];
      if (chunk === undefined || hasStopped || earlier?.remaining.has(chunk.id) === false) return 'continue';
      const start = stack?.startingPoint();
      const outcome = await runChunk({ ...input, chunk, start, passedEarlier: idsOfPassed(results), isStacked });
      const result = await addToStack(stack, start?.tree, outcome);
      results.set(chunk.id, result);
      return stopsRun(result) ? 'stop' : 'continue';
    });
  } finally {
    unlanded = await stack?.end();
  }
  const chunks = plan.sequence.flatMap((position) => results.get(contract.chunks[position]?.id ?? '') ?? []);
  const result = { status: batchStatus(chunks), chunks };
  return unlanded ? { result: { ...result, keptAs: unlanded.keptAs }, unlanded } : { result };
}

function idsOfPassed(results: ReadonlyMap<string, ChunkRunResult>): ReadonlySet<string> {
  return new Set([...results.values()].filter(({ status }) => status === 'pass').map(({ chunk }) => chunk));
}

/** After a chunk with one of these statuses, no other chunk starts. */
export const STOPPING_STATUSES: ReadonlySet<RunStatus> = new Set(['cancelled', 'aborted', 'undecided']);

/** Whether no other chunk starts: the chunk waits for a decision, or a plan rule stops the whole run [COMP-R6]. */
function stopsRun({ status, blockedBy }: ChunkRunResult): boolean {
  return STOPPING_STATUSES.has(status) || blockedBy?.some((blocker) => blocker.stopsRun === true) === true;
}

/** Adds a chunk's unlanded result, if there is one, to the stack, if there is one. Returns the chunk's final result. */
async function addToStack(
  stack: ResultStack | undefined,
  from: Snapshot | undefined,
  { result, unlanded }: ChunkRunOutcome,
): Promise<ChunkRunResult> {
  if (stack === undefined || from === undefined || unlanded === undefined) return result;
  return stack.add(from, unlanded, result);
}

/** The status of a batch: the status that stopped it, else the status of the first chunk that did not pass, else `pass`. */
export function batchStatus(chunks: readonly ChunkRunResult[]): RunStatus {
  for (const status of STOPPING_STATUSES) if (chunks.some((chunk) => chunk.status === status)) return status;
  return chunks.find((chunk) => chunk.status !== 'pass')?.status ?? 'pass';
}
