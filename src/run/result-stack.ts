import { CancelledError, HoldfastError, messageOf } from '../shared/errors.ts';
import { KEPT_REFS } from '../workspace/kept-results.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import type { KeptStack, PassedChunk, StartingPoint, UnlandedResult } from './chunk-run-input.ts';
import type { ContractRunInput } from './contract-run.ts';
import { judgeCombined } from './landing.ts';
import { runErrorOf, type ChunkRunResult } from './result.ts';
import { keepUnlanded } from './unlanded-results.ts';

/**
 * The results of the chunks of a run that lands nothing by itself, one on the other. A chunk that started before another
 * had ended is merged with it, and judged again on the merge, as landing would. Whatever lies on it is kept at once, so
 * that it outlives the process; while the run goes on it waits for nobody.
 */
export class ResultStack {
  readonly #input: ContractRunInput;
  readonly #base: Snapshot;
  #passed: readonly PassedChunk[] = [];
  #tree: Snapshot;
  /** The run under which the results are kept. */
  #keptAs: string | undefined;
  /** Results are added one after the other. */
  #adding: Promise<unknown> = Promise.resolve();

  private constructor(input: ContractRunInput, base: Snapshot) {
    this.#input = input;
    this.#base = base;
    this.#tree = base;
  }

  /**
   * @param earlier results that lie on each other already; where they are reviewed they wait for nobody from here on, and
   * where they are settled, or another run adds to them, the stack begins anew
   */
  static async open(input: ContractRunInput, earlier?: KeptStack): Promise<ResultStack> {
    const { repository, history, signal } = input.services;
    const isFree = input.landing !== 'review' || (earlier && (await history.takeUpReview(earlier.keptAs)));
    if (earlier === undefined || !isFree) return new ResultStack(input, await repository.takeBase({ signal }));
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
   * Puts a result on top that is kept under its run; returns the chunk's result, which is a conflict where the two do
   * not go together. The run had ended as passed then, and is recorded and reported anew, as it is where it was
   * cancelled on the way, or could not be carried out: the result stays kept under its run.
   */
  add(from: Snapshot, unlanded: UnlandedResult, result: ChunkRunResult): Promise<ChunkRunResult> {
    const added = this.#adding.then(async () => {
      try {
        return await this.#add(from, unlanded, result);
      } catch (thrown) {
        return this.#brokenOff(result, thrown);
      }
    });
    this.#adding = added.catch(() => undefined);
    return added;
  }

  /**
   * Nothing is added any more: from here on the results wait for a person, where they are reviewed. Where that cannot be
   * recorded it is told, and hides nothing of what the run came to.
   */
  async end(): Promise<KeptStack | undefined> {
    if (this.#keptAs === undefined) return undefined;
    const { history, report } = this.#input.services;
    try {
      await history.releaseReview(this.#keptAs);
    } catch (thrown) {
      const message = `${messageOf(thrown)} The results are kept as ${KEPT_REFS}${this.#keptAs}, and wait for a review once this process has ended.`;
      report({ type: 'note', level: 'warning', message });
    }
    return { base: this.#base, result: this.#tree, passed: this.#passed, keptAs: this.#keptAs };
  }

  async #add(from: Snapshot, unlanded: UnlandedResult, result: ChunkRunResult): Promise<ChunkRunResult> {
    let tree = unlanded.result;
    if (from.commit !== this.#tree.commit) {
      const combined = await judgeCombined({ ...this.#input, from, onto: this.#tree, unlanded });
      if (combined.conflicts.length > 0) return this.#conflict(unlanded, result, combined.conflicts);
      tree = combined.merged;
    }
    const passed = [...this.#passed, ...unlanded.passed];
    const all = { base: this.#base, result: tree, passed };
    this.#keptAs = await keepUnlanded({ ...this.#input, unlanded: all, replaces: this.#keptAs, isUnderWay: true });
    this.#tree = tree;
    this.#passed = passed;
    return result;
  }

  async #conflict(
    unlanded: UnlandedResult,
    result: ChunkRunResult,
    conflicts: readonly { readonly file: string; readonly reason: string }[],
  ): Promise<ChunkRunResult> {
    const { services, contract } = this.#input;
    const keptRef = await services.repository.keep(result.runId, unlanded.result.commit);
    for (const { chunk } of unlanded.passed) {
      await services.history.setChunkStatus(contract.spec.id, chunk, 'conflict');
    }
    const reason = conflicts.map(({ file, reason: why }) => `${file} ${why}`.trim()).join('; ');
    const landed = { files: [], conflicts, keptRef, notes: [] };
    services.report({ type: 'landed', chunk: result.chunk, landing: landed });
    return this.#settle({ ...result, status: 'conflict', reason, landed });
  }

  /** Faults of ours are thrown on. */
  async #brokenOff(result: ChunkRunResult, thrown: unknown): Promise<ChunkRunResult> {
    const kept = `Its result is kept as ${KEPT_REFS}${result.runId}.`;
    if (thrown instanceof CancelledError || this.#input.services.signal.aborted) {
      const reason = `The run was cancelled before this chunk was put together with the others. ${kept}`;
      return this.#settle({ ...result, status: 'cancelled', reason });
    }
    const { hint, ...what } = runErrorOf(thrown);
    const error = { ...what, hint: hint === undefined ? kept : `${hint} ${kept}` };
    const settled = await this.#settle({ ...result, status: 'aborted', reason: what.message, error });
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
