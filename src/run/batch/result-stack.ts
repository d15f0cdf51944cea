import { CancelledError, HoldfastError, messageOf } from '../../foundation/errors.ts';
import { SerialQueue } from '../../foundation/serial-queue.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { KEPT_REFS } from '../../workspace/store/kept-results.ts';
import { toLandingGates, type MergeVerdict } from '../landing/judge-merge.ts';
import { mergeWithStack } from '../landing/land-result.ts';
import { formatConflicts } from '../../foundation/format-conflicts.ts';
import { storeUnlanded } from '../landing/unlanded-results.ts';
import { toRunError, type ChunkRunResult } from '../report/run-result.ts';
import type {
  ChunkRunInput,
  PassedChunk,
  StartingPoint,
  StoredStack,
  UnlandedResult,
} from '../services/chunk-run-input.ts';

export type ResultStackInput = Pick<ChunkRunInput, 'document' | 'contract' | 'sharedGates' | 'landing' | 'services'>;

/**
 * The results of a batch with the landing mode `review` or `none`, each based on the previous one. A result that started
 * from an earlier state of the stack is merged and validated again. The stack is stored after each addition, so that it
 * outlives the process. With `review`, it is offered for review when the batch has ended.
 */
export class ResultStack {
  readonly #input: ResultStackInput;
  readonly #base: Snapshot;
  #passed: readonly PassedChunk[] = [];
  #tree: Snapshot;
  /** The id of the run that the stack is stored under. */
  #keptAs: string | undefined;
  /** Serializes additions. */
  readonly #queue = new SerialQueue();

  private constructor(input: ResultStackInput, base: Snapshot) {
    this.#input = input;
    this.#base = base;
    this.#tree = base;
  }

  /**
   * Opens a stack.
   * @param earlier a stored stack to continue. With the landing mode `review`, its review is claimed first; if the review
   * is resolved, or another run adds to it, a new stack starts from the user's current tree.
   */
  static async open(input: ResultStackInput, earlier?: StoredStack): Promise<ResultStack> {
    const { repository, history, signal } = input.services;
    const canContinue =
      earlier !== undefined && (input.landing !== 'review' || (await history.claimPendingResult(earlier.keptAs)));
    if (!canContinue) {
      return new ResultStack(input, await repository.createBase({ signal }));
    }
    const stack = new ResultStack(input, earlier.base);
    stack.#tree = earlier.result;
    stack.#keptAs = earlier.keptAs;
    stack.#passed = earlier.passed;
    return stack;
  }

  startingPoint(): StartingPoint {
    return { tree: this.#tree, passed: new Set(this.#passed.map(({ chunk }) => chunk.id)) };
  }

  /**
   * Appends the stored tree of a chunk (`unlanded`) to the stack, and returns the report of the chunk's run. If the tree
   * conflicts with the stack, or the addition is cancelled or fails, the run is recorded and reported again with the new
   * status. The chunk's tree stays stored under its run.
   * @param from the state of the stack that the chunk started from
   */
  add(from: Snapshot, unlanded: UnlandedResult, result: ChunkRunResult): Promise<ChunkRunResult> {
    return this.#queue.add(async () => {
      try {
        return await this.#append(from, unlanded, result);
      } catch (thrown) {
        return this.#settleAfterError(result, thrown);
      }
    });
  }

  /**
   * Ends the stack, with `review` offers its results for review, and returns where they are stored; undefined if there
   * are none. An error is reported as a note, so that the outcome of the batch is not lost.
   */
  async end(): Promise<StoredStack | undefined> {
    if (this.#keptAs === undefined) return undefined;
    const { history, report } = this.#input.services;
    try {
      await history.releasePendingResult(this.#keptAs);
    } catch (thrown) {
      const message = `${messageOf(thrown)} The results are kept as ${KEPT_REFS}${this.#keptAs}. They can be reviewed after this process has ended.`;
      report({ type: 'note', level: 'warning', message });
    }
    return { base: this.#base, result: this.#tree, passed: this.#passed, keptAs: this.#keptAs };
  }

  async #append(from: Snapshot, unlanded: UnlandedResult, result: ChunkRunResult): Promise<ChunkRunResult> {
    let tree = unlanded.result;
    if (from.commit !== this.#tree.commit) {
      const { passed } = this.startingPoint();
      const merge = await mergeWithStack({
        ...this.#input,
        from,
        onto: this.#tree,
        passed,
        unlanded,
        description: 'After merging with the parallel chunks',
      });
      const { merged, conflicts } = merge;
      if (conflicts.length > 0) return this.#settleConflict(unlanded, result, merge);
      tree = merged;
    }
    const passed = [...this.#passed, ...unlanded.passed];
    const stacked = { base: this.#base, result: tree, passed };
    this.#keptAs = await storeUnlanded({
      ...this.#input,
      unlanded: stacked,
      replaces: this.#keptAs,
      claim: true,
    });
    this.#tree = tree;
    this.#passed = passed;
    return result;
  }

  async #settleConflict(
    unlanded: UnlandedResult,
    result: ChunkRunResult,
    { conflicts, judgements }: MergeVerdict,
  ): Promise<ChunkRunResult> {
    const { services, contract } = this.#input;
    const keptRef = await services.repository.keepResult(result.runId, unlanded.result.commit);
    for (const { chunk } of unlanded.passed) {
      await services.history.setChunkStatus(contract.spec.id, chunk, 'conflict');
    }
    const gates = toLandingGates(judgements);
    const landing = { files: [], conflicts, keptRef, ...(gates.length === 0 ? {} : { gates }), notes: [] };
    services.report({ type: 'landed', chunk: result.chunk, landing });
    return this.#settle({ ...result, status: 'conflict', reason: formatConflicts(conflicts), landed: landing });
  }

  /** Records and returns the result of a chunk whose addition was cancelled or failed. Internal errors are rethrown. */
  async #settleAfterError(result: ChunkRunResult, thrown: unknown): Promise<ChunkRunResult> {
    const location = `Its result is kept as ${KEPT_REFS}${result.runId}.`;
    if (thrown instanceof CancelledError || this.#input.services.signal.aborted) {
      const reason = `The run was cancelled before this chunk was merged with the others. ${location}`;
      return this.#settle({ ...result, status: 'cancelled', reason });
    }
    const { hint, ...error } = toRunError(thrown);
    const settled = await this.#settle({
      ...result,
      status: 'aborted',
      reason: error.message,
      error: { ...error, hint: hint === undefined ? location : `${hint} ${location}` },
    });
    if (!(thrown instanceof HoldfastError)) throw thrown;
    return settled;
  }

  async #settle(result: ChunkRunResult): Promise<ChunkRunResult> {
    const { services } = this.#input;
    await services.history.finishRun(result.runId, result);
    services.report({ type: 'chunk-finished', result });
    return result;
  }
}
