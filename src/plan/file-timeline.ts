import type { Chunk } from '../contract/model.ts';
import type { ChunkOrder } from './chunk-order.ts';
import { conditionPath } from './tree-spelling.ts';

/** What a chunk makes of a path. */
interface Effect {
  readonly chunk: number;
  readonly exists: boolean;
}

/**
 * Which files exist when: the initial tree, and what the postconditions of chunks make of it. Nothing is copied for a
 * chunk: each path knows the chunks that speak of it, so that a question costs what is said of that path alone.
 */
export class FileTimeline {
  readonly #initial: ReadonlySet<string>;
  readonly #order: ChunkOrder;
  readonly #effects = new Map<string, Effect[]>();

  constructor(chunks: readonly Chunk[], order: ChunkOrder, initial: ReadonlySet<string>) {
    this.#initial = initial;
    this.#order = order;
    for (const position of order.sequence) {
      for (const condition of chunks[position]?.postconditions ?? []) {
        const path = conditionPath(condition.path);
        if (path === undefined) continue;
        const effect = { chunk: position, exists: condition.kind === 'file_exists' };
        const known = this.#effects.get(path);
        if (known) known.push(effect);
        else this.#effects.set(path, [effect]);
      }
    }
  }

  /** Whether a file surely exists when a chunk starts. */
  existsBefore(path: string, chunk: number): boolean {
    return this.#stateOf(path, (other) => this.#order.isBefore(other, chunk));
  }

  /** Whether a file surely exists once a chunk is done. */
  existsAfter(path: string, chunk: number): boolean {
    return this.#stateOf(path, (other) => other === chunk || this.#order.isBefore(other, chunk));
  }

  /** Whether a file exists once all chunks are done. */
  existsAtEnd(path: string): boolean {
    return this.#stateOf(path, () => true);
  }

  /** What the postconditions up to and with a chunk say of a path; undefined where they are silent. */
  saidAfter(path: string, chunk: number): boolean | undefined {
    return this.#lastWord(path, (other) => other === chunk || this.#order.isBefore(other, chunk));
  }

  existsNow(path: string): boolean {
    return this.#initial.has(path);
  }

  /** The chunks whose postconditions say that a file exists, in the order of the run. */
  creatorsOf(path: string): readonly number[] {
    return (this.#effects.get(path) ?? []).filter((effect) => effect.exists).map((effect) => effect.chunk);
  }

  /** Every path that a postcondition promises. */
  promised(): Iterable<string> {
    return this.#effects.keys();
  }

  #stateOf(path: string, counts: (chunk: number) => boolean): boolean {
    return this.#lastWord(path, counts) ?? this.#initial.has(path);
  }

  /** The last word on a path, of those that count. */
  #lastWord(path: string, counts: (chunk: number) => boolean): boolean | undefined {
    const effects = this.#effects.get(path) ?? [];
    for (let at = effects.length - 1; at >= 0; at--) {
      const effect = effects[at];
      if (effect && counts(effect.chunk)) return effect.exists;
    }
    return undefined;
  }
}
