import type { Snapshot } from '../workspace/snapshot.ts';
import type { PassedChunk, StartingPoint, UnlandedResult } from './chunk-run-input.ts';
import type { ContractRunInput } from './contract-run.ts';
import { judgeCombined } from './landing.ts';
import type { ChunkRunResult } from './result.ts';

/**
 * The results of the chunks of a run that lands nothing by itself, one on the other. A chunk that started before another
 * had ended is merged with it, and judged again on the merge, as landing would.
 */
export class ResultStack {
  readonly #input: ContractRunInput;
  readonly #base: Snapshot;
  readonly #passed: PassedChunk[] = [];
  #tree: Snapshot;
  /** Results are added one after the other. */
  #adding: Promise<unknown> = Promise.resolve();

  private constructor(input: ContractRunInput, base: Snapshot) {
    this.#input = input;
    this.#base = base;
    this.#tree = base;
  }

  /** @param earlier results that lie on each other already */
  static async open(input: ContractRunInput, earlier?: UnlandedResult): Promise<ResultStack> {
    const { repository, signal } = input.services;
    if (earlier === undefined) return new ResultStack(input, await repository.takeBase({ signal }));
    const stack = new ResultStack(input, earlier.base);
    stack.#tree = earlier.result;
    stack.#passed.push(...earlier.passed);
    return stack;
  }

  startingPoint(): StartingPoint {
    return { tree: this.#tree, passed: new Set(this.#passed.map(({ chunk }) => chunk.id)) };
  }

  /**
   * Puts a result on top; returns the chunk's result, which is a conflict where the two do not go together. The run had
   * ended as passed then, and is recorded and reported anew.
   */
  add(from: Snapshot, unlanded: UnlandedResult, result: ChunkRunResult): Promise<ChunkRunResult> {
    const added = this.#adding.then(() => this.#add(from, unlanded, result));
    this.#adding = added.catch(() => undefined);
    return added;
  }

  unlanded(): UnlandedResult | undefined {
    if (this.#passed.length === 0) return undefined;
    return { base: this.#base, result: this.#tree, passed: this.#passed };
  }

  async #add(from: Snapshot, unlanded: UnlandedResult, result: ChunkRunResult): Promise<ChunkRunResult> {
    if (from.commit === this.#tree.commit) {
      this.#tree = unlanded.result;
    } else {
      const combined = await judgeCombined({ ...this.#input, from, onto: this.#tree, unlanded });
      if (combined.conflicts.length > 0) return this.#conflict(unlanded, result, combined.conflicts);
      this.#tree = combined.merged;
    }
    this.#passed.push(...unlanded.passed);
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
    const settled: ChunkRunResult = { ...result, status: 'conflict', reason, landed };
    await services.history.finishRun(result.runId, settled);
    services.report({ type: 'landed', chunk: result.chunk, landing: landed });
    services.report({ type: 'chunk-finished', result: settled });
    return settled;
  }
}
