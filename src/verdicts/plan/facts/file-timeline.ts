import type { Chunk } from '../../../contract/model.ts';
import type { ChunkOrder } from './chunk-order.ts';
import { conditionPath } from './plan-path.ts';

/** A postcondition of a chunk about a path. */
interface Effect {
  readonly chunk: number;
  readonly exists: boolean;
}

/**
 * Which files exist at which point of a plan, according to the initial tree and the postconditions. The effects are
 * stored by path, so a query costs only as much as the number of effects on its path.
 */
export class FileTimeline {
  readonly #initial: ReadonlySet<string>;
  readonly #order: ChunkOrder;
  readonly #effects = new Map<string, Effect[]>();
  /** The index of each chunk in the sequence of a run. */
  readonly #ranks: ReadonlyMap<number, number>;

  constructor(chunks: readonly Chunk[], order: ChunkOrder, initial: ReadonlySet<string>) {
    this.#initial = initial;
    this.#order = order;
    this.#ranks = new Map(order.sequence.map((position, rank) => [position, rank]));
    for (const position of order.sequence) {
      for (const condition of chunks[position]?.postconditions ?? []) {
        const path = conditionPath(condition.path);
        if (path === undefined) continue;
        const effect = { chunk: position, exists: condition.kind === 'file_exists' };
        const effects = this.#effects.get(path);
        if (effects) effects.push(effect);
        else this.#effects.set(path, [effect]);
      }
    }
  }

  /** Whether a file certainly exists when a chunk starts. */
  existsBefore(path: string, chunk: number): boolean {
    return this.#exists(path, (other) => this.#order.isBefore(other, chunk));
  }

  /** Whether a file exists when the chunks that precede a chunk in the sequence of a run are complete. */
  existsInSequenceBefore(path: string, chunk: number): boolean {
    const rank = this.#ranks.get(chunk) ?? 0;
    return this.#exists(path, (other) => (this.#ranks.get(other) ?? 0) < rank);
  }

  /** Whether a file certainly exists when a chunk is complete. */
  existsAfter(path: string, chunk: number): boolean {
    return this.#exists(path, (other) => other === chunk || this.#order.isBefore(other, chunk));
  }

  /** Whether a file exists when all chunks are complete. */
  existsAtEnd(path: string): boolean {
    return this.#exists(path, () => true);
  }

  /**
   * Whether a file exists according to the postconditions of a chunk and of those before it; `undefined` if none names
   * it.
   */
  statedExistenceAfter(path: string, chunk: number): boolean | undefined {
    return this.#lastEffect(path, (other) => other === chunk || this.#order.isBefore(other, chunk));
  }

  /** Whether any postcondition of the plan names a path. */
  statesExistence(path: string): boolean {
    return this.#effects.has(path);
  }

  existsInitially(path: string): boolean {
    return this.#initial.has(path);
  }

  /** The chunks with a file_exists postcondition for a path, in the order of the run. */
  creatorsOf(path: string): readonly number[] {
    return (this.#effects.get(path) ?? []).filter((effect) => effect.exists).map((effect) => effect.chunk);
  }

  /** Every path of a postcondition, of either kind. */
  postconditionPaths(): Iterable<string> {
    return this.#effects.keys();
  }

  #exists(path: string, includes: (chunk: number) => boolean): boolean {
    return this.#lastEffect(path, includes) ?? this.#initial.has(path);
  }

  #lastEffect(path: string, includes: (chunk: number) => boolean): boolean | undefined {
    return this.#effects.get(path)?.findLast((effect) => includes(effect.chunk))?.exists;
  }
}
